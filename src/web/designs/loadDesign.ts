import type { CalendarEvent } from '../../calendar/calendarEvent.ts';
import { designEvents } from '../../calendar/designEvents.ts';
import { type Design, imagePathOf } from '../../records/design.ts';
import { listChanges, type StoredChange } from '../../store/snapshot/changes.ts';
import { type AlertOfRecord, alertsOfRecord } from '../../store/views/alertsOfRecord.ts';
import { recordByKey } from '../../store/views/recordByKey.ts';
import type { PageParts } from '../page.ts';
import { type KnownBy, knownBy } from '../visit/heldBy.ts';
import { openWatches, watchesTold } from '../visit/viewer.ts';
import type { Visit } from '../visit/visit.ts';

const changesAtMost = 500;
const alertsAtMost = 50;

/** A design with all that its page shows. */
export interface LoadedDesign extends KnownBy {
  readonly design: Design;
  /** The id of its record in the store. */
  readonly id: number;
  readonly firstSeenAt: string;
  readonly dates: readonly CalendarEvent[];
  /** Newest first. */
  readonly changes: readonly StoredChange[];
  readonly alerts: readonly AlertOfRecord[];
}

/** undefined where no such design is stored, or no watch that the viewer may read holds or held it. */
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

/** The pictures that a change took away and brought, by path; undefined where it is about something else. */
export function picturesMoved(change: StoredChange): { gone: string[]; come: string[] } | undefined {
  const field = change.fields.find((one) => one.field === 'images');
  if (field === undefined) return undefined;
  const [before, after] = [pathsOf(field.before), pathsOf(field.after)];
  return {
    gone: before.filter((path) => !after.includes(path)),
    come: after.filter((path) => !before.includes(path)),
  };
}

function pathsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is string => typeof one === 'string').map(imagePathOf);
}
