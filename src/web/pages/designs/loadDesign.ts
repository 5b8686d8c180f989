import type { AlertOfRecord } from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { type CalendarEvent, designEvents } from '../../../reading/events/calendarEvent.ts';
import type { Design } from '../../../records/design.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import type { PageParts } from '../../frame/page.ts';
import { historyOf, type KnownBy, seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

/** Of older ones than so many, nothing is shown, nor their pictures. */
export const changesAtMost = 500;

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
export async function loadDesign(parts: PageParts, visit: Visit, key: string): Promise<LoadedDesign | undefined> {
  const seen = await seenRecord(parts, visit, 'design', key);
  if (seen === undefined) return undefined;
  const { id, record: design, firstSeenAt, watches, goneSince } = seen;
  const history = await historyOf(parts.store, visit, seen, changesAtMost);
  return { id, design, firstSeenAt, dates: designEvents(design), watches, goneSince, ...history };
}
