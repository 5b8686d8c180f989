import type { ChangesContent, MessageChange } from '../alerts/message/content.ts';
import { gatherContext } from '../alerts/message/gatherChanges.ts';
import { watchFacts } from '../alerts/outbox/watchFacts.ts';
import { sandboxMark } from '../base/words/sentence.ts';
import { type Config, type NamesService, usesSandbox, type WatchConfig } from '../config/config.ts';
import { openTitle } from '../people/sight.ts';
import { imagePathOf } from '../records/design.ts';
import type { SearchRecord } from '../records/record.ts';
import { watchedSince } from '../schedule/watchStatusQueries.ts';
import { listChanges, type StoredChange } from '../store/snapshot/changesTable.ts';
import { readSetting, type Store } from '../store/store.ts';
import { atomEntry, atomFeed } from './atomFeed.ts';
import { feedPath, recordPath } from './frame/links.ts';
import { picturePath } from './pages/designs/picture.ts';

const longestFeed = 50;
const window = 500;
const neverChecked = '1970-01-01T00:00:00.000Z';

type FeedConfig = Pick<Config, 'watches' | 'http'> & NamesService;

export interface WatchFeed {
  readonly xml: string;
  /** ISO time of the newest entry; without one, when the watch was first checked. */
  readonly updated: string;
}

/**
 * The last news of one watch as an Atom feed, one entry per record and check, newest first; undefined when the config
 * has no such watch.
 */
export async function watchFeed(store: Store, config: FeedConfig, watchId: string): Promise<WatchFeed | undefined> {
  const watch = config.watches.find((each) => each.id === watchId);
  if (watch === undefined) return undefined;
  const installation = (await readSetting<string>(store.db, 'installation')) ?? 'tipstaff';
  const feedId = `urn:tipstaff:${installation}:watch:${watchId}`;
  const entries: string[] = [];
  const times: string[] = [];
  for (const news of await latestNews(store, watchId)) {
    const updated = news.changes.map(updatedOf).sort().at(-1) ?? neverChecked;
    const changes = await Promise.all(news.changes.map((change) => messageChange(store, watch, change)));
    const head = { id: `${feedId}:${news.key}`, updated, ...ownAddresses(watch, changes[0]?.record, config) };
    entries.push(atomEntry(newsOf(watch, changes, config), head));
    times.push(updated);
  }
  const updated = times.sort().at(-1) ?? (await watchedSince(store.db, watchId)) ?? neverChecked;
  const title = usesSandbox(config) ? sandboxMark + openTitle(watch) : openTitle(watch);
  const { publicUrl } = config.http;
  // Without the address that readers use, the feed is where it was found, its secret address included.
  const selfUrl = publicUrl ? publicUrl + feedPath(watchId) : `${encodeURIComponent(watchId)}.atom`;
  return { xml: atomFeed({ title, id: feedId, updated, selfUrl, pageUrl: publicUrl }, entries), updated };
}

/** The record's page and pictures here, which need no key of the service's; nothing of a confidential watch. */
function ownAddresses(watch: WatchConfig, record: SearchRecord | undefined, { http: { publicUrl } }: FeedConfig) {
  if (publicUrl === undefined || record === undefined || watch.confidential) return {};
  return {
    recordUrl: publicUrl + recordPath(record),
    pictureUrl: (url: string) => publicUrl + picturePath(record.key, imagePathOf(url)),
  };
}

/** The news of one record in one check. */
interface News {
  /** A name that never changes and reveals nothing of the record, which may be confidential: `check-45.change-117`. */
  readonly key: string;
  readonly changes: readonly StoredChange[];
}

/** The changes by record and check, those found last first. */
function byRecordAndCheck(changes: readonly StoredChange[]): News[] {
  const groups = Map.groupBy(changes, ({ checkId, record }) => `${checkId} ${record.type} ${record.key}`);
  return [...groups.values()]
    .map((some) => ({ first: some.reduce((one, other) => (other.id < one.id ? other : one)), changes: some }))
    .sort((a, b) => b.first.id - a.first.id)
    .map(({ first, changes: some }) => ({ key: `check-${first.checkId}.change-${first.id}`, changes: some }));
}

/** What the watch's `report` leaves out is no news. */
async function latestNews(store: Store, watchId: string): Promise<News[]> {
  const changes = await listChanges(store.db, { watch: watchId, limit: window, newestFirst: true });
  const reported = changes.filter((change) => change.filteredOut?.[watchId] === undefined);
  // The oldest check here may have more changes than were read.
  const cut = changes.length < window ? undefined : changes.at(-1)?.checkId;
  const whole = reported.filter((change) => change.checkId !== cut);
  return byRecordAndCheck(whole.length > 0 ? whole : reported).slice(0, longestFeed);
}

/**
 * The second in which it was found, and for milliseconds its number, so that no two entries of one check have the same.
 */
function updatedOf({ detectedAt, id }: StoredChange): string {
  const time = new Date(detectedAt);
  time.setUTCMilliseconds(id % 1000);
  return time.toISOString();
}

async function messageChange(store: Store, watch: WatchConfig, change: StoredChange): Promise<MessageChange> {
  const { recordId, rule: _, type: __, filteredOut: ___, ...facts } = change;
  return { ...facts, watches: [watch.id], ...(await gatherContext(store.db, change, [watchFacts(watch)])) };
}

function newsOf(watch: WatchConfig, changes: readonly MessageChange[], config: FeedConfig): ChangesContent {
  return {
    kind: 'changes',
    id: 0,
    channel: 'feed',
    createdAt: changes[0]?.detectedAt ?? '',
    timezone: watch.timezone,
    pageUrl: config.http.publicUrl,
    sandbox: usesSandbox(config),
    digest: false,
    watches: [watchFacts(watch)],
    checks: [],
    changes,
  };
}
