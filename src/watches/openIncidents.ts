import { keySubject } from '../check/admission/keySuspension.ts';
import type { WatchConfig } from '../config/config.ts';
import type { Db } from '../database/store.ts';
import { type OpenIncident, openIncidents } from '../outbox/incidentsTable.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { queriesHolding } from '../snapshot/membershipsTable.ts';

/** The open incidents of each of these watches: its own, that of its service being away, those of its searches, and those of dockets that it holds. */
export async function incidentsOfWatches(
  db: Db,
  watches: readonly WatchConfig[],
): Promise<ReadonlyMap<string, readonly OpenIncident[]>> {
  const open = await openIncidents(db);
  if (open.length === 0) return new Map();
  const truncated = open.filter((one) => one.kind === 'docket-truncated').map((one) => one.subject);
  const holding = await queriesHolding(db, truncated);
  return new Map(
    watches.map((watch) => {
      const own = new Set(queriesOf(watch).map((query) => query.id));
      const isOf = ({ kind, subject }: OpenIncident) => {
        if (kind === 'watch-unwatched') return subject === watch.id;
        if (kind === 'service-away') return subject === keySubject({ name: watch.service });
        if (kind === 'docket-truncated') return (holding.get(subject) ?? []).some((id) => own.has(id));
        return own.has(subject);
      };
      return [watch.id, open.filter(isOf)];
    }),
  );
}
