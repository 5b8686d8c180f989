import type { CalendarEvent } from '../dates/calendarEvent.ts';
import { designEvents } from '../dates/calendarEvent.ts';
import { type AlertOfRecord, alertsOfRecord } from '../outbox/alertsOfWatchesQueries.ts';
import type { PageParts } from '../pages/page.ts';
import { type KnownBy, knownBy } from '../pages/visit/inWatches.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches, watchesTold } from '../people/viewer.ts';
import type { Design } from '../records/design.ts';
import { listChanges, type StoredChange } from '../snapshot/changesTable.ts';
import { recordByKey } from '../snapshot/namedRecordsQueries.ts';

const changesAtMost = 500;
const alertsAtMost = 50;

export interface LoadedDesign extends KnownBy {
  readonly design: Design;
  readonly id: number;
  readonly firstSeenAt: string;
  readonly dates: readonly CalendarEvent[];
  /** Newest first. */
  readonly changes: readonly StoredChange[];
  readonly alerts: readonly AlertOfRecord[];
}

/** undefined where no such design is stored, or none of the viewer's watches finds or found it. */
export async function loadDesign(
  { store, config }: Pick<PageParts, 'store' | 'config'>,
  { viewer }: Visit,
  key: string,
): Promise<LoadedDesign | undefined> {
  const { db } = store;
  const stored = await recordByKey(db, 'design', key);
  if (stored?.record.type !== 'design') return undefined;
  const { id, record: design, firstSeenAt } = stored;
  const { watches, goneSince } = await knownBy(db, openWatches(config.watches, viewer), id);
  if (watches.length === 0) return undefined;
  return {
    id,
    design,
    firstSeenAt,
    dates: designEvents(design),
    changes: await listChanges(db, { recordId: id, limit: changesAtMost, newestFirst: true }),
    watches,
    goneSince,
    alerts: await alertsOfRecord(db, id, { limit: alertsAtMost, watchIds: watchesTold(viewer, watches) }),
  };
}
