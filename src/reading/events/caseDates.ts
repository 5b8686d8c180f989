import type { Docket } from '../../records/docket.ts';
import type { CaseDate, DateLine, DateSource, EarlierDay, KnownDate } from './dateLine.ts';
import { plainParty, withoutTitle } from './subject.ts';

export interface FiledLines {
  readonly source: DateSource;
  readonly lines: readonly DateLine[];
}

/** A filing, and the events of the case that it is applied to. */
interface Filing {
  readonly events: KnownDate[];
  readonly source: DateSource;
  /** Indexes of the events that the filing has set. */
  readonly touched: Set<number>;
}

type DatedLine = DateLine & { readonly date: string };

/** Returns the dates of a case, whatever the order of `filings`. In doubt which event is meant, both days are kept. */
export function caseDates(
  filings: readonly FiledLines[],
  { dateTerminated = '', parties = [] }: Pick<Docket, 'dateTerminated' | 'parties'> = {},
): CaseDate[] {
  const inOrder = [...filings].sort(
    ({ source: a }, { source: b }) => compare(a.filed ?? '', b.filed ?? '') || a.seq - b.seq,
  );
  const events: KnownDate[] = [];
  for (const { source, lines } of inOrder) {
    const filing = { events, source, touched: new Set<number>() };
    for (const line of lines) if (line.act === 'sets' || line.act === 'asks') setOne(filing, line);
    for (const line of lines) {
      if (line.act === 'cancels' || line.act === 'may cancel') cancel(filing, line);
      if (line.act === 'answers') meetAsked(filing, line, parties);
      if (line.act === 'extends') orderAsked(filing);
    }
  }
  return events
    .map((event) => asCaseStands(event, inOrder, dateTerminated))
    .map(({ kind: _, numbers: __, by: ___, ...date }) => date)
    .sort((a, b) => compare(a.date, b.date) || compare(a.time ?? '', b.time ?? '') || compare(a.id, b.id));
}

function setOne(filing: Filing, line: DateLine): void {
  if (line.date === undefined) return;
  const dated = { ...line, date: line.date };
  const { events, source, touched } = filing;
  const meant = meantToSet(filing, dated);
  const [index, event] = meant
    ? [meant[0], setAgain(meant[1], dated, source)]
    : [events.length, newEvent(filing, dated)];
  events[index] = event;
  touched.add(index);
  supersede(events, line, [index, event]);
  dropAsked(filing, line);
}

function setAgain(
  known: KnownDate,
  { act, date, time: hour, timezone: zone, days, words, by }: DatedLine,
  source: DateSource,
): KnownDate {
  const [time, timezone] = hour || date !== known.date ? [hour, zone] : [known.time, known.timezone];
  const status = act === 'asks' ? known.status : 'set';
  const sameHour = date === known.date && time === known.time && timezone === known.timezone;
  const same = sameHour && status === known.status && known.doubt === undefined;
  return {
    ...known,
    date,
    time,
    timezone,
    status,
    days,
    words,
    source,
    doubt: undefined,
    earlier: date === known.date ? known.earlier : [dayOf(known), ...known.earlier],
    movedBy: date === known.date ? firstSeen(known.movedBy, source) : source,
    sequence: known.sequence + (same ? 0 : 1),
    by: by === known.by ? by : undefined,
    numbers: new Set([...known.numbers, source.documentNumber, ...source.refersTo]),
  };
}

/** A filing that is shown late, but repeats a day that was known, did not move it. */
function firstSeen(mover: DateSource | undefined, source: DateSource): DateSource | undefined {
  return mover !== undefined && source.seq < mover.seq ? source : mover;
}

function dayOf({ date, source }: KnownDate): EarlierDay {
  return { date, entry: source.documentNumber };
}

/** Marks earlier deadlines of the same name and party as superseded, if an order sets the schedule again. */
function supersede(events: KnownDate[], line: DateLine, [by, later]: Candidate): void {
  if (line.supersedes !== true || line.kind !== 'named') return;
  const { source } = later;
  const old = [...events.entries()].filter(
    ([, event]) =>
      event.status === 'set' &&
      event.what === line.what &&
      event.subject === line.name &&
      event.party === line.party &&
      event.source.seq !== source.seq &&
      event.date >= (source.filed ?? '9999'),
  );
  for (const [index, event] of old) {
    events[index] = { ...event, status: 'superseded', sequence: event.sequence + 1 };
  }
  const earlier = old
    .toReversed()
    .flatMap(([, event]) => (event.date === later.date ? event.earlier : [dayOf(event), ...event.earlier]));
  const [movedBy] = old.toReversed().flatMap(([, event]) => (event.date === later.date ? event.movedBy || [] : source));
  events[by] = { ...later, earlier: [...earlier, ...later.earlier], movedBy: movedBy ?? later.movedBy };
}

/** Applies the end of the case, which sets earlier dates aside, and its reopening, which restores them. */
function asCaseStands(event: KnownDate, inOrder: readonly FiledLines[], dateTerminated: string): KnownDate {
  const place = inOrder.findIndex(({ source }) => source.seq === event.source.seq);
  const turns = turnsOf(inOrder.slice(place + 1));
  // Each end or reopening raises the sequence, so that calendars accept the last state.
  const sequence = turns.reduce((sum, { act }) => sum + (act === 'ends' ? 1 : 2), event.sequence);
  const last = turns.at(-1);
  if (event.status !== 'set' && event.status !== 'asked') return { ...event, sequence };
  // A date that a party asks for after the end of the case is no date either.
  const isBefore = event.status === 'asked' || (event.source.filed ?? '') < dateTerminated;
  const before = dateTerminated !== '' && event.date > dateTerminated && isBefore;
  const goesOn = last?.act === 'reopens' && (last.source.filed ?? '') >= dateTerminated;
  if (before && !goesOn) {
    const isAsked = event.status === 'asked';
    return { ...event, status: 'case-ended', caseEnded: dateTerminated, isAsked, sequence: sequence + 1 };
  }
  const end = event.status === 'asked' ? turnsOf(inOrder).at(-1) : last;
  const ended = dateTerminated === '' && end?.act === 'ends' && event.date >= (end.source.filed ?? '9999');
  if (ended) return { ...event, doubt: end.source, sequence };
  return { ...event, sequence, reopened: last?.act === 'reopens' ? last.source : undefined };
}

function turnsOf(filings: readonly FiledLines[]) {
  return filings
    .flatMap(({ source, lines }) => lines.map(({ act }) => ({ act, source })))
    .filter(({ act }) => act === 'ends' || act === 'reopens');
}

/** Drops the days that parties asked for once a court has set one. */
function dropAsked({ events, source, touched }: Filing, line: DateLine): void {
  if (line.act === 'asks') return;
  for (const [index, event] of events.entries()) {
    const answered = event.status === 'asked' && event.what === line.what && event.subject === line.name;
    if (!answered || touched.has(index) || !sameParty(event, line)) continue;
    events[index] = { ...event, status: 'cancelled', sequence: event.sequence + 1, source };
  }
}

/**
 * Ends the days until which a party may answer, if they are asked for, once that party or all defendants answered. If
 * one of several defendants answered and the day is asked for "Defendant", it is kept with the name of that one.
 */
function meetAsked({ events, source }: Filing, { party }: DateLine, parties: readonly string[]): void {
  const answering = parties.find((one) => plainParty(one) === party);
  for (const [index, event] of events.entries()) {
    if (event.status !== 'asked' || event.by === undefined) continue;
    const who = withoutTitle(event.party || event.by);
    const mayBeMeant = /^(?:defendant|respondent)s?$/.test(who) && answering !== undefined;
    const sequence = event.sequence + 1;
    // With one party on each side, "Defendant" can only mean the party that answers.
    if (who === party || party === 'all defendants' || (mayBeMeant && parties.length === 2)) {
      events[index] = { ...event, status: 'superseded', metBy: source, sequence };
    } else if (mayBeMeant) {
      events[index] = { ...event, answered: [...(event.answered ?? []), { party: answering, source }], sequence };
    }
  }
}

/** Points from the days that parties ask for to an order that grants more time. */
function orderAsked({ events, source }: Filing): void {
  const isOf = ({ numbers }: KnownDate) =>
    source.refersTo.length === 0 || source.refersTo.some((one) => numbers.has(one));
  for (const [index, event] of events.entries())
    if (event.status === 'asked' && event.what === 'deadline' && isOf(event))
      events[index] = { ...event, orderedBy: source, sequence: event.sequence + 1 };
}

function newEvent({ events, source }: Filing, line: DatedLine): KnownDate {
  const { what, name, kind, party, date, time, timezone, days, words, by } = line;
  const id = [what, name, party, date].join('|');
  const twins = events.filter((event) => event.id === id || event.id.startsWith(`${id}#`)).length;
  return {
    id: twins === 0 ? id : `${id}#${twins + 1}`,
    what,
    subject: name,
    party,
    date,
    time,
    timezone,
    days,
    words,
    status: line.act === 'asks' ? 'asked' : 'set',
    earlier: [],
    sequence: 0,
    source,
    kind,
    by,
    numbers: new Set([source.documentNumber, ...source.refersTo]),
  };
}

function cancel(filing: Filing, line: DateLine): void {
  const { events, source } = filing;
  for (const [index, event] of meantBy(filing, line)) {
    const sequence = event.sequence + 1;
    events[index] =
      line.act === 'cancels'
        ? { ...event, status: 'cancelled', doubt: undefined, sequence, words: line.words, source }
        : { ...event, doubt: source, sequence };
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Candidate = readonly [index: number, event: KnownDate];

/** Looks among the events that are set first, then among those that a party asked for. */
function meantToSet(filing: Filing, line: DatedLine): Candidate | undefined {
  for (const status of line.act === 'asks' ? (['asked'] as const) : (['set', 'asked'] as const)) {
    const meant = restated(filing, line, status) ?? moved(filing, line, status);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

function restated({ events }: Filing, line: DatedLine, status: CaseDate['status']): Candidate | undefined {
  return [...events.entries()].find(
    ([, event]) =>
      event.status === status &&
      event.what === line.what &&
      event.date === line.date &&
      (event.subject === line.name || (line.what === 'hearing' && (event.kind !== 'named' || line.kind !== 'named'))) &&
      sameParty(event, line) &&
      (event.time === undefined || line.time === undefined || event.time === line.time),
  );
}

function moved(filing: Filing, line: DateLine, status: CaseDate['status']): Candidate | undefined {
  const alike = ahead(filing, line).filter(([, event]) => event.status === status && isAlike(event, line));
  // "Set for 11/19 is vacated and reset to 11/23": the old day identifies the event.
  const byDay = line.moves === 'again' ? alike.filter(([, event]) => line.named.includes(event.date)) : [];
  if (byDay.length === 1) return byDay[0];
  const sameName = alike.filter(([, event]) => event.subject === line.name);
  const byName = line.moves === 'name' && line.kind === 'named' && line.what === 'hearing';
  return line.moves === 'again' || byName ? only(sameName, filing.source)[0] : undefined;
}

/** Returns the only candidate, or the only one with a document in common with `source`; [] if that is not clear. */
function only(candidates: Candidate[], source: DateSource): Candidate[] {
  if (candidates.length <= 1) return candidates;
  const related = candidates.filter(([, event]) => source.refersTo.some((number) => event.numbers.has(number)));
  return related.length === 1 ? related : [];
}

function meantBy(filing: Filing, line: DateLine): readonly Candidate[] {
  const { source } = filing;
  const those = ahead(filing, line);
  if (line.all) return those;
  const alike = those.filter(([, event]) => isAlike(event, line) && !isOtherDeadline(event, line));
  const byDay = alike.filter(([, event]) => line.named.includes(event.date));
  if (byDay.length > 0) return byDay;
  // The line names a later day that no known event has, so another event is meant.
  if (line.named.some((day) => source.filed === undefined || day > source.filed)) return [];
  return only(line.kind === 'named' ? alike.filter(([, event]) => event.subject === line.name) : alike, source);
}

/** Returns open events of the line's kind that this filing has not touched and that lie ahead when it is made. */
function ahead({ events, source, touched }: Filing, line: DateLine): Candidate[] {
  return [...events.entries()].filter(
    ([index, event]) =>
      event.what === line.what &&
      (event.status === 'set' || event.status === 'asked') &&
      !touched.has(index) &&
      event.source.seq !== source.seq &&
      (source.filed === undefined || event.date >= source.filed),
  );
}

/** True if a line can mean the event: if both have a name of their own, the names must be equal. */
function isAlike(event: KnownDate, line: DateLine): boolean {
  const named = event.kind === 'named' && line.kind === 'named';
  return (!named || event.subject === line.name) && sameParty(event, line);
}

/** Tells deadlines of one day apart by name, even by a name that many motions share, such as "response". */
function isOtherDeadline(event: KnownDate, { what, kind, name }: DateLine): boolean {
  return what === 'deadline' && kind !== 'generic' && event.kind !== 'generic' && event.subject !== name;
}

function sameParty(event: { readonly party: string }, line: { readonly party: string }): boolean {
  return event.party === line.party || event.party === '' || line.party === '';
}
