import { z } from 'zod';
import { isDay } from '../base/time.ts';
import { courtCalled, courtIds } from '../records/courts.ts';
import { knownSources, subclassesOf } from '../records/design.ts';
import { type ChangeKind, changeKinds } from '../records/diff/change.ts';
import {
  type EntryTopic,
  type EntryType,
  entryTopics,
  entryTypes,
  readPatentNumber,
  splitNumbers,
} from '../records/docket.ts';
import { field, flag, hasControls, keyed, listOf, number, refuse, text } from './fields/fields.ts';
import { identifier, nearMiss, oneOf } from './fields/finding.ts';
import { interval, schedule, timezone } from './fields/schedule.ts';
import { budget, channelNames, priority } from './settingsSchema.ts';

/** Types and topics as in docs/reading.md. */
const reportSchema = keyed({
  entries: listOf(oneOf(entryTypes), 'a list of types of entries').optional(),
  about: listOf(oneOf(entryTopics), 'a list of topics').optional(),
  exclude: listOf(typeOrTopic(), 'a list of types and topics').optional(),
  important: listOf(typeOrTopic(), 'a list of types and topics').optional(),
});

function typeOrTopic() {
  return oneOf<EntryType | EntryTopic>([...entryTypes, ...entryTopics]);
}

/** The service matches the number exactly, without commas and blanks (docs/service.md, section 3). */
export const patentNumber = field('a US patent number like 6,834,603, D1,234,567 or RE45,678', (value) => {
  const number = readPatentNumber(value);
  if (number !== undefined) return number === value.replaceAll(/[\s,]/g, '').toUpperCase() ? value : number;
  return refuse({
    why: /^[A-Z]{0,2}\d{1,3}$/i.test(value)
      ? 'inside { } and [ ] a comma ends a value: write the number in quotes, "6,834,603"'
      : 'the service compares it exactly',
  });
});

export const locarno = field(
  'a Locarno class and subclass like 09-01, or a whole class like 09; classes 01 to 32',
  (value) => {
    const [, main = '', between = '', sub] =
      /^(?:LOC\s*)?(?:\(\d+\)\s*)?(?:Cl\.?\s*)?(\d{1,2})(?:(\s*[-./ ]?\s*)(\d{2}|(?<=\D)\d))?$/i.exec(value) ?? [];
    if (main === '') return refuse();
    const mainClass = main.padStart(2, '0');
    if (Number(main) < 1 || Number(main) > 32) return refuse({ why: `there is no class ${mainClass}` });
    if (sub === undefined) return subclassesOf(mainClass);
    if (sub.length === 2) return [`${mainClass}-${sub}`];
    // After a dot a single digit may be the first of two, because a spreadsheet turns 9.10 into 9.1.
    return between.includes('-') ? [`${mainClass}-0${sub}`] : refuse({ suggestion: `${mainClass}-0${sub}` });
  },
);

export const registrationNumberAccepted = 'a registration number like DM/214 567, D901,234 or 008513200-0001';

/** A text may contain several. The contract states no form, so only a number without a digit is refused. */
const registrationNumbers = field(registrationNumberAccepted, (value) => {
  const numbers = splitNumbers(value);
  const wrong = numbers.length === 0 ? value : numbers.find((one) => !/\d/.test(one));
  if (wrong !== undefined) return refuse({ why: `there is no digit in ${wrong}` });
  return hasControls(value) ? refuse({ why: 'it holds control characters' }) : numbers;
});

const distinctOf = (lists: string[][]): string[] => [...new Set(lists.flat())];

export const designated = field('the two letters of a country, like US', (value) =>
  /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : refuse(),
);

/** The service supports no range (docs/service.md, section 4). */
export const registered = field('a year like 2024 or a day like 2024-05-17, never a range', (value) => {
  if (/^\d{4}$/.test(value) || isDay(value)) return value;
  return refuse({ why: /^\d{4}-\d{2}$/.test(value) ? 'a month is neither' : undefined });
});

/** Values like `mute: yes` are not words to look for. */
const flagLike = /^(yes|no|on|off|true|false|all|always|never|none)$/i;

const wordsOrKinds = (silence: string) =>
  listOf(
    field('words, or a kind of change', (value) => {
      if (flagLike.test(value)) return refuse({ why: `it is a list of words and kinds, not a flag; ${silence}` });
      if (!/^(docket|entry|design)\.\S*$/.test(value) || changeKinds.includes(value as ChangeKind)) return value;
      return refuse({ why: `the kinds are ${changeKinds.join(', ')}`, suggestion: nearMiss(value, changeKinds) });
    }),
    'a list of words or kinds of change',
  ).optional();

const longestTag = 50;

/** A comma separates tags on the page and in one-line texts. */
const tags = listOf(
  field(`a tag of at most ${longestTag} characters, without a comma`, (value) => {
    if (value.includes(',')) return refuse({ why: 'several tags are a list: [one, another]' });
    return value.length <= longestTag && !hasControls(value) ? value : refuse();
  }),
  'a list of tags',
).transform((list) => [...new Set(list)]);

const similarTo = keyed({
  registrations: listOf(registrationNumbers, 'a list of registration numbers').transform(distinctOf).optional(),
  pictures: text('a folder with a folder for each design').optional(),
  portfolio: text('a CSV or XLSX of registration numbers, or page').optional(),
  classes: listOf(locarno, 'a list of Locarno classes').transform(distinctOf).optional(),
  top: number({ least: 1, most: 100, whole: true }).optional(),
}).refine(({ registrations = [], pictures, portfolio }) => registrations.length > 0 || (pictures ?? portfolio), {
  error: 'registrations, pictures or portfolio',
});

export const watchSchema = keyed({
  id: identifier,
  name: text().optional(),
  matter: text().optional(),
  tags: tags.optional(),
  dockets: z.unknown().optional(),
  designs: z.unknown().optional(),
  schedule: schedule.optional(),
  atLeastEvery: interval.optional(),
  atMostEvery: interval.optional(),
  timezone: timezone.optional(),
  notify: channelNames.optional(),
  tell: listOf(
    oneOf(changeKinds),
    'a list of kinds of change',
    'at least one kind; leave it out for every kind',
  ).optional(),
  announce: flag.optional(),
  report: reportSchema.optional(),
  important: wordsOrKinds('to report all of a watch at once, write urgent: true'),
  mute: wordsOrKinds('to notify nobody, write notify: []; to mute it for some days: tipstaff mute ID'),
  urgent: flag.optional(),
  confidential: flag.optional(),
  similarTo: similarTo.optional(),
  budget: budget.optional(),
  priority: priority.optional(),
});

/** Returns a court's id for any of its names. An unknown id may exist. */
const court = field('a court: its id like ded, or its name like D. Del.', (value) => {
  const known = courtCalled(value);
  if (known !== undefined || /^[a-z][a-z0-9]{1,11}$/.test(value)) return known ?? value;
  return refuse({ suggestion: nearMiss(value, courtIds()) });
});

/** Each value is a separate query. */
function someOf<Item extends z.ZodType>(item: Item, what: string) {
  return listOf(item, `${what}, or a list of them`, `${what}, or a list of at least one`);
}

export const docketFields = keyed({
  patentNumber: someOf(patentNumber, 'a patent number').optional(),
  companyName: someOf(text("the beginning of a party's name"), 'a name').optional(),
  caseNumber: someOf(text('a case number like 1:20-cv-00168'), 'a case number').optional(),
  court: someOf(court, 'a court').optional(),
  wholeWord: flag.optional(),
});

export const designFields = keyed({
  source: someOf(text('a register', knownSources), 'a register'),
  holder: someOf(text("a part of a holder's name"), 'a name').optional(),
  locarno: someOf(locarno, 'a Locarno class').transform(distinctOf).optional(),
  product: someOf(text('a part of an indication of products'), 'an indication').optional(),
  registrationNumber: someOf(registrationNumbers, 'a registration number')
    .transform((lists) => lists.flat())
    .optional(),
  id: someOf(text('the id of a design, exactly'), 'an id').optional(),
  idPrefix: someOf(text('the beginning of an id'), 'the beginning of an id').optional(),
  designated: someOf(designated, 'a country').optional(),
  status: someOf(text('a status', ['ACT', 'PEND', 'EXP', 'DEL']), 'a status').optional(),
  registered: someOf(registered, 'a year or a day').optional(),
  expires: someOf(registered, 'a year or a day').optional(),
  litigation: flag.optional(),
  wholeWord: flag.optional(),
});

export const insideSearch: ReadonlyMap<string, string> = new Map([
  ...Object.keys(designFields.shape).map((key) => [key, `designs: { ${key}: … }`] as const),
  ...Object.keys(docketFields.shape).map((key) => [key, `dockets: { ${key}: … }`] as const),
]);

export type DocketFields = z.output<typeof docketFields>;
export type DesignFields = z.output<typeof designFields>;
export type WatchFields = Partial<z.output<typeof watchSchema>>;
