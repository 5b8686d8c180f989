import type { EntryType } from '../../records/docket.ts';
import { dayOf, monthOf } from '../../records/fieldForm.ts';
import { regex, source } from '../rule.ts';

export interface NamedDay {
  readonly start: number;
  readonly end: number;
  readonly date: string;
  readonly yearless: boolean; // True if the text names no year.
}

const mostDays = 250;

const numeric = /(?<![\w/$.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])/g;
const iso = /(?<![\w/-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g;
const withoutYear = regex('gi')`(?<=\b(?:for|to|on|by|until|before|of|from|due|later than|to(?:day|morrow),?
  |(?:mon|tues|wednes|thurs|fri|satur|sun)day,?) \(?)(\d{1,2})\/(\d{1,2})(?![\d/]|\/)`;
const withoutYearOnly = /^\d{1,2}\/\d{1,2}$/;
export const monthBegins = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const month = `(${monthBegins}[a-z]{0,6})\\.?`;
const nth = '(\\d{1,2})(?:st|nd|rd|th)?';
// "March 9-13, 2026" means the first of these days.
const lastOfDays = '(?: ?(?:[-–&]|and|to|through) ?\\d{1,2}(?:st|nd|rd|th)?)?';
const monthFirst = new RegExp(`\\b${month} ?${nth}\\b(?:${lastOfDays},? ?(\\d{4})\\b)?`, 'gi');
// "December 30 to January 3, 2027": the year stands only after the second day.
const yearBehind = regex('i')`^(?: ?[-–] ?| (?:to|through|and|or) )(?:\w{3,6}day, )?${month} ?${nth},? ?(\d{4})\b`;
const dayFirst = new RegExp(`\\b${nth}(?: day)?(?: of)? ${month},? ?(\\d{4})\\b`, 'gi');
const dayFirstOnly = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)(?: day)? of ${month}(?! ?\\d)\\b`, 'gi');

const when = source`(?:\d{1,2}/\d{1,2}/\d{2,4}|${monthBegins}[a-z]{0,6}\.? \d{1,2}, \d{4})
  (?:,? at [\d:]{1,5} ?[ap]\.?m\.?)?`;
const moving = source`(?: are (?:(?:hereby|each|now|vacated|cancell?ed|and) ){0,3}(?:continued|moved|changed|(?:re)?set
  |rescheduled|adjourned|postponed|extended|advanced) (?:to|until) | are (?:due|set|scheduled) (?:on |by |for )?
  (?=[^.;]*\brespectively\b))`;
const subject = String.raw`(?:[a-z'-]+ ){0,8}(?:[a-z'-]+|\(?${when}\)?)`;
const twoMoved = regex('gi')`(${subject}),? and (?!\(?\d|${monthBegins})(${subject}),?(${moving})(${when}),? and
  (?: to| until)? (${when})\b(?:,? respectively)?`;

/** Pairs in order: "A set for 3/1/2026 and B set for 2/1/2026 are moved to 5/1/2026 and 4/1/2026" becomes two moves. */
export function movedInPairs(text: string): string {
  return text.replace(twoMoved, '$1 …$3$4; $2 …$3$5');
}

export function findDays(text: string, filed: string | undefined): NamedDay[] {
  const days: NamedDay[] = [];
  const add = (match: RegExpMatchArray, date: string | undefined): void => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    const yearless = !/\d{4}|\d\/\d{2}$|-\d{2}$/.test(match[0]) || withoutYearOnly.test(match[0]);
    if (date && !days.some((day) => start < day.end && end > day.start)) days.push({ start, end, date, yearless });
  };
  for (const match of first(text, numeric)) add(match, calendarDay(fullYear(match[4]), match[1], match[3]));
  for (const match of first(text, iso)) add(match, calendarDay(match[1], match[2], match[3]));
  for (const match of first(text, monthFirst)) {
    const [, name, day, year] = match;
    const end = (match.index ?? 0) + match[0].length;
    const [, ...other] = year === undefined ? (yearBehind.exec(text.slice(end, end + 40)) ?? []) : [];
    const until = dayInWords(other[0], other[1], other[2], undefined);
    add(match, until === undefined ? dayInWords(name, day, year, filed) : lastSuchDay(name, day, until));
  }
  for (const pattern of [dayFirst, dayFirstOnly])
    for (const match of first(text, pattern)) add(match, dayInWords(match[2], match[1], match[3], filed));
  if (filed) for (const match of first(text, withoutYear)) add(match, nextSuchDay(match[1], match[2], filed));
  return days.sort((one, other) => one.start - other.start);
}

function* first(text: string, pattern: RegExp): Generator<RegExpMatchArray> {
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    if (count >= mostDays) return;
    count += 1;
    yield match;
  }
}

// Entries set days less than twenty years ahead, so a two-digit year from 60 on means 19xx.
function fullYear(year = ''): string {
  if (year.length === 4) return year;
  return Number(year) < 60 ? `20${year}` : `19${year}`;
}

export function calendarDay(year = '', monthNumber = '', day = ''): string | undefined {
  const date = `${year}-${monthNumber.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date);
  return exists && Number(year) >= 1940 && Number(year) < 2100 ? date : undefined;
}

function dayInWords(name = '', day: string | undefined, year: string | undefined, filed: string | undefined) {
  const number = monthOf(name);
  if (number === 0) return undefined;
  if (year !== undefined) return calendarDay(year, String(number), day);
  return filed === undefined ? undefined : nextSuchDay(String(number), day, filed);
}

/** Returns the last such day up to `until`: in "December 30 to January 3, 2027", the 30th is in the year before. */
function lastSuchDay(name = '', day: string | undefined, until: string): string | undefined {
  const year = Number(until.slice(0, 4));
  const days = [year, year - 1].map((one) => calendarDay(String(one), String(monthOf(name)), day));
  return days.find((one) => one !== undefined && one <= until);
}

/** Leap years are at most eight years apart, so February 29 comes up within this limit. */
const mostYearsAhead = 8;

/** Returns the first such day on or after the day of filing. */
function nextSuchDay(monthNumber = '', day = '', filed: string): string | undefined {
  const filedIn = Number(filed.slice(0, 4));
  for (let year = filedIn; year <= filedIn + mostYearsAhead; year += 1) {
    const date = calendarDay(String(year), monthNumber, day);
    if (date && date >= filed) return date;
  }
  return undefined;
}

/** Parses ISO, "Nov 21, 2026" or "11/21/2026"; undefined if absent or not a calendar day. */
export function filedDay(filed: string | undefined): string | undefined {
  const day = filed === undefined ? undefined : dayOf(filed);
  return day ? calendarDay(...(day.split('-') as [string, string, string])) : undefined;
}

type CountedDays = Readonly<{ start: number; end: number; days: number }>;

// biome-ignore format: a list of words
const words: Readonly<Record<string, number>> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, ten: 10, fourteen: 14, fifteen: 15, twenty: 20,
  'twenty-one': 21, 'twenty-eight': 28, thirty: 30, 'forty-five': 45, sixty: 60, ninety: 90,
};

const count = String.raw`(?:(?:[a-z]+(?:-[a-z]+)? )?\((\d{1,3})\)|(\d{1,3})|(${Object.keys(words).join('|')}))`;
const within = regex('gi')`\b(?:due )?(?:within|in|no later than|not later than|has|have|had|up to|granted|due|by|for
  |allowed|given|an? additional)? ?(?:an? additional )?${count}[ -](?:calendar |business |court |working )?(?:days?
  |(week)s?)\b`;
const inBrackets = /\((\d{1,3})[ -]days?\)/gi;

const runsFrom = '^ ?(?:of|from|after|following|upon) (?:the )?';
// "5 days before the hearing" and "14 days after service of the motion" do not count from this filing.
const fromHere = regex('i')`${runsFrom}(?:date |day )?(?:of |on )?(?:the )?(?:entry |service |issuance |filing |signing
  |receipt )?(?:of )?(?:this(?: \w+)?|(?:(?:the )?order(?! (?:terminating|closing|for relief))|the (?:notice|entry
  |letter|memorandum|report|recommendation|opinion|decision|filing)|service|entry|today|hereof|thereof|its date)\b
  (?! of\b| (?:up)?on (?:the|an?|any|\d+|motions?)\b))\b`;
// "28 days after entry of judgment" counts from this filing only if it is the judgment.
const fromJudgment = new RegExp(`${runsFrom}(?:date of )?(?:the )?(?:entry of )?(?:the )?(?:final )?judgment\\b`, 'i');
const counted = regex('i')`^ ?(?:thereafter|later|before|prior|preceding|in advance|after|from|of|following|earlier|ago
  |upon|once|post)\b`;
// "Failure to make service within 120 days": the period is over.
const failed = /\b(?:failure|failed|failing) to [^.;:]{1,50}$/i;
const strong = /^(?:within|no later than|not later than|due)\b/i;

export function countedDays(text: string, type: EntryType): CountedDays[] {
  const found: CountedDays[] = [];
  for (const match of text.matchAll(within)) {
    const end = match.index + match[0].length;
    const said = Number(match[1] ?? match[2] ?? words[match[3]?.toLowerCase() ?? '']);
    const days = said * (match[4] ? 7 : 1);
    const isOver = failed.test(text.slice(Math.max(0, match.index - 60), match.index));
    const beginning = isOver ? undefined : beginningSaid(match[0], text.slice(end, end + 80), type);
    if (beginning !== undefined) found.push({ start: match.index, end: end + beginning.length, days });
  }
  // "(21 days)" in a summons is the time to answer. In other entries it is a duration.
  for (const match of type === 'service' ? text.matchAll(inBrackets) : []) {
    found.push({ start: match.index, end: match.index + match[0].length, days: Number(match[1]) });
  }
  return found.filter(({ days }) => days > 0).slice(0, 100);
}

/** Returns the words that say where a count begins, ` of this order` or ''; undefined if that is not this filing. */
function beginningSaid(said: string, rest: string, type: EntryType): string | undefined {
  if (!counted.test(rest)) return strong.test(said) ? '' : undefined;
  return (fromHere.exec(rest) ?? (type === 'judgment' ? fromJudgment.exec(rest) : null))?.[0];
}
