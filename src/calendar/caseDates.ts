import type { CaseDate, Standing } from './caseDate.ts';
import type { DateLine, DateSource } from './dateLine.ts';
import { meantBy, meantToSet, numbersOf, sameParty } from './meantEvents.ts';

/** One filing with what it does to the calendar. */
export interface FiledLines<Source extends DateSource = DateSource> {
  readonly source: Source;
  readonly lines: readonly DateLine[];
}

/**
 * The dates of a case as they stand after all its filings, in their order; the same for the filings in any order. A later filing
 * that sets an event again moves it; one that cancels it cancels it. Where it is not certain which event a filing means, nothing
 * is moved and both days are kept: readers notice a superfluous date, but not a missing one.
 */
export function caseDates<Source extends DateSource>(filings: readonly FiledLines<Source>[]): CaseDate<Source>[] {
  const inOrder = [...filings].sort(
    ({ source: a }, { source: b }) => compare(a.filed ?? '', b.filed ?? '') || a.seq - b.seq,
  );
  const events: Standing<Source>[] = [];
  for (const { source, lines } of inOrder) {
    const touched = new Set<number>();
    for (const line of lines) if (line.act !== 'cancels') setOne(events, line, source, touched);
    for (const line of lines) if (line.act === 'cancels') cancel(events, line, source, touched);
  }
  return events
    .map(({ kind: _, numbers: __, ...date }) => date)
    .sort((a, b) => compare(a.date, b.date) || compare(a.time ?? '', b.time ?? '') || compare(a.id, b.id));
}

function setOne<Source extends DateSource>(
  events: Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: Set<number>,
): void {
  const { date } = line;
  if (date === undefined) return;
  const index = meantToSet(events, { ...line, date }, source, touched);
  const known = index === undefined ? undefined : events[index];
  if (index === undefined || known === undefined) {
    touched.add(events.push(newEvent(events, { ...line, date }, source)) - 1);
    dropAsked(events, line, source, touched);
    return;
  }
  touched.add(index);
  const time = line.time ?? (date === known.date ? known.time : undefined);
  const status = line.act === 'asks' ? known.status : 'set';
  const same = date === known.date && time === known.time && status === known.status;
  events[index] = {
    ...known,
    date,
    time,
    status,
    days: line.days,
    words: line.words,
    source,
    sequence: known.sequence + (same ? 0 : 1),
    numbers: new Set([...known.numbers, ...numbersOf(source)]),
  };
  dropAsked(events, line, source, touched);
}

/** Once a court has set a day, the days that parties asked for no longer stand. */
function dropAsked<Source extends DateSource>(
  events: Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: ReadonlySet<number>,
): void {
  if (line.act === 'asks') return;
  for (const [index, event] of events.entries()) {
    const answered = event.status === 'asked' && event.what === line.what && event.subject === line.name;
    if (!answered || touched.has(index) || !sameParty(event, line)) continue;
    events[index] = { ...event, status: 'cancelled', sequence: event.sequence + 1, source };
  }
}

function newEvent<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine & { readonly date: string },
  source: Source,
): Standing<Source> {
  const { what, name, kind, party, date, time, days, words } = line;
  const id = [what, name, party, date].join('|');
  const twins = events.filter((event) => event.id === id || event.id.startsWith(`${id}#`)).length;
  return {
    id: twins === 0 ? id : `${id}#${twins + 1}`,
    what,
    subject: name,
    party,
    date,
    time,
    days,
    words,
    status: line.act === 'asks' ? 'asked' : 'set',
    sequence: 0,
    source,
    kind,
    numbers: new Set(numbersOf(source)),
  };
}

function cancel<Source extends DateSource>(
  events: Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: Set<number>,
): void {
  for (const index of meantBy(events, line, source, touched)) {
    const event = events[index];
    if (event === undefined || event.status === 'cancelled') continue;
    events[index] = { ...event, status: 'cancelled', sequence: event.sequence + 1, words: line.words, source };
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
