import type { ChannelConfig } from '../channels/kinds.ts';
import type {
  AlertContent,
  BaselineContent,
  ChangesContent,
  NoticeContent,
  WatchFacts,
} from '../channels/message/content.ts';
import type { Config } from '../config/config.ts';
import type { AlertsTable } from '../store/outbox/outboxTables.ts';
import { prepared } from '../store/prepared.ts';
import type { Db } from '../store/store.ts';
import { gatherChanges } from './gatherChanges.ts';
import { checksOfChanges, checksSince } from './gatherChecks.ts';
import { whenDue } from './whenDue.ts';

/** What the words of an alert need beyond the store; made from the config. */
export interface GatherParts {
  /** By id. A watch that is no longer in the config is told by the name that the store remembers. */
  readonly watches: ReadonlyMap<string, WatchFacts>;
  readonly config: Pick<Config, 'channels' | 'watches'>;
  readonly pageUrl?: string | undefined;
}

/** Reads everything that an alert says; undefined when there is no such alert. */
export async function gatherAlert(db: Db, alertId: number, parts: GatherParts): Promise<AlertContent | undefined> {
  const [alert] = (await selectAlert(db, { alertId })).rows;
  if (alert === undefined) return undefined;
  // A channel that is no longer in the config can still be read, in UTC.
  const channel = parts.config.channels[alert.channel];
  const common = {
    id: alertId,
    channel: alert.channel,
    createdAt: alert.created_at,
    timezone: channel?.timezone ?? 'UTC',
    pageUrl: parts.pageUrl,
  };
  const payload: unknown = JSON.parse(alert.payload ?? '[]');
  switch (alert.kind) {
    case 'changes': {
      const { watches, changes } = await gatherChanges(db, alertId, parts.watches);
      const endedMutes = payload as ChangesContent['endedMutes'];
      const news = { watches, changes, checks: await checksOfChanges(db, alertId), endedMutes };
      if (channel === undefined || !isDigest(channel, alert))
        return { ...common, kind: 'changes', digest: false, ...news };
      return { ...common, kind: 'changes', digest: true, ...(await vouchFor(db, alert, news, parts)) };
    }
    case 'baseline':
      return { ...common, kind: 'baseline', announcements: payload as BaselineContent['announcements'] };
    case 'notice':
      return { ...common, kind: 'notice', notices: payload as NoticeContent['notices'] };
  }
}

const selectAlert = prepared<{ readonly alertId: number }, AlertRow>((db, value) =>
  db
    .selectFrom('alerts')
    .select(['channel', 'kind', 'created_at', 'due_at', 'payload'])
    .where('id', '=', value('alertId')),
);

type AlertRow = Readonly<Pick<AlertsTable, 'channel' | 'kind' | 'created_at' | 'due_at' | 'payload'>>;

/** What was urgent went ahead of the channel's digest, and is none. */
function isDigest(channel: ChannelConfig, alert: { readonly created_at: string; readonly due_at: string }): boolean {
  return channel.digest !== undefined && alert.due_at >= whenDue(channel, new Date(alert.created_at)).toISOString();
}

type News = Pick<ChangesContent, 'watches' | 'checks' | 'changes' | 'endedMutes'>;

/** A digest tells of every check in its time, news or none; an empty one speaks for all watches of its channel. */
async function vouchFor(
  db: Db,
  alert: { readonly channel: string; readonly created_at: string },
  news: News,
  parts: GatherParts,
): Promise<News> {
  const ofChannel = parts.config.watches.filter((watch) => watch.notify.includes(alert.channel));
  const watches =
    news.changes.length > 0 ? news.watches : ofChannel.flatMap((watch) => parts.watches.get(watch.id) ?? []);
  const ids = watches.map((watch) => watch.id);
  const checks = new Map(news.checks.map((check) => [check.id, check]));
  for (const check of await checksSince(db, ids, alert.created_at)) checks.set(check.id, check);
  return { ...news, watches, checks: [...checks.values()].sort((a, b) => a.id - b.id) };
}
