import { z } from 'zod';
import { type ChangeKind, changeKinds } from '../diff/change.ts';
import { identifier } from './identifier.ts';
import { reportSchema } from './reportSchema.ts';
import { field, flag, keyed, listOf, refuse, text } from './schema/fields.ts';
import { nearMiss } from './schema/nearMiss.ts';
import { schedule, timezone } from './schema/schedule.ts';
import { channelNames } from './settingsSchema.ts';

/** Matched exactly by the service, without commas and blanks (docs/service.md, section 3). */
export const patentNumber = field('a US patent number like 6,834,603, D1,234,567 or RE45,678', (value) => {
  const number = value.replaceAll(/[\s,]/g, '').toUpperCase();
  if (/^(D|RE|PP|H|T|X|AI)?\d{4,11}$/.test(number)) return value;
  const bare = /^(?:US)?((?:D|RE|PP|H|T)?\d{4,11})(?:[A-Z]\d?)?$/.exec(number.replaceAll(/[./-]/g, ''))?.[1];
  return refuse({ why: 'the service compares it exactly', suggestion: number.includes('/') ? undefined : bare });
});

export const locarno = field('a Locarno class and subclass like 09-01, classes 01 to 32', (value) => {
  const parts = /^(\d{1,2})\s*[-./ ]?\s*(\d{2}|(?<=\D)\d)$/.exec(value);
  if (parts === null) return refuse();
  const [main = '', sub = ''] = parts.slice(1).map((part) => part.padStart(2, '0'));
  if (Number(main) < 1 || Number(main) > 32) return refuse({ why: `there is no class ${main}` });
  const written = `${main}-${sub}`;
  return written === value ? value : refuse({ suggestion: written });
});

export const designated = field('the two letters of a state, like US', (value) =>
  /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : refuse(),
);

/** A year or a day; the service knows no range (docs/service.md, section 4). */
export const registered = field('a year like 2024 or a day like 2024-05-17, never a range', (value) => {
  if (/^\d{4}$/.test(value) || isDay(value)) return value;
  return refuse({ why: /^\d{4}-\d{2}$/.test(value) ? 'a month is neither' : undefined });
});

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

const kind = field(changeKinds.join(', '), (value) => {
  const found = changeKinds.find((known) => known === value);
  return found ?? refuse({ suggestion: nearMiss(value, changeKinds) });
});

/** A kind of change, or any words; what has the form of a kind must be one. */
const wordsOrKind = field('words, or a kind of change', (value) => {
  if (!/^(docket|entry|design)\.\S*$/.test(value) || changeKinds.includes(value as ChangeKind)) return value;
  return refuse({ why: `the kinds are ${changeKinds.join(', ')}`, suggestion: nearMiss(value, changeKinds) });
});

const weights = listOf(wordsOrKind, 'a list of words or kinds of change').optional();

export const watchSchema = keyed({
  id: identifier,
  name: text().optional(),
  matter: text().optional(),
  dockets: z.unknown().optional(),
  designs: z.unknown().optional(),
  schedule: schedule.optional(),
  timezone: timezone.optional(),
  notify: channelNames.optional(),
  tell: listOf(kind, 'a list of kinds of change')
    .refine((list) => list.length > 0, { error: 'at least one kind; leave it out for every kind' })
    .optional(),
  announce: flag.optional(),
  report: reportSchema.optional(),
  important: weights,
  mute: weights,
  urgent: flag.optional(),
  confidential: flag.optional(),
});

export const docketFields = keyed({
  patentNumber: patentNumber.optional(),
  companyName: text().optional(),
  caseNumber: text().optional(),
  wholeWord: flag.optional(),
});

export const designFields = keyed({
  source: listOf(text('a register'), 'a register, or a list of them').refine((list) => list.length > 0, {
    error: 'at least one register',
  }),
  holder: text().optional(),
  locarno: locarno.optional(),
  product: text().optional(),
  registrationNumber: text().optional(),
  id: text().optional(),
  idPrefix: text().optional(),
  designated: designated.optional(),
  status: text().optional(),
  registered: registered.optional(),
  expires: registered.optional(),
  litigation: flag.optional(),
  wholeWord: flag.optional(),
});

/** Keys that people write one level too high. */
export const insideSearch: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.keys(designFields.shape).map((key) => [key, `designs: { ${key}: … }`]),
  ...Object.keys(docketFields.shape).map((key) => [key, `dockets: { ${key}: … }`]),
]);

export type DocketFields = z.output<typeof docketFields>;
export type DesignFields = z.output<typeof designFields>;
export type WatchFields = Partial<z.output<typeof watchSchema>>;
