import type { LastResult } from '../database/claims/queries.ts';
import type { Trx } from '../database/store.ts';

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
