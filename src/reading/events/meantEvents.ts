import type { CaseDate, DateLine, DateSource, Standing } from './dateLine.ts';

/** An event that a line may mean, with its place among all. */
export type Candidate<Source extends DateSource> = readonly [index: number, event: Standing<Source>];

/**
 * The event that a court's line means: one that is set, and only if it means none of those, one that a party asked for.
 */
export function meantToSet<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine & { readonly date: string },
  source: Source,
  touched: ReadonlySet<number>,
): Candidate<Source> | undefined {
  for (const status of line.act === 'asks' ? (['asked'] as const) : (['set', 'asked'] as const)) {
    const meant = restated(events, line, status) ?? moved(events, line, source, touched, status);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

/** The same event on the same day, stated again. */
function restated<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine & { readonly date: string },
  status: CaseDate['status'],
): Candidate<Source> | undefined {
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

/** The event that a filing sets again; undefined where that is not certain. */
function moved<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: ReadonlySet<number>,
  status: CaseDate['status'],
): Candidate<Source> | undefined {
  const alike = ahead(events, line, source, touched).filter(
    ([, event]) => event.status === status && isAlike(event, line),
  );
  // "Set for 11/19 is vacated and reset to 11/23": the day itself says which event is meant.
  const byDay = line.moves === 'again' ? alike.filter(([, event]) => line.named.includes(event.date)) : [];
  if (byDay.length === 1) return byDay[0];
  const sameName = alike.filter(([, event]) => event.subject === line.name);
  const byName = line.moves === 'name' && line.kind === 'named' && line.what === 'hearing';
  return line.moves === 'again' || byName ? only(sameName, source)[0] : undefined;
}

/** The only one; of several, the only one that concerns the same documents; else none. */
function only<Source extends DateSource>(candidates: Candidate<Source>[], source: Source): Candidate<Source>[] {
  if (candidates.length <= 1) return candidates;
  const related = candidates.filter(([, event]) => source.refersTo.some((number) => event.numbers.has(number)));
  return related.length === 1 ? related : [];
}

/** The events that a filing cancels. */
export function meantBy<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: ReadonlySet<number>,
): readonly Candidate<Source>[] {
  const those = ahead(events, line, source, touched);
  if (line.all) return those;
  const alike = those.filter(([, event]) => isAlike(event, line) && !isOtherDeadline(event, line));
  const byDay = alike.filter(([, event]) => line.named.includes(event.date));
  if (byDay.length > 0) return byDay;
  // Days that no known event has mean another event.
  if (line.named.some((day) => source.filed === undefined || day > source.filed)) return [];
  return only(line.kind === 'named' ? alike.filter(([, event]) => event.subject === line.name) : alike, source);
}

/** Events of the kind that lie ahead when the filing is made and that it has not touched itself. */
function ahead<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: ReadonlySet<number>,
): Candidate<Source>[] {
  return [...events.entries()].filter(
    ([index, event]) =>
      event.what === line.what &&
      (event.status === 'set' || event.status === 'asked') &&
      !touched.has(index) &&
      event.source.seq !== source.seq &&
      (source.filed === undefined || event.date >= source.filed),
  );
}

/** Whether a line can mean the event: where both have a name of their own, the names agree. */
function isAlike(event: Standing<DateSource>, line: DateLine): boolean {
  const named = event.kind === 'named' && line.kind === 'named';
  return (!named || event.subject === line.name) && sameParty(event, line);
}

/** Deadlines of one day are told by their names, those that many motions have included. */
function isOtherDeadline(event: Standing<DateSource>, { what, kind, name }: DateLine): boolean {
  return what === 'deadline' && kind !== 'generic' && event.kind !== 'generic' && event.subject !== name;
}

export function sameParty(event: { readonly party: string }, line: { readonly party: string }): boolean {
  return event.party === line.party || event.party === '' || line.party === '';
}

export function numbersOf({ documentNumber, refersTo }: DateSource): string[] {
  return [...(documentNumber === '' ? [] : [documentNumber]), ...refersTo];
}
