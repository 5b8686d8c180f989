import type { CaseDate, Standing } from './caseDate.ts';
import type { DateLine, DateSource } from './dateLine.ts';

/** The event that a court's line means: one that is set, and only if it means none of those, one that a party asked for. */
export function meantToSet<Source extends DateSource>(
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

/** The same event on the same day, stated again. */
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

/** The event that a filing sets again; undefined where that is not certain. */
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

/** The only one; of several, the only one that concerns the same documents. */
function only<Source extends DateSource>(
  candidates: readonly number[],
  events: readonly Standing<Source>[],
  source: Source,
): number | undefined {
  if (candidates.length <= 1) return candidates[0];
  const related = candidates.filter((index) => source.refersTo.some((number) => events[index]?.numbers.has(number)));
  return related.length === 1 ? related[0] : undefined;
}

/** The events that a filing cancels. */
export function meantBy<Source extends DateSource>(
  events: readonly Standing<Source>[],
  line: DateLine,
  source: Source,
  touched: ReadonlySet<number>,
): readonly number[] {
  const ahead = indexesAhead(events, line, source, touched);
  if (line.all) return ahead;
  const alike = ahead.filter((index) => isAlike(events[index], line) && !isOtherDeadline(events[index], line));
  const byDay = alike.filter((index) => line.named.includes(events[index]?.date ?? ''));
  if (byDay.length > 0) return byDay;
  // Days that no known event has mean another event.
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
    (event.status === 'set' || event.status === 'asked') &&
    !touched.has(index) &&
    event.source.seq !== source.seq &&
    (source.filed === undefined || event.date >= source.filed)
      ? [index]
      : [],
  );
}

/** Whether a line can mean the event: where both have a name of their own, the names agree. */
function isAlike<Source extends DateSource>(event: Standing<Source> | undefined, line: DateLine): boolean {
  if (event === undefined) return false;
  const named = event.kind === 'named' && line.kind === 'named';
  return (!named || event.subject === line.name) && sameParty(event, line);
}

/** Deadlines of one day are told by their names, those that many motions have included. */
function isOtherDeadline(event: Standing<DateSource> | undefined, { what, kind, name }: DateLine): boolean {
  return what === 'deadline' && kind !== 'generic' && event?.kind !== 'generic' && event?.subject !== name;
}

export function sameParty(event: { readonly party: string }, line: { readonly party: string }): boolean {
  return event.party === line.party || event.party === '' || line.party === '';
}

/** The document numbers of a filing and of those that it refers to. */
export function numbersOf({ documentNumber, refersTo }: DateSource): string[] {
  return [...(documentNumber === '' ? [] : [documentNumber]), ...refersTo];
}
