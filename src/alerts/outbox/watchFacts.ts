import { madeOnce } from '../../base/madeOnce.ts';
import type { WatchConfig } from '../../config/config.ts';
import { describeWatch } from '../../config/describeSearch.ts';
import { watchesById } from '../../config/watchLists.ts';
import type { WatchFacts } from '../message/content.ts';

/**
 * Facts of the watches in the config, by id. An alert names a few of thousands of watches, so their facts may be made
 * when they are asked for.
 */
export type FactsOfWatches = Pick<ReadonlyMap<string, WatchFacts>, 'get' | 'has'>;

export function factsOfWatches(watches: readonly WatchConfig[]): FactsOfWatches {
  const byId = watchesById(watches);
  const factsOf = (id: string) => {
    const watch = byId.get(id);
    return watch && watchFacts(watch);
  };
  return { get: factsOf, has: (id) => byId.has(id) };
}

/** So many of the most alike designs come first, unless a watch says otherwise. */
export const mostAlike = 10;

type Described = Omit<WatchConfig, 'schedule' | 'timezone'>;

export const watchFacts = madeOnce(
  (watch: Described): WatchFacts => ({
    id: watch.id,
    name: watch.name,
    matter: watch.matter,
    asksFor: [...new Set(watch.searches.flatMap(namesAsked))],
    asksForPatents: [
      ...new Set(watch.searches.flatMap((search) => (search.type === 'dockets' ? (search.patentNumber ?? []) : []))),
    ],
    asks: describeWatch(watch),
    confidential: watch.confidential,
    report: watch.report,
    important: watch.important,
    mute: watch.mute,
    ...(watch.similarTo && { mostAlike: watch.similarTo.top ?? mostAlike }),
  }),
);

function namesAsked(search: WatchConfig['searches'][number]): string[] {
  const name = search.type === 'designs' ? search.holder : search.companyName;
  return name === undefined ? [] : [name];
}
