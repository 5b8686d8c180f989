import { bodyColumn, type LastResult } from '../database/claims/queries.ts';
import { bulks, chunks, type Trx } from '../database/store.ts';
import { endHoldsOfRemoved } from '../holds/heldWatchesTable.ts';
import type { Query } from '../service/query.ts';
import type { StoredWatch, StoredWatchQuery } from './watchesTable.ts';

/** What brings the stored watches in line with the config; all lists are empty when they are. */
export interface WatchSync {
  readonly watches: readonly Omit<StoredWatch, 'seenAt' | 'removedAt'>[];
  readonly removedWatches: readonly string[];
  readonly queries: readonly Query[];
  readonly newWatchQueries: readonly ScheduledWatchQuery[];
  /** Those of the new ones that continue with another query's snapshot, and take no baseline. */
  readonly movedWatchQueries: readonly MovedWatchQuery[];
  readonly changedWatchQueries: readonly ScheduledWatchQuery[];
  readonly removedWatchQueries: readonly { readonly watchId: string; readonly queryId: string }[];
}

type ScheduledWatchQuery = Omit<StoredWatchQuery, 'asks' | 'baselineAt'>;

/**
 * Writes a sync: in bulk, except for removed queries, which are few. The baseline of a removed query goes with it,
 * unless another query continues with it.
 */
export async function applySync(trx: Trx, sync: WatchSync, now: Date): Promise<void> {
  for (const ids of chunks(sync.removedWatches)) {
    await trx.updateTable('watches').set({ removed_at: now.toISOString() }).where('id', 'in', ids).execute();
  }
  await endHoldsOfRemoved(trx, now);
  await writeWatches(trx, sync.watches, now.toISOString());
  await writeQueries(trx, sync.queries);
  await writeWatchQueries(trx, [...sync.newWatchQueries, ...sync.changedWatchQueries]);
  await moveSnapshots(trx, sync.movedWatchQueries);
  for (const watchQuery of sync.removedWatchQueries) await removeWatchQuery(trx, watchQuery, now);
}

/** It is remembered that the watch asked it until now. */
async function removeWatchQuery(
  trx: Trx,
  { watchId, queryId }: WatchSync['removedWatchQueries'][number],
  now: Date,
): Promise<void> {
  const ended_at = now.toISOString();
  await trx
    .insertInto('past_watch_queries')
    .values({ watch_id: watchId, query_id: queryId, ended_at })
    .onConflict((conflict) => conflict.columns(['watch_id', 'query_id']).doUpdateSet({ ended_at }))
    .execute();
  await trx.deleteFrom('watch_queries').where('watch_id', '=', watchId).where('query_id', '=', queryId).execute();
}

async function writeWatches(trx: Trx, watches: WatchSync['watches'], seenAt: string): Promise<void> {
  for (const rows of bulks(trx, watches, 6)) {
    await trx
      .insertInto('watches')
      .values(rows.map((watch) => ({ ...watch, seen_at: seenAt, removed_at: null })))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          matter: eb.ref('excluded.matter'),
          settings: eb.ref('excluded.settings'),
          seen_at: eb.ref('excluded.seen_at'),
          removed_at: null,
        })),
      )
      .execute();
  }
}

async function writeQueries(trx: Trx, queries: readonly Query[]): Promise<void> {
  for (const rows of bulks(trx, queries, 4)) {
    const values = rows.map((query) => ({
      id: query.id,
      operation: query.operation,
      service: query.service ?? null,
      body: bodyColumn(query),
    }));
    await trx
      .insertInto('queries')
      .values(values)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

async function writeWatchQueries(trx: Trx, watchQueries: readonly ScheduledWatchQuery[]): Promise<void> {
  for (const rows of bulks(trx, watchQueries, 6)) {
    await trx
      .insertInto('watch_queries')
      .values(
        rows.map((watchQuery) => ({
          watch_id: watchQuery.watchId,
          query_id: watchQuery.queryId,
          schedule: watchQuery.schedule,
          timezone: watchQuery.timezone,
          next_due_at: watchQuery.nextDueAt,
          priority: watchQuery.priority,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['watch_id', 'query_id']).doUpdateSet((eb) => ({
          schedule: eb.ref('excluded.schedule'),
          timezone: eb.ref('excluded.timezone'),
          next_due_at: eb.ref('excluded.next_due_at'),
          priority: eb.ref('excluded.priority'),
        })),
      )
      .execute();
  }
}

/** A watch's query that continues with the snapshot of another one, which asked another service the same. */
export interface MovedWatchQuery {
  readonly watchId: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Copies to queries what others with the same search hold, and to their watches the baselines that they had with those.
 */
export async function moveSnapshots(trx: Trx, moved: readonly MovedWatchQuery[]): Promise<void> {
  for (const [to, from] of new Map(moved.map((move) => [move.to, move.from]))) {
    const watchIds = moved.filter((move) => move.to === to).map((move) => move.watchId);
    if (await isAskedByOthers(trx, to, watchIds)) continue;
    // What it held from earlier checks is out of date.
    await trx.deleteFrom('memberships').where('query_id', '=', to).execute();
    await trx
      .insertInto('memberships')
      .columns(['query_id', 'record_id', 'found_check', 'whole_word', 'missed', 'gone_check'])
      .expression((eb) =>
        eb
          .selectFrom('memberships')
          .select([eb.val(to).as('query_id'), 'record_id', 'found_check', 'whole_word', 'missed', 'gone_check'])
          .where('query_id', '=', from),
      )
      .execute();
    const last = await trx
      .selectFrom('queries')
      .select(['last_check', 'last_complete_check', 'last_result'])
      .where('id', '=', from)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('queries')
      .set({ ...last, failures: 0, last_result: pagesAlone(last.last_result) })
      .where('id', '=', to)
      .execute();
    for (const watchId of watchIds) await moveBaseline(trx, { watchId, from, to });
  }
}

/**
 * What it took, without its prices: the other service has its own. None of its responses will come again from there.
 */
function pagesAlone(lastResult: string | null): string | null {
  if (lastResult === null) return null;
  const { parser, pages } = JSON.parse(lastResult) as LastResult;
  const kept: LastResult = { parser, pages: pages.map(({ pointCost: _, ...page }) => page) };
  return JSON.stringify(kept);
}

/**
 * Whether watches outside this sync have the query. Then what it holds is theirs, and the moved watches take a new
 * baseline.
 */
async function isAskedByOthers(trx: Trx, queryId: string, watchIds: readonly string[]): Promise<boolean> {
  const asking = await trx.selectFrom('watch_queries').select('watch_id').where('query_id', '=', queryId).execute();
  return asking.some((row) => !watchIds.includes(row.watch_id));
}

async function moveBaseline(trx: Trx, { watchId, from, to }: MovedWatchQuery): Promise<void> {
  const baseline = await trx
    .selectFrom('watch_queries')
    .select(['baseline_started_at', 'baseline_tries', 'baseline_at'])
    .where('watch_id', '=', watchId)
    .where('query_id', '=', from)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('watch_queries')
    .set(baseline)
    .where('watch_id', '=', watchId)
    .where('query_id', '=', to)
    .execute();
}
