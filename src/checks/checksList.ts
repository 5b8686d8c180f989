import type { Config } from '../config/config.ts';
import { type List, readParts, rowsOf } from '../pages/lists/list.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openReason, visibleWatches } from '../people/viewer.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { checkLog } from '../snapshot/checkLogQueries.ts';

export const outcomes = ['complete', 'partial', 'failed', 'skipped'] as const;

/** Which checks the address asks for, of those that the viewer may know of; the titles of the watches that ask each query. */
export function checksFilter(config: Config, visit: Visit) {
  const titles = new Map<string, string>();
  const discreet = new Set<string>();
  for (const { watch, title, ...one } of visibleWatches(config.watches, visit.viewer)) {
    for (const { id } of queriesOf(watch)) {
      if (one.discreet) discreet.add(id);
      titles.set(id, [titles.get(id), title].filter(Boolean).join(', '));
    }
  }
  const outcome = outcomes.find((one) => one === visit.url.searchParams.get('outcome'));
  return { titles, discreet, filter: { queryIds: [...titles.keys()], outcome } };
}

export const checksList: List = {
  path: '/checks',
  async load({ store, config }, visit) {
    const { titles, discreet, filter } = checksFilter(config, visit);
    const checks = await readParts((part) => checkLog(store.db, { ...filter, ...part }));
    return rowsOf('checks', checks, ({ id, queryId, endedAt, outcome, reason, hits, requests, credits }) => ({
      check: id,
      ended: endedAt,
      watches: titles.get(queryId),
      outcome,
      hits,
      requests,
      credits,
      reason: openReason(reason, discreet.has(queryId)),
    }));
  },
};
