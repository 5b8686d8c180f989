import type { DayKind } from '../reading/entryReading.ts';
import type { DateLine, DateSource } from './dateLine.ts';

/** A date of a case as it stands after all its filings. */
export interface CaseDate<Source extends DateSource = DateSource> {
  /** Stays the same when the date moves: what it is, how it is called, and the day for which it was first set. */
  readonly id: string;
  readonly what: DayKind;
  /** `markman hearing`, `answer` */
  readonly subject: string;
  readonly party: string;
  readonly date: string;
  readonly time: string | undefined;
  readonly days: number | undefined;
  readonly words: string;
  /** `asked`: a party wants it, no court has set it. */
  readonly status: 'set' | 'asked' | 'cancelled';
  /** How often it was changed: iCalendar's SEQUENCE. */
  readonly sequence: number;
  /** The filing that says it last. */
  readonly source: Source;
}

/** One filing with what it does to the calendar. */
export interface FiledLines<Source extends DateSource = DateSource> {
  readonly source: Source;
  readonly lines: readonly DateLine[];
}

interface Standing<Source extends DateSource> extends CaseDate<Source> {
  readonly kind: DateLine['kind'];
  /** Document numbers that it has to do with: its own filings and those that they refer to. */
  readonly numbers: ReadonlySet<string>;
}

/**
 * The dates of a case as they stand after all its filings, in their order; the same for the filings in any order. A later filing
 * that sets an event over again moves it; one that cancels it cancels it. Where it is not certain which event a filing means, nothing
 * is moved and the new day stands beside the old: a date too many is seen, a date lost is not.
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

/** What a court sets is of the events that are set; only where none is meant, of those that a party asked for. */
function meantToSet<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine & { readonly date: string },
  source: Source,
  touched: ReadonlySet<number>,
): number | undefined {
  for (const status of line.act === 'asks' ? (['asked'] as const) : (['set', 'asked'] as const)) {
    const index = restated(events, line, status) ?? moved(events, line, source, touched, status);
    if (index !== undefined) return index;
  }
  return undefined;
}

/** Once a court has set a day, what the parties asked for is answered. */
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

/** The same event on the same day, said once more. */
function restated<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine & { readonly date: string },
  status: CaseDate['status'],
): number | undefined {
  const index = events.findIndex(
    (event) =>
      event.status === status &&
      event.what === line.what &&
      event.date === line.date &&
      (event.subject === line.name || (line.what === 'hearing' && (event.kind !== 'named' || line.kind !== 'named'))) &&
      sameParty(event, line) &&
      (event.time === undefined || line.time === undefined || event.time === line.time),
  );
  return index < 0 ? undefined : index;
}

/** The event that a filing sets over again; undefined where none is meant for certain. */
function moved<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: ReadonlySet<number>,
  status: CaseDate['status'],
): number | undefined {
  const alike = indexesAhead(events, line, source, touched).filter(
    (index) => events[index]?.status === status && isAlike(events[index], line),
  );
  // "Set for 11/19 is vacated and reset to 11/23": the day itself says which event is meant.
  const byDay = line.moves === 'again' ? alike.filter((index) => line.named.includes(events[index]?.date ?? '')) : [];
  if (byDay.length === 1) return byDay[0];
  const sameName = alike.filter((index) => events[index]?.subject === line.name);
  const byName = line.moves === 'name' && line.kind === 'named' && line.what === 'hearing';
  return line.moves === 'again' || byName ? only(sameName, events, source) : undefined;
}

/** The only one; of several, the only one that has to do with the same documents. */
function only<Source extends DateSource>(
  candidates: readonly number[],
  events: readonly Standing<Source>[],
  source: Source,
): number | undefined {
  if (candidates.length <= 1) return candidates[0];
  const related = candidates.filter((index) => source.refersTo.some((number) => events[index]?.numbers.has(number)));
  return related.length === 1 ? related[0] : undefined;
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

function meantBy<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: ReadonlySet<number>,
): readonly number[] {
  const ahead = indexesAhead(events, line, source, touched);
  if (line.all) return ahead;
  const alike = ahead.filter((index) => isAlike(events[index], line));
  const byDay = alike.filter((index) => line.named.includes(events[index]?.date ?? ''));
  if (byDay.length > 0) return byDay;
  // Days that are none of ours say that another event is meant.
  if (line.named.some((day) => source.filed === undefined || day > source.filed)) return [];
  const meant = line.kind === 'named' ? alike.filter((index) => events[index]?.subject === line.name) : alike;
  const one = only(meant, events, source);
  return one === undefined ? [] : [one];
}

/** Events of the kind that lie ahead when the filing is made and that it has not touched itself. */
function indexesAhead<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: ReadonlySet<number>,
): number[] {
  return events.flatMap((event, index) =>
    (line.all || event.what === line.what) &&
    event.status !== 'cancelled' &&
    !touched.has(index) &&
    event.source.seq !== source.seq &&
    (source.filed === undefined || event.date >= source.filed)
      ? [index]
      : [],
  );
}

/** Whether a line can mean the event: names agree where both have one of their own. */
function isAlike<Source extends DateSource>(event: Standing<Source> | undefined, line: DateLine): boolean {
  if (event === undefined) return false;
  const named = event.kind === 'named' && line.kind === 'named';
  return (!named || event.subject === line.name) && sameParty(event, line);
}

function sameParty(event: { readonly party: string }, line: { readonly party: string }): boolean {
  return event.party === line.party || event.party === '' || line.party === '';
}

function numbersOf({ documentNumber, refersTo }: DateSource): string[] {
  return [...(documentNumber === '' ? [] : [documentNumber]), ...refersTo];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
