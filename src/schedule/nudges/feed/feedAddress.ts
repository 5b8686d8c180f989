import type { FeedsConfig } from '../../../config/readNudges.ts';
import { isTrialCourt } from '../../../records/courts.ts';
import type { FeedKey } from './feedSourcesTable.ts';

/** Courts whose feed has another name; ared's usual one has orders only. */
const ownNames: Readonly<Record<string, string>> = { nyed: 'readyDockets.pl', ared: 'rss_outside4.pl' };

const isCourtOfAppeals = (court: string) => /^(?:ca(?:[1-9]|1[01])|cadc|cafc)$/.test(court);

/**
 * Where a court has its feed: made from its id, which is one of ours, and nothing that a feed, a page or a reader said.
 * undefined for courts without one that we know of.
 * @param template another place of the feeds, `{court}` in it
 */
export function feedAddress(court: string, template?: string): string | undefined {
  if (!/^[a-z0-9]{2,5}$/.test(court)) return undefined;
  if (template !== undefined) return template.replaceAll('{court}', court);
  const site = `https://ecf.${court}.uscourts.gov`;
  if (isCourtOfAppeals(court)) return `${site}/n/beam/servlet/TransportRoom?servlet=RSSGenerator`;
  if (!isTrialCourt(court) && court !== 'jpml') return undefined;
  return `${site}/cgi-bin/${ownNames[court] ?? 'rss_outside.pl'}`;
}

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
