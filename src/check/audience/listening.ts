import type { WatchConfig } from '../../config/config.ts';
import { loadWatchQueries } from '../../store/queue/queries.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import { type Listener, listenersBefore } from './recipients.ts';

/** The watches of the config, by id. */
export type Watches = ReadonlyMap<string, WatchConfig>;

/** Who listens to each of these queries, as it stood before this check; the checked query's steps are given. */
export async function loadListeners(
  trx: Trx,
  checked: { queryId: string; steps: readonly BaselineStep[] },
  queryIds: readonly string[],
  watches: Watches,
): Promise<Map<string, Listener[]>> {
  const wantsWholeWords = (watchId: string) => watches.get(watchId)?.wholeWord ?? false;
  const listeners = new Map([[checked.queryId, listenersBefore(checked.steps, wantsWholeWords)]]);
  const others = [...new Set(queryIds)].filter((queryId) => queryId !== checked.queryId);
  for (const watchQuery of await loadWatchQueries(trx, others)) {
    if (watchQuery.baselineStartedAt === null) continue;
    const listener: Listener = {
      watchId: watchQuery.watchId,
      wholeWord: wantsWholeWords(watchQuery.watchId),
      since: watchQuery.baselineStartedAt,
      joiningSince: watchQuery.baselineAt === null ? watchQuery.baselineStartedAt.slice(0, 10) : undefined,
    };
    listeners.set(watchQuery.queryId, [...(listeners.get(watchQuery.queryId) ?? []), listener]);
  }
  return listeners;
}
