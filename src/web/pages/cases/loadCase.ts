import type { AlertOfRecord } from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import type { CalendarEvent } from '../../../reading/events/calendarEvent.ts';
import { casePhase, type PhaseRead } from '../../../reading/phase.ts';
import type { Docket } from '../../../records/docket.ts';
import { docketEventsOf } from '../../../schedule/watchDates.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import { type ReadEntry, readEntries } from '../../../store/snapshot/entriesTable.ts';
import { loadPhaseEntries } from '../../../store/snapshot/readingsTable.ts';
import type { PageParts } from '../../frame/page.ts';
import { historyOf, type KnownBy, seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

const changesAtMost = 2000;

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
export async function loadCase(parts: PageParts, visit: Pick<Visit, 'sight'>, key: string): Promise<Case | undefined> {
  const seen = await seenRecord(parts, visit, 'docket', key);
  if (seen === undefined) return undefined;
  const { id, record: docket, firstSeenAt, watches, goneSince } = seen;
  const { db } = parts.store;
  const phaseEntries = (await loadPhaseEntries(db, [id])).get(id) ?? [];
  return {
    id,
    docket,
    firstSeenAt,
    phase: casePhase(phaseEntries, docket),
    dates: (await docketEventsOf(db, [id])).get(id) ?? [],
    entries: await readEntries(db, id),
    watches,
    goneSince,
    ...(await historyOf(parts.store, visit, seen, changesAtMost)),
  };
}
