import { alertMessage } from '../alerts/alertMessage.ts';
import { watchFacts } from '../alerts/watchFacts.ts';
import { atomEntry, atomFeed } from '../channels/feed/atom.ts';
import { asksSandbox, type NamesService } from '../config/asksSandbox.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import { listChanges, type StoredChange } from '../store/snapshot/changes.ts';
import { readSetting, type Store } from '../store/store.ts';
import { sandboxMark } from '../words/sandboxMark.ts';
import { openTitle } from './visit/viewer.ts';

const longestFeed = 50;

type FeedConfig = Pick<Config, 'watches' | 'http'> & NamesService;

/** The last changes of one watch as an Atom feed, newest first; undefined when the config has no such watch. */
export async function watchFeed(
  store: Store,
  config: FeedConfig,
  watchId: string,
  now: Date,
): Promise<string | undefined> {
  const watch = config.watches.find((each) => each.id === watchId);
  if (watch === undefined) return undefined;
  const installation = (await readSetting<string>(store.db, 'installation')) ?? 'tipstaff';
  const changes = await listChanges(store.db, { watch: watchId, limit: longestFeed, newestFirst: true });
  const entries = changes.map((change) => entryOf(watch, change, installation, config));
  const updated = changes[0]?.detectedAt ?? now.toISOString();
  const title = asksSandbox(config) ? sandboxMark + openTitle(watch) : openTitle(watch);
  return atomFeed(title, `urn:tipstaff:${installation}:watch:${watchId}`, updated, entries);
}

function entryOf(watch: WatchConfig, change: StoredChange, installation: string, config: FeedConfig): string {
  const content = {
    kind: 'changes' as const,
    id: 0,
    channel: 'feed',
    createdAt: change.detectedAt,
    timezone: watch.timezone,
    pageUrl: config.http.publicUrl,
    sandbox: asksSandbox(config),
    digest: false,
    watches: [watchFacts(watch)],
    checks: [],
    changes: [{ ...change, watches: [watch.id] }],
  };
  return atomEntry(alertMessage(content), `urn:tipstaff:${installation}:change:${change.id}`, change.detectedAt);
}
