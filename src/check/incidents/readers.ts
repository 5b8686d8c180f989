import type { Notice } from '../../alerts/message/facts.ts';
import { addToAlert } from '../../alerts/outbox/addToAlertQueries.ts';
import { incidentThread } from '../../alerts/outbox/incidents.ts';
import { closeIncident, type OpenIncident, openIncident } from '../../alerts/outbox/incidentsTable.ts';
import { watchFacts } from '../../alerts/outbox/watchFacts.ts';
import { afterQuietHours } from '../../alerts/outbox/whenDue.ts';
import { hourMs } from '../../base/time.ts';
import { readerTime } from '../../base/words/readerDate.ts';
import { listedUpTo } from '../../base/words/sentence.ts';
import { shownName, whyUnwatched } from '../../base/words/watchWords.ts';
import { type Config, openName } from '../../config/config.ts';
import { lastResumed } from '../../schedule/holds/holdsTable.ts';
import { isDue, slotsAfter } from '../../schedule/nextDue.ts';
import type { WatchSettings } from '../../schedule/watchesTable.ts';
import { isSeenInPart, loadWatchedQueries } from '../../schedule/watchStatusQueries.ts';
import type { WatchQuery } from '../../store/claims/queries.ts';
import { firstCheckAfter, loadCheck } from '../../store/snapshot/checksTable.ts';
import { everything } from '../../store/snapshot/ledgerTable.ts';
import type { Trx } from '../../store/store.ts';
import { type KnownWatches, sending } from '../audience/recipients.ts';
import { type CheckEnd, errorOf } from '../checkParts.ts';
import type { EndedCheck } from './kinds.ts';

export type ReaderConfig = Pick<Config, 'operators' | 'channels' | 'delivery'>;

/** Who is notified of which watches. A channel that is not in the config gets nothing. */
interface Told {
  readonly config: ReaderConfig;
  readonly channels: readonly string[];
  readonly watches: readonly WatchSettings[];
  readonly now: Date;
}

export const unwatched = 'watch-unwatched';

/** Stale: two slots and an hour without a complete check; at once if the budget or the service refuses the query. */
export async function staleOf(
  trx: Trx,
  query: EndedCheck['query'],
  end: CheckEnd,
  { row, watchQueries, now }: Pick<EndedCheck, 'row' | 'watchQueries' | 'now'>,
): Promise<Pick<EndedCheck, 'since' | 'stale'>> {
  if (row.outcome === 'complete') return { since: now, stale: new Set() };
  const since = await lastCompleteAt(trx, query, watchQueries, now);
  const resumed = await lastResumed(trx, [...new Set(watchQueries.map(({ watchId }) => watchId))]);
  const isRefused = errorOf(end)?.errorClass === 'request';
  const givesWay =
    end.kind === 'skipped' && (end.budget?.isKept || (end.budget?.account.key ?? everything) !== everything);
  const isStale = (watch: WatchQuery) => {
    if (isRefused || (givesWay && isDue(watch, now))) return true;
    // Time during which the watch was paused does not count.
    const from = new Date(Math.max(since.getTime(), Date.parse(resumed.get(watch.watchId) ?? since.toISOString())));
    const second = slotsAfter(watch.schedule, watch.timezone, from, 2)[1];
    return second !== undefined && second <= now && now.getTime() - from.getTime() >= hourMs;
  };
  return { since, stale: new Set(watchQueries.filter(isStale).map(({ watchId }) => watchId)) };
}

/** Returns the last complete check; if no watch has a baseline, the first check after that. Never later than now. */
async function lastCompleteAt(
  trx: Trx,
  { id, lastCompleteCheck }: EndedCheck['query'],
  watchQueries: readonly WatchQuery[],
  now: Date,
): Promise<Date> {
  const last = await loadCheck(trx, lastCompleteCheck);
  // A watch that was removed and added again counts from its return.
  const isTheirs = watchQueries.some((watch) => watch.baselineAt !== null);
  const at = last !== undefined && isTheirs ? last.endedAt : (await firstCheckAfter(trx, id, last?.id ?? 0))?.startedAt;
  return at !== undefined && at < now.toISOString() ? new Date(at) : now;
}

export async function noteUnwatched(trx: Trx, check: EndedCheck): Promise<void> {
  const { config, open, stale, row, since, isAway, now } = check;
  if (isAway) return;
  for (const watch of check.watches) {
    const known = open.find(({ kind, subject }) => kind === unwatched && subject === watch.id);
    const told = { config, channels: readersOf(config, watch), watches: [watch], now };
    const why = { since: since.toISOString(), reason: whyUnwatched(row.cause) };
    if (known === undefined && stale.has(watch.id)) await beginUnwatched(trx, told, why);
    if (known?.cause !== null || row.outcome !== 'complete' || !(await isChecked(trx, watch.id))) continue;
    await closeIncident(trx, { ...known, now: now.toISOString() });
    const detail = `${nameForReaders(watch)} is checked again: its check was complete. ${asUsual}`;
    await notifyReaders(trx, told, { phase: 'ended', thread: threadOf(known), detail });
  }
}

async function isChecked(trx: Trx, watchId: string): Promise<boolean> {
  return (await loadWatchedQueries(trx, [watchId])).every(({ lastOutcome }) => lastOutcome === 'complete');
}

interface Why {
  readonly since: string; // ISO time that is true for each of the watches.
  readonly reason: string;
  readonly cause?: string | undefined;
}

export async function beginUnwatched(trx: Trx, told: Told, { since, reason, cause }: Why): Promise<void> {
  const { watches, now } = told;
  const ids = watches.map(({ id }) => id);
  const queries = await loadWatchedQueries(trx, ids);
  const inPart =
    cause === undefined ? isSeenInPart(queries) : queries.some(({ partialCheck }) => partialCheck !== null);
  const beganAt = now.toISOString();
  for (const watch of watches) {
    const notChecked = `it has not been checked since ${since} (${reason}).`;
    const detail = `The readers of ${openName(watch)} are notified that ${notChecked}`;
    await openIncident(trx, { kind: unwatched, subject: watch.id, cause, since, detail, now: beganAt });
  }
  const thread = threadOf({ subject: ids[0] ?? '', cause: cause ?? null, beganAt });
  const detail = beganWords(namesOf(watches, namedInDetail), { since, reason, cause }, inPart);
  const notice = { phase: 'began' as const, thread, at: since, detail, ...(inPart && { inPart }) };
  await notifyReaders(trx, told, notice);
}

function threadOf(incident: Pick<OpenIncident, 'subject' | 'cause' | 'beganAt'>): string {
  const { subject, cause, beganAt } = incident;
  return incidentThread({ kind: unwatched, subject: cause ?? subject }, beganAt);
}

const asUsual = 'Anything filed meanwhile is reported as usual.';

function beganWords(names: string, { reason, cause }: Why, inPart: boolean): string {
  const known = inPart
    ? `${names} could not be checked completely since then (${reason}): what the service showed is reported, but ` +
      'there may be more.'
    : `No check of ${names} has succeeded since then (${reason}), so nothing later is known.`;
  const others = cause === undefined ? '' : ' Other checks that fall due wait for it too.';
  return (
    `${known}${others} Until that works again, check the court's or register's own pages for anything that cannot ` +
    'wait. You are notified when it does; anything new by then is reported as usual.'
  );
}

export async function endUnwatchedBy(
  trx: Trx,
  config: ReaderConfig,
  cause: string,
  { open, known, now }: { open: readonly OpenIncident[]; known: KnownWatches; now: Date },
): Promise<void> {
  const ended = open.filter((one) => one.kind === unwatched && one.cause === cause);
  for (const incident of ended) await closeIncident(trx, { ...incident, now: now.toISOString() });
  const detail =
    `The search service works again. What could not be checked is checked now. ${asUsual} If a watch still fails, ` +
    'you receive a notice that names it.';
  for (const [channel, some] of Map.groupBy(readersOfEach(config, known, ended), (one) => one.channel)) {
    const [beganAt = ''] = some.map((one) => one.beganAt).sort();
    const notice = { phase: 'ended' as const, thread: threadOf({ subject: '', cause, beganAt }), detail };
    const watches = some.map(({ watch }) => watch);
    await notifyReaders(trx, { config, channels: [channel], watches, now }, notice);
  }
}

/** Tells readers who know of the unchecked watch that it is now paused, so they expect no further notice. */
export async function endUnwatchedByHold(
  trx: Trx,
  config: ReaderConfig & Pick<Config, 'watches'>,
  watch: WatchSettings,
  { until, now }: { readonly until: string | null; readonly now: Date },
): Promise<void> {
  const closed = await closeIncident(trx, { kind: unwatched, subject: watch.id, now: now.toISOString() });
  if (closed === undefined) return;
  const { timezone } = config.watches.find(({ id }) => id === watch.id) ?? { timezone: 'UTC' };
  const end = until === null ? 'until somebody resumes it' : `until ${readerTime(until, { timezone })}`;
  const detail =
    `${nameForReaders(watch)} was paused ${end}, so it is not checked. Tipstaff does not know what ` +
    "happened since your last alert: check the court's or register's own pages for anything that cannot wait. " +
    'What happens meanwhile is reported when it is checked again.';
  const thread = threadOf({ ...closed, subject: watch.id });
  const notice = { phase: 'ended' as const, thread, detail, obsolete: true };
  await notifyReaders(trx, { config, channels: readersOf(config, watch), watches: [watch], now }, notice);
}

/** Returns one row per incident, channel and watch. Operators are left out, since they are notified of the cause. */
export function readersOfEach<I extends { readonly subject: string }>(
  config: Pick<Config, 'operators'>,
  known: KnownWatches,
  incidents: readonly I[],
) {
  return incidents.flatMap((incident) => {
    const watch = known.get(incident.subject);
    return watch === undefined ? [] : readersOf(config, watch).map((channel) => ({ ...incident, channel, watch }));
  });
}

function readersOf({ operators }: Pick<Config, 'operators'>, watch: Pick<WatchSettings, 'notify'>): string[] {
  return watch.notify.filter((name) => !operators.includes(name));
}

type OwnFacts = Pick<Notice, 'phase' | 'thread' | 'detail' | 'inPart' | 'obsolete'> & Partial<Pick<Notice, 'at'>>;

/** Respects quiet hours and joins the alert that is due then. */
async function notifyReaders(trx: Trx, { config, channels, watches, now }: Told, own: OwnFacts): Promise<void> {
  const about = { subject: namesOf(watches, namedInSubject), matter: sharedMatter(watches) };
  const notice: Notice = { incident: unwatched, readers: true, at: now.toISOString(), ...about, ...own };
  const draft = { kind: 'notice' as const, changes: [], joinsAny: true, payload: [notice] };
  for (const channel of channels)
    await addToAlert(trx, { ...sending(config, channel, now, afterQuietHours), ...draft });
}

function nameForReaders(watch: WatchSettings): string {
  return shownName(watchFacts(watch), true);
}

export function sharedMatter(watches: readonly (Pick<WatchSettings, 'confidential' | 'matter'> | undefined)[]) {
  const matters = new Set(watches.map((watch) => (watch?.confidential ? undefined : watch?.matter)));
  return matters.size === 1 ? [...matters][0] : undefined;
}

const namedInSubject = 3;
const namedInDetail = 20;

function namesOf(watches: readonly WatchSettings[], most: number): string {
  return listedUpTo(most, [...new Set(watches.map(nameForReaders))]);
}
