import type { Notice } from '../../alerts/message/content.ts';
import { addToAlert } from '../../alerts/outbox/addToAlertQueries.ts';
import { incidentThread } from '../../alerts/outbox/incidents.ts';
import { openIncidents } from '../../alerts/outbox/incidentsTable.ts';
import { watchFacts } from '../../alerts/outbox/watchFacts.ts';
import { afterQuietHours, groupUntil } from '../../alerts/outbox/whenDue.ts';
import { listed, withCommas } from '../../base/words/sentence.ts';
import { discreetName, watchName } from '../../base/words/watchWords.ts';
import type { Config } from '../../config/config.ts';
import { loadWatchedQueries } from '../../schedule/watchedQueries.ts';
import type { WatchSettings } from '../../schedule/watchesTable.ts';
import type { BlindSearch } from '../../store/snapshot/blindSearchesQueries.ts';
import type { Trx } from '../../store/store.ts';
import { knownWatches } from '../audience/recipients.ts';
import type { CheckParts } from '../checkParts.ts';

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

/** A channel that was notified that a service is away, and of which watches. */
export interface NotifiedReaders {
  readonly channel: string;
  readonly matter?: string | undefined;
  readonly watches: readonly { readonly id: string; readonly name: string }[];
  readonly more: number;
}

/** A service that is away. */
interface Away {
  readonly since: string;
  /** In words that quote no search. */
  readonly reason: string;
  readonly notified: readonly NotifiedReaders[];
  readonly thread: { readonly kind: string; readonly subject: string };
}

interface Missed {
  readonly watch: WatchSettings;
  readonly lastCompleteAt: string | null;
}

const namedInSubject = 3;
const namedAtMost = 20;

/**
 * Notifies the readers of watches that could not be checked: each channel once, of those that failed by then. What
 * falls due there later has the same cause. Who was notified of a watch for another cause is not notified of it again.
 * @returns the channels that were notified now
 */
export async function notifyOfAway(
  trx: Trx,
  { config, watches }: Pick<CheckParts, 'config' | 'watches'>,
  away: Away,
  blind: readonly BlindSearch[],
  now: Date,
): Promise<NotifiedReaders[]> {
  const done = new Set(away.notified.map(({ channel }) => channel));
  const known = await knownWatches(trx, watches, [...new Set(blind.map(({ watchId }) => watchId))]);
  const isKnownOfAlready = new Set((await openIncidents(trx, unwatched)).map(({ subject }) => subject));
  const byChannel = new Map<string, Missed[]>();
  for (const { watchId, lastCompleteAt } of blind) {
    const watch = known.get(watchId);
    if (watch === undefined || isKnownOfAlready.has(watchId)) continue;
    for (const channel of readersOf(config, watch).filter((name) => !done.has(name))) {
      byChannel.set(channel, [...(byChannel.get(channel) ?? []), { watch, lastCompleteAt }]);
    }
  }
  const notified: NotifiedReaders[] = [];
  for (const [channel, missed] of byChannel) {
    const watchIds = missed.map(({ watch }) => watch.id);
    const inPart = (await loadWatchedQueries(trx, watchIds)).some(({ partialCheck }) => partialCheck !== null);
    const readers = { channel, matter: sharedMatter(missed.map(({ watch }) => watch)), ...named(missed) };
    // True of each of them: a watch that was not due did not fail, and one may have been checked after another failed.
    const at = [away.since, ...missed.map(({ lastCompleteAt }) => lastCompleteAt ?? '')].sort().at(-1) ?? away.since;
    const detail = beganWords(namesOf(readers, namedAtMost), away.reason, inPart);
    const began = { phase: 'began' as const, thread: threadOf(away), at, detail, ...(inPart && { inPart }) };
    await notifyReaders(trx, config, [channel], { ...aboutOf(readers), ...began }, now);
    notified.push(readers);
  }
  return notified;
}

/** Those who were notified that the service is away learn that it returned. */
export async function notifyOfReturn(trx: Trx, config: ReaderConfig, away: Away, now: Date): Promise<void> {
  const ended = { phase: 'ended' as const, thread: threadOf(away), at: now.toISOString(), detail: endedWords };
  for (const readers of away.notified) {
    // A channel that the config no longer has reaches nobody.
    if (config.channels[readers.channel] === undefined) continue;
    await notifyReaders(trx, config, [readers.channel], { ...aboutOf(readers), ...ended }, now);
  }
}

function threadOf({ thread, since }: Away): string {
  return incidentThread(thread, since);
}

/** @returns without a watch that was named */
export function withoutWatch(readers: NotifiedReaders, watchId: string): NotifiedReaders {
  return { ...readers, watches: readers.watches.filter(({ id }) => id !== watchId) };
}

function aboutOf(readers: NotifiedReaders): { subject: string; matter: string | undefined } {
  return { subject: namesOf(readers, namedInSubject), matter: readers.matter };
}

function named(missed: readonly Missed[]): Pick<NotifiedReaders, 'watches' | 'more'> {
  const watches = [
    ...new Map(missed.map(({ watch }) => [watch.id, { id: watch.id, name: nameForReaders(watch) }])).values(),
  ];
  return { watches: watches.slice(0, namedAtMost), more: Math.max(0, watches.length - namedAtMost) };
}

function namesOf({ watches, more }: NotifiedReaders, most: number): string {
  const names = [...new Set(watches.map(({ name }) => name))];
  const unnamed = more + Math.max(0, names.length - most);
  return listed(unnamed > 0 ? [...names.slice(0, most), `${withCommas(unnamed)} more`] : names);
}

function beganWords(names: string, reason: string, inPart: boolean): string {
  const known = inPart
    ? `The search service has not shown all of ${names} since then (${reason}): what it showed is reported, but ` +
      'there may be more.'
    : `The search service has shown us nothing of ${names} since then (${reason}), so nothing later is known.`;
  return (
    `${known} Whatever else falls due waits for it too. Until it works again, check the court's or register's ` +
    'own pages for anything that cannot wait. You are notified when it does; whatever is new by then is reported ' +
    'as usual.'
  );
}

const endedWords =
  'The search service works again. What could not be checked is checked now, and whatever was new meanwhile is ' +
  'reported as usual. Should a watch still fail, you are notified of it by its name.';
