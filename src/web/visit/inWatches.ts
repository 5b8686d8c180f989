import { alertsOfRecord } from '../../alerts/outbox/alertsOfWatchesQueries.ts';
import { madeOnce } from '../../base/calls.ts';
import { filtersHits, idsOf, type WatchConfig } from '../../config/config.ts';
import { type Sight, watchesTold } from '../../people/sight.ts';
import type { Operation } from '../../records/query.ts';
import type { RecordType, SearchRecord } from '../../records/record.ts';
import type { Hold } from '../../schedule/holds/holds.ts';
import { runningHolds } from '../../schedule/holds/holdsTable.ts';
import { queriesOf, watchesByQuery } from '../../schedule/syncWatches.ts';
import { listChanges } from '../../store/snapshot/changesTable.ts';
import { recordByKey } from '../../store/snapshot/listRecordsQueries.ts';
import { type FindingQuery, findingQueries, type InQueries } from '../../store/snapshot/membershipsTable.ts';
import type { StoredRecord } from '../../store/snapshot/recordsTable.ts';
import type { Db, Store } from '../../store/store.ts';
import type { PageParts } from '../frame/page.ts';
import type { Visit } from './visit.ts';

interface KnownBy {
  /** The watches that find the record now or, if none does, those that found it until it was gone. */
  readonly watches: readonly WatchConfig[];
  /** ISO time, UTC. Undefined if a watch finds the record now. */
  readonly goneSince: string | undefined;
}

/** Returns which of these watches know a record. A viewer must be able to read one of them to see the record. */
export async function knownBy(db: Db, watches: readonly WatchConfig[], recordId: number): Promise<KnownBy> {
  const queries = await findingQueries(db, recordId);
  const finding = among(
    watches,
    queries.filter(({ goneSince }) => goneSince === null),
  );
  if (finding.length > 0) return { watches: finding, goneSince: undefined };
  const former = among(watches, queries);
  const ids = new Set(former.flatMap(queriesOf).map(({ id }) => id));
  const goneAt = queries.filter(({ queryId }) => ids.has(queryId)).map(({ goneSince }) => goneSince ?? '');
  return { watches: former, goneSince: goneAt.sort().at(-1) };
}

export type SeenRecord<Type extends RecordType> = KnownBy &
  Omit<StoredRecord, 'record'> & { readonly record: Extract<SearchRecord, { readonly type: Type }> };

/** Returns undefined if there is no such record, or if no watch of the viewer finds or found it. */
export async function seenRecord<Type extends RecordType>(
  { store }: Pick<PageParts, 'store'>,
  { sight }: Pick<Visit, 'sight'>,
  type: Type,
  key: string,
): Promise<SeenRecord<Type> | undefined> {
  const stored = await recordByKey(store.db, type, key);
  if (stored === undefined) return undefined;
  const known = await knownBy(store.db, sight.readable, stored.id);
  return known.watches.length === 0 ? undefined : ({ ...stored, ...known } as SeenRecord<Type>);
}

/** A mute of every watch, and its reason, may concern watches that a viewer may not know of. */
export const isFullySeen = ({ watchId }: Pick<Hold, 'watchId'>, { isWhole }: Sight): boolean =>
  watchId !== null || isWhole;

export async function holdsSeen(db: Db, sight: Sight): Promise<Hold[]> {
  return (await runningHolds(db)).map((hold) => (isFullySeen(hold, sight) ? hold : { ...hold, reason: '' }));
}

const alertsAtMost = 50;

/** Returns the newest first. */
export async function historyOf(
  { db }: Pick<Store, 'db'>,
  { sight }: Pick<Visit, 'sight'>,
  { id, watches }: Pick<SeenRecord<RecordType>, 'id' | 'watches'>,
  changesAtMost: number,
) {
  return {
    changes: await listChanges(db, { recordId: id, limit: changesAtMost, newestFirst: true }),
    alerts: await alertsSeen(db, sight, { id, watches }, alertsAtMost),
  };
}

/** Returns the newest alerts of a record that the viewer may know of. */
export function alertsSeen(
  db: Db,
  sight: Sight,
  { id, watches }: Pick<SeenRecord<RecordType>, 'id' | 'watches'>,
  limit: number,
) {
  return alertsOfRecord(db, id, { limit, readable: idsOf(sight.readable), watchIds: watchesTold(sight, watches) });
}

function among(watches: readonly WatchConfig[], queries: readonly FindingQuery[]): WatchConfig[] {
  const passing = queries.flatMap(({ queryId, leftOutOf }) =>
    (watchesByQuery(watches).get(queryId) ?? []).filter(({ id }) => !leftOutOf.has(id)),
  );
  return [...new Set(passing)];
}

export const inWatches = madeOnce((watches: readonly WatchConfig[]) => ({
  docket: findingFor(watches, 'pacer'),
  design: findingFor(watches, 'wipo'),
}));

function findingFor(watches: readonly WatchConfig[], operation: Operation): InQueries {
  const queryIds = (some: readonly WatchConfig[]) =>
    some
      .flatMap(queriesOf)
      .filter((query) => query.operation === operation)
      .map(({ id }) => id);
  const filtering = watches.filter(filtersHits);
  return {
    any: queryIds(watches.filter((watch) => !filtersHits(watch))),
    filtered: { watches: filtering.map(({ id }) => id), queries: queryIds(filtering) },
  };
}
