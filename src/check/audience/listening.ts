import type { WatchConfig } from '../../config/config.ts';
import { loadTies } from '../../store/queue/queries.ts';
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
  for (const tie of await loadTies(trx, others)) {
    if (tie.baselineStartedAt === null) continue;
    const listener: Listener = {
      watchId: tie.watchId,
      wholeWord: wantsWholeWords(tie.watchId),
      since: tie.baselineStartedAt,
      joiningSince: tie.baselineAt === null ? tie.baselineStartedAt.slice(0, 10) : undefined,
    };
    listeners.set(tie.queryId, [...(listeners.get(tie.queryId) ?? []), listener]);
  }
  return listeners;
}
