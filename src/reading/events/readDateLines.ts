import { dayMs, utcDay } from '../../base/time.ts';
import type { EntryDate, EntryReading, EntryType } from '../../records/entryReading.ts';
import { filedDay, findDays } from '../dates/findDays.ts';
import { partsOf } from '../entryParts.ts';
import { endsOrReopens } from '../phase.ts';
import { regex } from '../rule.ts';
import { ofParties, readCancellations } from './cancellations.ts';
import { type DateLine, saysWhatIsDue } from './dateLine.ts';
import { plainParty, subjectOf } from './subject.ts';

const asking: ReadonlySet<EntryType> = new Set([
  'motion',
  'stipulation',
  'letter',
  'brief',
  'response',
  'reply',
  'status',
]);
const againSaid = regex('i')`\b(?:re-?set|re-?schedul\w*|extend\w*|enlarg\w*|continued|adjourned|postponed|moved to
  |advanced to|now due|(?:corrected|changed) to|(?:amended|corrected) (?:[a-z-]+ ){0,3}(?:order|notice|schedule
  |calendar)|set/reset|vacated and|new deadline)\b`;
/** A hearing that a party's paper only says to be adjourned may be so. */
const asksToMove = regex('i')`\b(?:to (?:continue|re-?schedule|re-?set|adjourn|postpone|move|extend|advance)
  |be (?:continued|re-?scheduled|re-?set|adjourned|postponed|moved|extended|advanced)|(?:continu|re-?schedul|re-?sett
  |adjourn|postpon|mov|extend|advanc)ing)\b`;
const setByCourt = /\b(?:set|scheduled|due|held|noticed|deadline)\b/i;

export function readDateLines(text: string, reading: EntryReading, dateFiled: string): DateLine[] {
  const filed = filedDay(dateFiled);
  // Without the clerk's stamp at its end, whose day is no event's.
  const { whole } = partsOf(text);
  const set = new Set(reading.dates.flatMap((each) => ('date' in each ? [each.date] : [])));
  const named = [...new Set(findDays(whole, filed).map(({ date }) => date))].filter((day) => !set.has(day));
  const again = againSaid.test(whole) || reading.about.includes('extension');
  // What parties file repeats the days of others, or asks for new ones; of depositions alone it says when they are.
  const isRepeated = ofParties.has(reading.type) && reading.type !== 'discovery';
  const sets = reading.dates.map((date): DateLine => {
    const { what, words, time } = date;
    const subject = subjectOf(words, what, reading.about);
    const party = subject.name === 'answer' && subject.party === '' ? partyServed(whole, words) : subject.party;
    const wanted = what === 'deadline' ? again : asksToMove.test(words);
    const asks = asking.has(reading.type) && wanted && !setByCourt.test(words);
    const supersedes =
      what === 'deadline' && setsSchedule(reading) && saysWhatIsDue(subject.name) && !perPaper.test(subject.name);
    return {
      act: asks ? 'asks' : 'sets',
      what,
      ...subject,
      party,
      ...whenOf(date, filed),
      time,
      words,
      moves: isRepeated && !asks ? 'none' : again ? 'again' : 'name',
      named,
      ...(supersedes && { supersedes }),
    };
  });
  return [...eachOnce(sets), ...readCancellations(whole, reading, named), ...readEnd(whole, reading)];
}

/** A deadline that the entry names with and without its party is one: `Answer due (Rival Inc)`. */
function eachOnce(lines: readonly DateLine[]): DateLine[] {
  const isSame = (one: DateLine, other: DateLine) =>
    one.what === 'deadline' && one.what === other.what && one.name === other.name && one.date === other.date;
  return lines.filter((line) => line.party !== '' || !lines.some((other) => other.party !== '' && isSame(line, other)));
}

/** Deadlines of which a case has many at once, or one after the other. */
const perPaper = regex()`\b(?:report|letter|status|update|response|opposition|objection|reply|brief|memorandum|motion
  |submission|answer|statement|notice)$`;

function setsSchedule({ type, about }: EntryReading): boolean {
  return type === 'order' && about.includes('scheduling');
}

function readEnd(text: string, reading: EntryReading): DateLine[] {
  const said = endsOrReopens(reading, text);
  if (said === undefined) return [];
  const act = said === 'ended' ? 'ends' : 'reopens';
  return [{ act, what: 'hearing', name: '', kind: 'generic', party: '', words: '', moves: 'none', named: [] }];
}

function whenOf(date: EntryDate, filed: string | undefined): Pick<DateLine, 'date' | 'days'> {
  if ('date' in date) return { date: date.date };
  if (filed === undefined) return { days: date.days };
  const at = new Date(Date.parse(filed) + date.days * dayMs);
  return { days: date.days, date: utcDay(at) };
}

/** "Rival Inc. served on 11/25/2026, answer due 12/16/2026": the party stands before the day of service. */
function partyServed(text: string, words: string): string {
  const at = text.indexOf(words);
  const before = at < 0 ? '' : text.slice(Math.max(0, at - 160), at);
  const name = /(?:^|[.;:] +|by |upon |on )([A-Z][^;:]{1,80}?) served on [^;]{0,30}$/.exec(before)?.[1] ?? '';
  return plainParty(name.replace(/^.*\. (?=[A-Z])/, ''));
}
