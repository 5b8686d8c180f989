import type { FeedsConfig } from '../../../config/readNudges.ts';
import { isTrialCourt } from '../../../records/courts.ts';
import type { Db, Trx } from '../../../store/store.ts';

/** By these a server says that nothing has changed. */
export interface FeedMarks {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface FeedState {
  readonly marks?: FeedMarks | undefined;
  readonly coverage?: string | undefined;
  readonly items?: number | undefined;
  readonly ttlMinutes?: number | undefined;
  readonly failingSince?: string | undefined; // Since when it cannot be read, in ISO.
}

export type FeedSource = Awaited<ReturnType<typeof listFeeds>>[number];

export type FeedKey = Pick<FeedSource, 'source' | 'court'>;

const leaseSeconds = 120;

export async function ensureFeeds(db: Db, feeds: readonly FeedKey[], now: Date): Promise<void> {
  const known = new Set((await listFeeds(db)).map(keyText));
  const missing = feeds.filter((feed) => !known.has(keyText(feed)));
  for (const { source, court } of missing) {
    await db
      .insertInto('nudge_sources')
      .values({ source, court, next_at: now.toISOString() })
      .onConflict((conflict) => conflict.columns(['source', 'court']).doNothing())
      .execute();
  }
}

export function keyText({ source, court }: FeedKey): string {
  return `${source} ${court}`;
}

export async function listFeeds(db: Db) {
  const times = ['next_at as nextAt', 'asked_at as askedAt', 'read_at as readAt'] as const;
  const rows = await db
    .selectFrom('nudge_sources')
    .select(['source', 'court', ...times, 'failures', 'error', 'state'])
    .orderBy('source')
    .orderBy('court')
    .execute();
  return rows.map((row) => ({ ...row, state: JSON.parse(row.state) as FeedState }));
}

/** One process asks at a time. @returns whether it is the one with this name; then for two minutes at most */
export async function claimFeed(
  db: Db,
  { source, court, nextAt }: Pick<FeedSource, 'source' | 'court' | 'nextAt'>,
  owner: string,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const claimed = await db
    .updateTable('nudge_sources')
    .set({ claimed_by: owner, lease_until: new Date(now.getTime() + leaseSeconds * 1000).toISOString() })
    .where('source', '=', source)
    .where('court', '=', court)
    .where('next_at', '=', nextAt)
    .where(({ eb, or }) => or([eb('claimed_by', 'is', null), eb('lease_until', '<=', at)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** What came of a poll, and when the next one is. @returns false where the claim was lost: then nothing is written */
export async function noteFeed(
  trx: Trx,
  { source, court }: FeedKey,
  owner: string,
  note: Omit<FeedSource, 'source' | 'court'>,
): Promise<boolean> {
  const noted = await trx
    .updateTable('nudge_sources')
    .set({
      next_at: note.nextAt,
      asked_at: note.askedAt,
      read_at: note.readAt,
      failures: note.failures,
      error: note.error,
      state: JSON.stringify(note.state),
      claimed_by: null,
      lease_until: null,
    })
    .where('source', '=', source)
    .where('court', '=', court)
    .where('claimed_by', '=', owner)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/** Courts whose feed has another name; ared's usual one has orders only. */
const ownNames: Readonly<Record<string, string>> = { nyed: 'readyDockets.pl', ared: 'rss_outside4.pl' };

const isCourtOfAppeals = (court: string) => /^(?:ca(?:[1-9]|1[01])|cadc|cafc)$/.test(court);

/** Made from its id, which is ours. @param template another place of the feeds, `{court}` in it */
export function feedAddress(court: string, template?: string): string | undefined {
  if (!/^[a-z0-9]{2,5}$/.test(court)) return undefined;
  if (template !== undefined) return template.replaceAll('{court}', court);
  const site = `https://ecf.${court}.uscourts.gov`;
  if (isCourtOfAppeals(court)) return `${site}/n/beam/servlet/TransportRoom?servlet=RSSGenerator`;
  if (!isTrialCourt(court) && court !== 'jpml') return undefined;
  return `${site}/cgi-bin/${ownNames[court] ?? 'rss_outside.pl'}`;
}

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
