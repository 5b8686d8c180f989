import type { CalendarEvent } from '../dates/calendarEvent.ts';
import { type AlertOfRecord, alertsOfRecord } from '../outbox/alertsOfWatchesQueries.ts';
import type { PageParts } from '../pages/page.ts';
import { type KnownBy, knownBy } from '../pages/visit/inWatches.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches, watchesTold } from '../people/viewer.ts';
import { casePhase, type PhaseRead } from '../reading/phase.ts';
import type { Docket } from '../records/docket.ts';
import { docketEventsOf } from '../schedule/watchDates.ts';
import { listChanges, type StoredChange } from '../snapshot/changesTable.ts';
import { type ReadEntry, readEntries } from '../snapshot/entriesTable.ts';
import { recordByKey } from '../snapshot/namedRecordsQueries.ts';
import { loadPhaseEntries } from '../snapshot/readingsTable.ts';

const changesAtMost = 2000;
const alertsAtMost = 50;

export interface Case extends KnownBy {
  readonly docket: Docket;
  readonly id: number;
  readonly firstSeenAt: string;
  readonly phase: PhaseRead;
  readonly dates: readonly CalendarEvent[];
  /** Newest first. */
  readonly entries: readonly ReadEntry[];
  /** Newest first. */
  readonly changes: readonly StoredChange[];
  readonly alerts: readonly AlertOfRecord[];
}

/** undefined where no such case is stored, or none of the viewer's watches finds or found it. */
export async function loadCase(
  { store, config }: PageParts,
  { viewer }: Pick<Visit, 'viewer'>,
  key: string,
): Promise<Case | undefined> {
  const { db } = store;
  const stored = await recordByKey(db, 'docket', key);
  if (stored?.record.type !== 'docket') return undefined;
  const { id, record: docket, firstSeenAt } = stored;
  const { watches, goneSince } = await knownBy(db, openWatches(config.watches, viewer), id);
  if (watches.length === 0) return undefined;
  const phaseEntries = (await loadPhaseEntries(db, [id])).get(id) ?? [];
  return {
    id,
    docket,
    firstSeenAt,
    phase: casePhase(phaseEntries, docket),
    dates: (await docketEventsOf(db, [id])).get(id) ?? [],
    entries: await readEntries(db, id),
    changes: await listChanges(db, { recordId: id, limit: changesAtMost, newestFirst: true }),
    watches,
    goneSince,
    alerts: await alertsOfRecord(db, id, { limit: alertsAtMost, watchIds: watchesTold(viewer, watches) }),
  };
}
