import type { Notice } from '../../alerts/message/content.ts';
import { addToAlert } from '../../alerts/outbox/addToAlertQueries.ts';
import { watchFacts } from '../../alerts/outbox/watchFacts.ts';
import { afterQuietHours, groupUntil } from '../../alerts/outbox/whenDue.ts';
import { listed, withCommas } from '../../base/words/sentence.ts';
import { discreetName, watchName } from '../../base/words/watchWords.ts';
import type { Config } from '../../config/config.ts';
import type { WatchSettings } from '../../schedule/watchesTable.ts';
import type { Trx } from '../../store/store.ts';

export type ReaderConfig = Pick<Config, 'operators' | 'channels' | 'delivery'>;

/** The incident by which readers learn that nobody can look at their watches. */
export const unwatched = 'watch-unwatched';

/** The channels that read about a watch. Those of the operators are notified of the cause instead. */
export function readersOf({ operators }: Pick<Config, 'operators'>, watch: Pick<WatchSettings, 'notify'>): string[] {
  return watch.notify.filter((name) => !operators.includes(name));
}

/**
 * Notifies channels of readers of some watches, outside their quiet hours, together with what else they are notified of
 * at that time.
 */
export async function notifyReaders(
  trx: Trx,
  { channels, delivery }: ReaderConfig,
  readers: readonly string[],
  watches: readonly WatchSettings[],
  own: Pick<Notice, 'phase' | 'thread' | 'at' | 'detail' | 'inPart' | 'obsolete'>,
  now: Date,
): Promise<void> {
  const about = { subject: namesOf(watches, namedInSubject), matter: sharedMatter(watches) };
  const notice: Notice = { incident: unwatched, readers: true, ...about, ...own };
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

/** The matter that all these watches have in common, if there is one and it may be named. */
export function sharedMatter(
  watches: readonly (Pick<WatchSettings, 'confidential' | 'matter'> | undefined)[],
): string | undefined {
  const matters = new Set(watches.map((watch) => (watch?.confidential ? undefined : watch?.matter)));
  return matters.size === 1 ? [...matters][0] : undefined;
}

const namedInSubject = 3;

/** The names of watches, each once: `a, b and 2 more`. */
export function namesOf(watches: readonly WatchSettings[], most: number): string {
  const names = [...new Set(watches.map(nameForReaders))];
  const unnamed = names.length - most;
  return listed(unnamed > 0 ? [...names.slice(0, most), `${withCommas(unnamed)} more`] : names);
}
