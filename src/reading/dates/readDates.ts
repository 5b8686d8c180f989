import type { EntryDate, EntryType } from '../entryReading.ts';
import { timeAfter, timeBefore } from './clockTime.ts';
import { countedDays } from './countedDays.ts';
import { type DayContext, roleOf } from './dayRole.ts';
import { findDays, type NamedDay } from './findDays.ts';
import { movedHour } from './movedHour.ts';

// "An order will be sent within two days": only the clerk has something to do.
const courtsOwnPromise = /\bwill be (?:sent|issued|mailed|transmitted)\b/i;
const disregarded = /^\W{0,5}(?:please disregard|(?:entered|filed|docketed) in error|court deleted)/i;
const longestContext = 240;
const longestWords = 200;

// A paper that is withdrawn is named as it was entered, with the days that it set.
const withdrawn = /^\W{0,5}(?:notice of )?withdrawal\b/i;
const relatedPapers = /\((?:re:? ?)?related (?:document|doc)[^()]{0,600}(?:\([^()]{0,80}\)[^()]{0,300}){0,4}\)/gi;
const blanks = (piece: string): string => ' '.repeat(piece.length);

interface Placed {
  readonly start: number;
  readonly date: EntryDate;
  /** The time until this day does not count toward the trial. */
  readonly endsExclusion: boolean;
}

/** The days that a text sets for the future of its case; `filed` is the ISO day it was filed on, where known. */
export function readDates(text: string, type: EntryType, filed: string | undefined): EntryDate[] {
  if (disregarded.test(text)) return [];
  const placed: Placed[] = [];
  const days = findDays(withdrawn.test(text) ? text.replace(relatedPapers, blanks) : text, filed);
  for (const [index, day] of days.entries()) {
    const read = readDay(text, type, day, days[index - 1], filed);
    if (read) placed.push({ start: day.start, date: read, endsExclusion: endsExclusion(text, day) });
  }
  if (countsDays(type, placed.length > 0)) {
    for (const { start, end, days: counted } of countedDays(text, type === 'service')) {
      const words = text.slice(sentenceStart(text, start), end);
      if (!courtsOwnPromise.test(words))
        placed.push({
          start,
          date: { days: counted, what: 'deadline', words: shortened(words) },
          endsExclusion: false,
        });
    }
  }
  placed.sort((one, other) => one.start - other.start);
  // "Time excluded until 3/1/2026 … trial set for 3/1/2026": the day belongs to the trial.
  const held = hearingDays(placed.map(({ date }) => date));
  const kept = placed.filter(({ date, endsExclusion }) => !endsExclusion || !held.has(dayOf(date)));
  return withoutRepeats(
    kept.map(({ date }) => date),
    type,
  );
}

const dayOf = (date: EntryDate): string | undefined => ('date' in date ? date.date : undefined);

function hearingDays(dates: readonly EntryDate[]): ReadonlySet<string | undefined> {
  return new Set(dates.filter(({ what }) => what === 'hearing').map(dayOf));
}

function endsExclusion(text: string, day: NamedDay): boolean {
  return /\bexclud[^.;()]{0,80}\buntil $/i.test(text.slice(sentenceStart(text, day.start), day.start));
}

// Parties' papers count days that statutes and rules set; transcripts mostly print their days as dates too.
function countsDays(type: EntryType, namesDays: boolean): boolean {
  if (type === 'transcript') return !namesDays;
  return !['complaint', 'evidence', 'brief', 'motion', 'response', 'reply'].includes(type);
}

// An order repeats what the motion asked for, and sets days of its own.
const asked =
  /\b(?:motions?|letters?|applications?|plaintiffs?|defendants?|parties|counsel|government) (?:requests?|requested|seeks?|sought|asks?|asked) (?:that|the court|to|for|an?)\b/;
const decidedThere = /\b(?:(?:grant|allow|approv|order)\w*|(?:re)?(?:set|scheduled)|continued|extended)\b/;

function onlyAsked(type: EntryType, sentence: string): boolean {
  return type === 'order' && asked.test(sentence) && !decidedThere.test(sentence);
}

function readDay(
  text: string,
  type: EntryType,
  day: NamedDay,
  previous: NamedDay | undefined,
  filed: string | undefined,
): EntryDate | undefined {
  if (filed && day.date < filed) return undefined;
  const from = sentenceStart(text, day.start);
  const rest = text.slice(day.end, day.end + longestContext);
  const after = timeAfter(rest);
  const before = after ? undefined : timeBefore(text.slice(Math.max(from, day.start - 40), day.start));
  const start = day.start - (before?.length ?? 0);
  const end = day.end + (after?.length ?? 0);
  const clause = Math.min(previous ? Math.max(from, previous.end) : from, start);
  const sentence = text.slice(from, start).toLowerCase();
  if (onlyAsked(type, sentence)) return undefined;
  const context: DayContext = {
    before: text.slice(clause, start).toLowerCase(),
    sentence,
    after: restOfSentence(rest, after?.length ?? 0),
    hasTime: after !== undefined || before !== undefined,
    yearless: day.yearless,
  };
  const hour = movedHour(sentence, context.after);
  if (hour) {
    const words = shortened(text.slice(from, end + hour.length).trim());
    return { date: day.date, time: hour.time, what: 'hearing', words };
  }
  return withRole(context, day.date, (after ?? before)?.time, shortened(text.slice(clause, end).trim()), type, filed);
}

function withRole(
  context: DayContext,
  date: string,
  time: string | undefined,
  words: string,
  type: EntryType,
  filed: string | undefined,
): EntryDate | undefined {
  const role = roleOf(context);
  // On the day of filing itself, only an hour is still to come: in court, or until which something is due.
  if (!role || (date === filed && !time)) return undefined;
  // "Release of Transcript Restriction set for 1/28/2015": a transcript sets deadlines, never hearings.
  return { date, ...(time ? { time } : {}), what: type === 'transcript' ? 'deadline' : role, words };
}

// "at 9:30 a.m. The motion is continued": the point belongs to both the time and the sentence.
function restOfSentence(rest: string, from: number): string {
  const after = rest.slice(from);
  return rest[from - 1] === '.' && /^ [A-Z]/.test(after) ? '' : after.toLowerCase();
}

const sentenceEnds =
  /(?<!\b(?:no|nos|v|vs|inc|mr|mrs|ms|dr|hon|jr|sr|st|rm|ste|dkt|doc|ch|co|corp|ltd|[a-z]))\. (?=[A-Z0-9(*"])|; ?/gi;

function sentenceStart(text: string, at: number): number {
  const from = Math.max(0, at - longestContext);
  const piece = text.slice(from, at);
  let start = 0;
  for (const end of piece.matchAll(sentenceEnds)) start = end.index + end[0].length;
  return from + start;
}

// "ORDER re 7 Motion: answer now due 3/2/2027": the words after the colon say it, if they are more than the day.
function shortened(said: string): string {
  const colon = said.lastIndexOf(': ');
  const behind = said.slice(colon + 2);
  const words = colon >= 0 && /[a-z]{3} (?:[a-z] )*[a-z]{2}/i.test(behind) ? behind : said;
  return words.length > longestWords ? words.slice(-longestWords).replace(/^\S* /, '') : words.replace(/^[,;.) ]+/, '');
}

// A transcript names its day of release at the beginning and again at the end.
/** A hearing that is named twice counts once, with its time where one is given; two deadlines on one day stay two. */
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
