import { zoneNamed } from '../../records/courts.ts';
import type { EntryDate, EntryType } from '../../records/docket.ts';
import { isVoid, relatedPapers } from '../entryParts.ts';
import { regex, source } from '../rule.ts';
import { type DayContext, event2, roleOf, someDay, toDay } from './dayRole.ts';
import { countedDays, findDays, monthBegins, type NamedDay } from './findDays.ts';

// "An order will be sent within two days" sets a deadline for nobody but the clerk.
const courtsOwnPromise = /\bwill be (?:sent|issued|mailed|transmitted)\b/i;
const disregarded = /^\W{0,5}(?:court deleted|cancell?ed\b(?! (?:and|&) re))/i;
const longestContext = 240;
const longestLead = 60; // Characters before a day that are searched for its hour.
const longestWords = 200;

// A withdrawal quotes the withdrawn paper with the dates that it set.
const withdrawn = /^\W{0,5}(?:notice of )?withdrawal\b/i;
const blanks = (piece: string): string => ' '.repeat(piece.length);

interface Placed {
  readonly start: number;
  readonly date: EntryDate;
  readonly endsExclusion: boolean; // True if the day ends a period that does not count toward the time to trial.
}

export function readDates(text: string, type: EntryType, filed: string | undefined): EntryDate[] {
  if (disregarded.test(text) || isVoid(text)) return [];
  const placed: Placed[] = [];
  const days = findDays(withdrawn.test(text) ? text.replace(relatedPapers, blanks) : text, filed);
  let unset: NamedDay[] = [];
  for (const [index, day] of days.entries()) {
    const read = readDay(text, type, { day, previous: days[index - 1], first: days[index - 2], unset }, filed);
    unset = read ? [] : [...unset.filter(({ date }) => !filed || date >= filed), day];
    if (read) placed.push({ start: day.start, date: read, endsExclusion: endsExclusion(text, day) });
  }
  if (countsDays(type, placed.length > 0)) {
    for (const { start, end, days: counted } of countedDays(text, type)) {
      const words = text.slice(sentenceStart(text, start), end);
      const date: EntryDate = { days: counted, what: 'deadline', words: shortened(words) };
      if (!courtsOwnPromise.test(words)) placed.push({ start, date, endsExclusion: false });
    }
  }
  placed.sort((one, other) => one.start - other.start);
  // "Time excluded until 3/1/2026 … trial set for 3/1/2026": the day is the day of the trial.
  const held = hearingDays(placed.map(({ date }) => date));
  const kept = placed.filter(({ date, endsExclusion }) => !endsExclusion || !held.has(dayOf(date)));
  const dates = kept.map(({ date }) => date);
  return withoutRepeats(dates, type);
}

const dayOf = (date: EntryDate): string | undefined => ('date' in date ? date.date : undefined);

function hearingDays(dates: readonly EntryDate[]): ReadonlySet<string | undefined> {
  return new Set(dates.filter(({ what }) => what === 'hearing').map(dayOf));
}

function endsExclusion(text: string, day: NamedDay): boolean {
  return /\bexclud[^.;()]{0,80}\buntil $/i.test(text.slice(sentenceStart(text, day.start), day.start));
}

// Papers of parties cite periods of statutes and rules. Transcripts mostly print the dates as well.
function countsDays(type: EntryType, namesDays: boolean): boolean {
  if (type === 'transcript') return !namesDays;
  return !['complaint', 'evidence', 'brief', 'motion', 'response', 'reply'].includes(type);
}

// An order repeats what the motion asked for, and also sets days itself.
const asked = regex()`\b(?:motions?|letters?|applications?|plaintiffs?|defendants?|parties|counsel
  |government) (?:requests?|requested|seeks?|sought|asks?|asked) (?:that|the court|to|for|an?|until|through)\b`;
const decidedThere = /\b(?:(?:grant|allow|approv|order)\w*|(?:re)?(?:set|scheduled)|continued|extended)\b/;

function onlyAsked(type: EntryType, sentence: string): boolean {
  return type === 'order' && asked.test(sentence) && !decidedThere.test(sentence);
}

// "shall file a response before 5:00 p.m. on 3/1/2026"
const beforeHour = /(?<!\bif [^.;]{0,60})\b(?:before|prior to) $/;

/** A day and the two before it. `unset`: the days right before it that are no dates of the entry. */
type DayInText = Readonly<{
  day: NamedDay;
  previous: NamedDay | undefined;
  first: NamedDay | undefined;
  unset: readonly NamedDay[];
}>;

function readDay(text: string, type: EntryType, here: DayInText, filed: string | undefined): EntryDate | undefined {
  const { day, previous } = here;
  if (filed && day.date < filed) return undefined;
  const from = sentenceStart(text, day.start);
  const rest = text.slice(day.end, day.end + longestContext);
  const after = timeAfter(rest);
  const before = after ? undefined : timeBefore(text.slice(Math.max(from, day.start - longestLead), day.start));
  const behind = after ?? (before ? undefined : timeOfEvent(rest));
  const start = day.start - (before?.length ?? 0);
  const end = day.end + (behind?.length ?? 0);
  const clause = Math.min(previous ? Math.max(from, previous.end) : from, start);
  const sentence = text.slice(from, start).toLowerCase();
  if (onlyAsked(type, sentence)) return undefined;
  const lead = text.slice(clause, start).toLowerCase();
  const context: DayContext = {
    before: before ? lead.replace(beforeHour, 'by ') : lead,
    sentence,
    after: restOfSentence(rest, after?.length ?? 0),
    hasTime: (before ?? behind) !== undefined,
    yearless: day.yearless,
  };
  const hour = movedHour(sentence, context.after);
  if (hour) {
    const words = shortened(text.slice(from, day.end + (after?.length ?? 0) + hour.length).trim());
    return { date: day.date, time: hour.time, what: 'hearing', words };
  }
  const quoted = twoDays.test(context.after) ? clause : (beforeMove(text, here, from, start) ?? clause);
  return withRole(context, day.date, (before ?? behind)?.time, shortened(text.slice(quoted, end).trim()), type, filed);
}

/**
 * "Markman hearing reset from 3/1/2026 to 4/1/2026": the words of the new day begin before the old one. Of two old
 * days before it, nobody can say which one it replaces.
 */
function beforeMove(text: string, { first, unset }: DayInText, from: number, to: number): number | undefined {
  const [old, other] = unset.filter(({ start }) => start >= from).toReversed();
  if (old === undefined || other !== undefined) return undefined;
  const before = text.slice(onlyFrom.test(text.slice(from, old.start)) ? 0 : from, old.start);
  return moves(before, text.slice(old.end, to)) ? Math.max(from, first?.end ?? 0) : undefined;
}

// "The trial set for 3/1/2026 and the conference set for 2/1/2026 are moved to 5/1/2026 and 4/1/2026"
const twoDays = regex()`^,? (?:and|&) (?:to |for |until )?${someDay}`;

// "NOTICE of Rescheduled Hearing: Status Conference. From 3/1/2026 to 4/1/2026"
const onlyFrom = regex('i')`^from ${toDay}$`;

function withRole(
  context: DayContext,
  date: string,
  time: string | undefined,
  words: string,
  type: EntryType,
  filed: string | undefined,
): EntryDate | undefined {
  const role = roleOf(context);
  // On the day of filing, only a time can still be ahead: a hearing, or the hour of a deadline.
  if (!role || (date === filed && !time)) return undefined;
  // "Release of Transcript Restriction set for 1/28/2015": a transcript sets deadlines, never hearings.
  return { date, ...(time ? { time } : {}), what: type === 'transcript' ? 'deadline' : role, words };
}

// "at 9:30 a.m. The motion is continued": the point ends both the time and the sentence.
function restOfSentence(rest: string, from: number): string {
  const after = rest.slice(from);
  return rest[from - 1] === '.' && /^ [A-Z]/.test(after) ? '' : after.toLowerCase();
}

const sentenceEnds =
  /(?<!\b(?:no|nos|v|vs|inc|mr|mrs|ms|dr|hon|jr|sr|st|rm|ste|dkt|doc|ch|co|corp|ltd|al|[a-z]))\. (?=[A-Z0-9(*"])|; ?/gi;

export function sentenceStart(text: string, at: number): number {
  const from = Math.max(0, at - longestContext);
  const piece = text.slice(from, at);
  let start = 0;
  for (const end of piece.matchAll(sentenceEnds)) start = end.index + end[0].length;
  return from + start;
}

// "ORDER re 7 Motion: answer now due 3/2/2027": keeps the words after the colon, unless these are only the day.
function shortened(said: string): string {
  const colon = said.lastIndexOf(': ');
  const behind = said.slice(colon + 2);
  const words = colon >= 0 && /[a-z]{3} (?:[a-z] )*[a-z]{2}/i.test(behind) ? behind : said;
  return words.length > longestWords ? words.slice(-longestWords).replace(/^\S* /, '') : words.replace(/^[,;.) ]+/, '');
}

// A transcript names the same dates at its beginning and at its end.
function withoutRepeats(dates: readonly EntryDate[], type: EntryType): EntryDate[] {
  const seen = new Set<string>();
  const timed = hearingDays(dates.filter(({ time }) => time !== undefined));
  return dates.filter((date) => {
    const isHearing = date.what === 'hearing';
    if (isHearing && date.time === undefined && timed.has(dayOf(date))) return false;
    const oneADay = isHearing || type === 'transcript';
    const key = oneADay && 'date' in date ? `${date.date} ${date.time ?? ''}` : JSON.stringify(date);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const moved = regex()`^(?:[^.;/\d]{0,60}\b(?:${event2})\b)?[^.;/\d]{0,60}?\b(?:advanced|moved|changed|reset|rescheduled
  |continued) (?:from [\d:]{1,5} ?[ap]\.?m\.? )?to(?= )`;
const ofAnotherDay = regex()`^,? ?(?:on |of )?(?!that\b|the same\b)(?:\w+day\b|\d|${monthBegins})`;

/** "the hearing set for 6/8/2026 is advanced to 8:15 AM on that date", in lower case. Also returns the length used. */
export function movedHour(before: string, after: string): ClockTime | undefined {
  const found = moved.exec(after);
  if (!found || !new RegExp(`\\b(?:${event2})\\b`).test(before + found[0])) return undefined;
  const rest = after.slice(found[0].length);
  const time = timeAfter(rest);
  if (!time || ofAnotherDay.test(rest.slice(time.length))) return undefined;
  return { time: time.time, length: found[0].length + time.length };
}

type ClockTime = Readonly<{ time: string; length: number }>;

const clock = source`(?:(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)? ?([ap])(?:\. ?m\.|\.? ?m\b)|(\d{1,2}):(\d{2})(?![\d:])
  |\b(?:12(?::00)? ?)?(noon|midnight))`;
const between = source`\)?[ ,;]{0,3}(?:\(?[a-z]{3,6}day\)?,? )?(?:(?:hearing )?time:? ?)?(?:at|@|from|by|beginning at
  |commencing at|starting at|-|,)? ?(?:the hour of |approximately |about )?`;
// "10:00 AM Central Islip", "10:00 AM Ct. Rm. 4" and "9:00 AM (est. 2 hours)" name no zone.
export const zone = source`(?: ?\(?((?:[ecmp][sd]?t|[ecmp]\.(?:[sd]\.)?t\.|ak[sd]?t|ast|hst|chst|utc|gmt)(?!\w|\. ?\d
  |\.? ?\(?(?:room|rm|reporter)\b)(?: time\b)?|(?:eastern|central|mountain|pacific|atlantic|alaska|hawaii(?:an)?|arizona
  |chamorro)(?: (?:standard|daylight|prevailing))? time\b|(?:eastern|central|mountain|pacific)(?: (?:standard
  |daylight)\b|(?= ?$|[.,;)/]| (?:on|in|at|before|via|by|to|and|or|for|with|this|next|today|tomorrow|\d
  |\(?[a-z]{3,6}day)\b)))\)?)?`;
const after = new RegExp(`^${between}${clock}${zone}`, 'i');
const before = regex('i')`${clock}${zone}\)?,? ?${toDay}$`;

export function timeAfter(text: string): ClockTime | undefined {
  const found = after.exec(text);
  return found ? read(found) : undefined;
}

// "the 12/8/2026 conference at 9:00 AM", "the 12/8/2026 hearing is restored to the calendar at 10:00 AM"
const eventAt = regex('i')`^(?: (?:[a-z-]+ ){0,3}?(?:${event2})(?: (?:is|shall be|will be) (?:restored
  |reinstated)[a-z ]{0,30})?| (?:will|shall) (?:begin|start|commence|proceed))(?=,? at )`;

function timeOfEvent(rest: string): ClockTime | undefined {
  const said = eventAt.exec(rest)?.[0];
  const time = said === undefined ? undefined : timeAfter(rest.slice(said.length));
  return time && { ...time, length: (said?.length ?? 0) + time.length };
}

const clocks = regex('gi')`${clock}${zone}`;

/** Returns the IANA zone that the words of a date name beside its hour, which is the last one there. */
export function zoneWritten({ time, words }: EntryDate): string | undefined {
  const said = time === undefined ? undefined : [...words.matchAll(clocks)].at(-1)?.[7];
  return said === undefined ? undefined : zoneNamed(said);
}

const moveVerb = source`(?:re-?set|re-?schedul|re-?notic|continu|mov(?=e[ds]?\b|ing)|chang|adjourn|postpon|exten[ds]
  |enlarg|advanc|vacat)[a-z]*`;
const saysMove = new RegExp(`\\b${moveVerb}`, 'i');
const onlyMove = regex(
  'i',
)`^(?:${between}${clock}${zone})?\)?[ ,…]*(?:(?:which|that|is|are|was|were|has|have|had|be|been
  |shall|will|hereby|now|and|set|scheduled|cancell?ed|stricken|${moveVerb})[ ,]+)*(?:to|until|through|for|on)
  (?: and including)? ${toDay}$`;

function moves(before: string, between: string): boolean {
  return onlyMove.test(between) && saysMove.test(before + between);
}

/** Returns the day that the words of a date replace: 3/1/2026 in "hearing reset from 3/1/2026 to 4/1/2026". */
export function dayReplaced(words: string, filed: string | undefined): string | undefined {
  const [old, day] = findDays(words, filed).slice(-2);
  if (old === undefined || day === undefined) return undefined;
  const between = words.slice(old.end, day.start);
  return onlyMove.test(between.slice(0, between.length - (timeBefore(between)?.length ?? 0))) ? old.date : undefined;
}

export function timeBefore(text: string): ClockTime | undefined {
  const found = before.exec(text);
  return found ? read(found) : undefined;
}

function read(found: RegExpExecArray): ClockTime | undefined {
  const [whole, hour, minute, half, bareHour, bareMinute, word] = found;
  const length = whole.length;
  if (word) return { time: word.toLowerCase() === 'noon' ? '12:00' : '23:59', length };
  const time = half ? clockOf(Number(hour), minute, half) : officeHour(Number(bareHour), bareMinute);
  return time ? { time, length } : undefined;
}

function clockOf(hour: number, minute = '00', half: string): string | undefined {
  if (hour > 23 || Number(minute) > 59) return undefined;
  const afternoon = half.toLowerCase() === 'p' && hour < 12;
  const midnight = half.toLowerCase() === 'a' && hour === 12;
  return `${String(hour + (afternoon ? 12 : midnight ? -12 : 0)).padStart(2, '0')}:${minute}`;
}

// No court sits between one and seven in the morning, so "at 2:00" means the afternoon.
function officeHour(hour: number, minute = '00'): string | undefined {
  if (hour > 23 || Number(minute) > 59) return undefined;
  return `${String(hour >= 1 && hour <= 6 ? hour + 12 : hour).padStart(2, '0')}:${minute}`;
}
