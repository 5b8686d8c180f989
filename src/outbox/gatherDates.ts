import type { Db } from '../database/store.ts';
import type { ShownEvent } from '../dates/calendarEvent.ts';
import type { MessageChange, WatchFacts } from '../message/content.ts';
import { filedDay } from '../reading/filedDay.ts';
import { discreetLabel, docketEventsOf } from '../schedule/watchDates.ts';
import { findKnown } from '../snapshot/recordsTable.ts';

/** The dates that the filings among these changes set, move or cancel, as they stand now; those of confidential watches are discreet. */
export async function datesOfChanges(
  db: Db,
  changes: readonly MessageChange[],
  watches: readonly WatchFacts[],
): Promise<ShownEvent[]> {
  const dockets = new Map(
    changes.flatMap((change) => (change.record.type === 'docket' ? [[change.record.key, change] as const] : [])),
  );
  const known = await findKnown(
    db,
    'docket',
    [...dockets.keys()].map((key) => ({ key })),
  );
  const events = await docketEventsOf(
    db,
    [...known.values()].map(({ id }) => id),
  );
  return [...known.values()].flatMap(({ id, key }) => {
    const ofRecord = changes.filter((change) => change.record.key === key);
    const holding = watches.filter((watch) => ofRecord.some((change) => change.watches.includes(watch.id)));
    const discreet = holding.some((watch) => watch.confidential) ? discreetLabel(holding) : undefined;
    return (events.get(id) ?? []).filter((event) => isOfOne(event, ofRecord)).map((event) => ({ ...event, discreet }));
  });
}

/** A new docket, one that ended and one that is open again come with all their dates; else those of the filings reported. */
function isOfOne(event: ShownEvent, changes: readonly MessageChange[]): boolean {
  return changes.some(
    ({ kind, entry }) =>
      kind === 'docket.new' ||
      kind === 'docket.status' ||
      (entry?.documentNumber === event.entry && filedDay(entry.dateFiled) === event.filed),
  );
}
