import type { Watches } from '../check/audience/recipients.ts';
import { commitResult } from '../check/commitResult.ts';
import type { Config } from '../config/config.ts';
import { SearchError } from '../search/http/searchError.ts';
import { readResult } from '../search/paging/readResult.ts';
import type { SearchResult } from '../search/paging/searchResult.ts';
import { loadQuery } from '../store/queue/queries.ts';
import { listChanges, type StoredChange } from '../store/snapshot/changes.ts';
import { loadMembers } from '../store/snapshot/memberships.ts';
import { openStore } from '../store/store.ts';
import type { ReplayBundle } from './replayBundle.ts';
import { replayClient } from './replayClient.ts';
import { restoreBefore } from './restoreBefore.ts';

export interface Replay {
  readonly result: SearchResult;
  /** What would be reported today. */
  readonly changes: readonly StoredChange[];
}

const changesAtMost = 100_000;

/**
 * Compares the responses of a check again, with today's code, in a store of its own that is thrown away.
 * @throws SearchError when its first response is an error, with what the check said of it then; TipstaffError `usage.replay` when it
 * is read otherwise today, so that what was known cannot be made out.
 */
export async function replayCheck(config: Config, watches: Watches, bundle: ReplayBundle): Promise<Replay> {
  const result = await readAgain(config, bundle);
  const store = await openStore(':memory:');
  try {
    // Nobody is notified of a replay.
    const parts = { config: { ...config, channels: {}, operators: [] }, watches };
    const startedAt = new Date(bundle.check.startedAt);
    await store.transaction(async (trx) => {
      await restoreBefore(trx, bundle, result);
      const query = await loadQuery(trx, bundle.query.id);
      if (query === undefined) return;
      const check = { query, startedAt, reservation: { requests: 0, credits: 0 } };
      const membersAtStart = await loadMembers(trx, query.id);
      await commitResult(trx, parts, check, { result, membersAtStart }, new Date(bundle.check.endedAt));
    });
    return { result, changes: await listChanges(store.db, { limit: changesAtMost }) };
  } finally {
    await store.close();
  }
}

async function readAgain(config: Config, { check, query, pages, before }: ReplayBundle): Promise<SearchResult> {
  try {
    return await readResult({
      client: replayClient(pages),
      query,
      pageSizes: config.service.pageSizes,
      grantedSize: before?.grantedSize,
      affordable: () => true,
    });
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    const { errorClass, serviceCode, message } = error;
    const then = `Check ${check.id} of ${check.endedAt} ${check.outcome}: ${check.reason ?? 'the reason is not known'}`;
    throw new SearchError(errorClass, `${then} Read again today, its response is no result: ${message}.`, {
      serviceCode,
      requests: 0,
      cause: error,
    });
  }
}
