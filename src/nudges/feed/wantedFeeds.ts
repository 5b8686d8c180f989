import type { FeedsConfig } from '../../config/readNudges.ts';
import { feedAddress } from './feedAddress.ts';
import type { FeedKey } from './feedSourcesTable.ts';

/**
 * Which source asks which court: each court once, by the source that names it, else by the one for all watched courts.
 * @param watched courts of cases that watches hold
 * @param options.withoutFeeds also those that have no feed that we know of. Default false
 */
export function wantedFeeds(
  sources: readonly FeedsConfig[],
  watched: readonly string[],
  { withoutFeeds = false }: { readonly withoutFeeds?: boolean } = {},
): FeedKey[] {
  const held = new Set(watched);
  const named = sources.flatMap(({ name, courts }) =>
    courts.filter((court) => held.has(court)).map((court) => ({ source: name, court })),
  );
  const taken = new Set(named.map(({ court }) => court));
  const forAll = sources.find(({ courts }) => courts.includes('watched'));
  const rest = forAll === undefined ? [] : watched.filter((court) => !taken.has(court));
  const all = [...named, ...rest.map((court) => ({ source: forAll?.name ?? '', court }))];
  return withoutFeeds ? all : all.filter(({ court }) => feedAddress(court) !== undefined);
}
