import type { Config } from '../../config/config.ts';
import type { Trx } from '../../database/store.ts';
import type { Notice } from '../../message/notice.ts';
import { addToAlert } from '../../outbox/addToAlertQueries.ts';
import { watchFacts } from '../../outbox/watchFacts.ts';
import { afterQuietHours, groupUntil } from '../../outbox/whenDue.ts';
import type { WatchSettings } from '../../schedule/watchesTable.ts';
import { discreetName, watchName } from '../../words/watchWords.ts';

export type ReaderConfig = Pick<Config, 'operators' | 'channels' | 'delivery'>;

/** The incident by which readers learn that nobody can look at their watches. */
export const unwatched = 'watch-unwatched';

/** The channels that read about a watch. Those of the operators are notified of the cause instead. */
export function readersOf({ operators }: Pick<Config, 'operators'>, watch: Pick<WatchSettings, 'notify'>): string[] {
  return watch.notify.filter((name) => !operators.includes(name));
}

/**
 * Notifies channels of readers, outside their quiet hours, together with what else they are notified of at that time.
 */
export async function notifyReaders(
  trx: Trx,
  { channels, delivery }: ReaderConfig,
  readers: readonly string[],
  own: Omit<Notice, 'incident' | 'readers'>,
  now: Date,
): Promise<void> {
  const notice: Notice = { incident: unwatched, readers: true, ...own };
  for (const channel of readers) {
    const rhythm = channels[channel];
    const dueAt = rhythm === undefined ? now : afterQuietHours(rhythm, now);
    const when = { createdAt: now, dueAt, groupUntil: groupUntil(delivery, now) };
    await addToAlert(trx, { channel, kind: 'notice', ...when, changes: [], grows: true, payload: [notice] });
  }
}

/** A notice has the same form on every channel, so a confidential watch is named by its matter alone. */
export function nameForReaders(watch: WatchSettings): string {
  const facts = watchFacts(watch);
  return facts.confidential ? discreetName([facts]) : watchName(facts);
}

export function openMatter({
  confidential,
  matter,
}: Pick<WatchSettings, 'confidential' | 'matter'>): string | undefined {
  return confidential ? undefined : matter;
}

/** The matter that all these watches have in common, if there is one and it may be named. */
export function sharedMatter(
  watches: readonly (Pick<WatchSettings, 'confidential' | 'matter'> | undefined)[],
): string | undefined {
  const matters = new Set(watches.map((watch) => watch && openMatter(watch)));
  return matters.size === 1 ? [...matters][0] : undefined;
}
