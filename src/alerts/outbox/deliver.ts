import { messageOf } from '../../base/errors.ts';
import { hourMs } from '../../base/time.ts';
import type { ChannelConfig } from '../../config/channels.ts';
import { startJob } from '../../schedule/jobs.ts';
import { removedAmong } from '../../schedule/watchesTable.ts';
import { countDue } from '../../store/claims/due.ts';
import { type ClaimedAlert, keepAlive } from '../../store/claims/queue.ts';
import type { Arrivals, Channel, DeliveryResult } from '../channels/channel.ts';
import type { BaselinePart } from '../message/facts.ts';
import { type DigestFacts, gatherAlert } from '../message/gather.ts';
import { alertOutline } from '../message/message.ts';
import { addToAlert } from './addToAlertQueries.ts';
import { keepAsSent, loadAlert } from './alertsOfWatchesQueries.ts';
import {
  correctOutbox,
  countLate,
  deferredUntilNow,
  deleteAlert,
  dueAlerts,
  hasAlertFor,
  moveDue,
  releaseBatches,
  replacePayload,
  waitForChecks,
  waitingChannels,
} from './alertsTable.ts';
import { keepSent, loadArrived, loadChannelStates, noteArrived } from './deliveriesTable.ts';
import { type DeliveryParts, processEnded, storeAttempt } from './deliveryOutcome.ts';
import { notifyOfOrphans } from './incidents.ts';
import { afterQuietHours, whenDue } from './whenDue.ts';

/** How many alerts arrived, and how many failed for good. */
type DeliveryCounts = Readonly<Record<'sent' | 'failed', number>>;

/** Sends all due alerts on demand, so none waits for a batch. @param signal ends this early */
export async function deliverDue(parts: DeliveryParts, signal: AbortSignal): Promise<DeliveryCounts> {
  await notifyOfOrphans(parts);
  await parts.store.transaction((trx) => correctOutbox(trx, parts.config, parts.clock()));
  await releaseBatches(parts.store.db, parts.clock());
  const channels = [...parts.channels.values()];
  const ended = await Promise.allSettled(channels.map((channel) => deliverChannel(parts, channel, signal)));
  // Errors are thrown only after all passes have ended, because the caller may then close the store.
  const passes = ended.map((pass) => {
    if (pass.status === 'rejected') throw pass.reason;
    return pass.value;
  });
  const sum = (count: keyof DeliveryCounts) => passes.reduce((total, pass) => total + pass[count], 0);
  return { sent: sum('sent'), failed: sum('failed') };
}

/** Delivers what is due, then notices and others that came meanwhile. @returns how many stayed undelivered */
export async function deliverWithNotices(parts: DeliveryParts, signal: AbortSignal): Promise<number> {
  const late = () => countLate(parts.store.db, parts.clock());
  const first = await deliverDue(parts, signal);
  const isMore = first.failed > 0 || (await late()) > 0;
  const second = isMore ? await deliverDue(parts, signal) : undefined;
  return first.failed + (second?.failed ?? 0) + (await late());
}

const stopGraceSeconds = 3;

type LoopParts = DeliveryParts & {
  readonly everySeconds: number;
  /** Returns the config in force before each pass. Default: `config`. */
  readonly inForce?: (() => DeliveryParts['config']) | undefined;
};

/** Sends due alerts on `wake` and every `everySeconds`, in a job per channel, so that a slow one delays no other. */
export function startDelivery(parts: LoopParts) {
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  let orphaned: string | undefined;
  const inForce = parts.inForce ?? (() => parts.config);
  const passes = new Map(
    [...parts.channels.values()].map((channel) => {
      const current = () => ({ ...parts, config: inForce() });
      const work = () => runPass(current(), channel, stopping.signal, breakingOff.signal);
      return [channel.name, startJob({ name: `delivery to ${channel.name}`, work }, parts.log)] as const;
    }),
  );
  const wakeThoseWithWork = async () => {
    const current = { ...parts, config: inForce() };
    const names = await channelsWithWork(current);
    for (const name of names) passes.get(name)?.wake();
    // Alerts may appear for a channel long after it left the config, for example when a hold ends.
    const unknown = names.filter((name) => current.config.channels[name] === undefined).join(' ');
    if (unknown !== orphaned) await notifyOfOrphans(current);
    orphaned = unknown;
  };
  const outbox = { name: 'outbox', when: parts.everySeconds, atStart: true, work: wakeThoseWithWork };
  const look = startJob(outbox, parts.log);
  const finish = async () => {
    stopping.abort();
    await Promise.all([look, ...passes.values()].map((job) => job.stop()));
  };
  return {
    /** Sends what is due now. Call it after a commit that may have stored an alert. */
    wake: look.wake,
    /** Starts no more sends, and resolves when those under way have ended by themselves. */
    finish,
    /** Like `finish`, but cancels sends after 3 s. Canceled alerts are sent again later. Resolves within 5 s. */
    async stop() {
      const grace = setTimeout(() => breakingOff.abort(), stopGraceSeconds * 1000);
      await finish();
      clearTimeout(grace);
    },
  };
}

async function channelsWithWork({ store, config }: DeliveryParts): Promise<string[]> {
  const always = Object.values(config.channels).filter(hasHeartbeat);
  const waiting = await waitingChannels(store.db);
  return [...waiting.map(({ channel }) => channel), ...always.map(({ name }) => name)];
}

async function runPass(parts: DeliveryParts, channel: Channel, stopped: AbortSignal, brokenOff: AbortSignal) {
  await deferLate(parts, channel.name);
  await holdDigests(parts, channel.name);
  await deliverChannel(parts, channel, stopped, brokenOff);
  // After the pass, because the due digest must be sent before the next one begins.
  await keepHeartbeat(parts, channel);
}

/**
 * Defers alerts that fell due before the quiet hours to the end of these hours, and only once: a daemon that runs only
 * at night would otherwise never send them.
 */
async function deferLate({ store, config, clock }: DeliveryParts, name: string): Promise<void> {
  const now = clock();
  const channel = config.channels[name];
  if (channel === undefined) return;
  const quietUntil = afterQuietHours(channel, now);
  if (quietUntil <= now) return;
  const isByDay = (dueAt: string) => afterQuietHours(channel, new Date(Date.parse(dueAt) - 1)).toISOString() < dueAt;
  const late = (await dueAlerts(store.db, name, now)).filter(({ dueAt }) => isByDay(dueAt));
  const ids = late.map((alert) => alert.id);
  if (ids.length > 0) await moveDue(store.db, ids, quietUntil);
}

/**
 * Lets a due digest wait once, for an hour at most, for the checks of its moment, which are spread after it, and after
 * downtime for those that are late. It names the watches that could not be checked by then.
 */
export async function holdDigests({ store: { db }, config, clock }: DeliveryParts, channel: string): Promise<void> {
  const rhythm = config.channels[channel];
  if (rhythm?.digest === undefined) return;
  const now = clock();
  const watchIds = config.watches.filter(({ notify }) => notify.includes(channel)).map(({ id }) => id);
  for (const { id, createdAt, dueAt, batchStartedAt } of await deferredUntilNow(db, channel, now)) {
    // Skips urgent alerts, which are sent before their digest, and alerts that a person sent again.
    if (batchStartedAt === null && dueAt < whenDue(rhythm, new Date(createdAt)).toISOString()) continue;
    const since = batchStartedAt === null ? now : new Date(batchStartedAt);
    const spreadUntil = new Date(since.getTime() + config.spreadSeconds * 1000);
    const isToCome = (await countDue(db, watchIds, spreadUntil)) > 0;
    if (isToCome && batchStartedAt === null) await waitForChecks(db, id, now, new Date(now.getTime() + hourMs));
    if (!isToCome && dueAt > now.toISOString()) await waitForChecks(db, id, since, now);
  }
}

const hasHeartbeat = ({ heartbeat, digest }: ChannelConfig): boolean => heartbeat === true && digest !== undefined;

/** Keeps a digest waiting for each channel with `heartbeat`. Without changes, it says what was and was not checked. */
export async function keepHeartbeat(parts: DeliveryParts, channel: Channel): Promise<void> {
  const config = parts.config.channels[channel.name];
  if (config === undefined || !hasHeartbeat(config)) return;
  const now = parts.clock();
  const dueAt = whenDue(config, now);
  if (await hasAlertFor(parts.store.db, channel.name, dueAt)) return;
  await parts.store.transaction((trx) =>
    addToAlert(trx, { channel: channel.name, kind: 'changes', createdAt: now, dueAt, changes: [] }),
  );
}

/** A longer send is canceled. Channels have shorter timeouts for each step. */
const sendTimeoutSeconds = 60;

/** Sends due alerts until none is left or the server defers one. A channel that refuses all gets one as a probe. */
export async function deliverChannel(
  parts: DeliveryParts,
  channel: Channel,
  stopped: AbortSignal,
  brokenOff = stopped,
): Promise<DeliveryCounts> {
  const { alerts } = parts.store.queue;
  const counts = { sent: 0, failed: 0 };
  const { pausedAt, retryAt } = (await loadChannelStates(parts.store.db)).get(channel.name) ?? {};
  // A time in the past defers nothing.
  if (retryAt ? retryAt > parts.clock().toISOString() : pausedAt) return counts;
  while (!stopped.aborted) {
    const claimed = await alerts.claimNext(channel.name, parts.clock());
    if (claimed === undefined) break;
    if (claimed.holderDied) {
      await storeAttempt(parts, claimed, processEnded);
      continue;
    }
    if (await withdrawRemoved(parts, claimed)) continue;
    const held = keepAlive(alerts, claimed, parts);
    const result = await attempt(parts, channel, claimed, { stopped, brokenOff }).finally(() => held.end());
    if (result === undefined) {
      await alerts.release(claimed);
      break;
    }
    const outcome = await storeAttempt(parts, claimed, result);
    if (outcome === 'sent' || outcome === 'failed') counts[outcome] += 1;
    if (outcome === 'channel refused' || outcome === 'channel failing') break;
  }
  return counts;
}

/**
 * Takes watches that were removed meanwhile out of an untried announcement, because it would be false news.
 * @returns true if nothing was left to announce and the alert was deleted
 */
async function withdrawRemoved({ store, log }: DeliveryParts, claimed: ClaimedAlert): Promise<boolean> {
  if (claimed.kind !== 'baseline' || claimed.attempts > 0) return false;
  const payload = ((await loadAlert(store.db, claimed.id))?.payload ?? []) as readonly BaselinePart[];
  const ids = payload.flatMap((part) => ('more' in part ? [] : [part.watch.id]));
  const watches = await removedAmong(store.db, ids);
  if (watches.size === 0) return false;
  const left = payload.filter((part) => 'more' in part || !watches.has(part.watch.id));
  log.info({ alert: claimed.id, channel: claimed.channel, watches: [...watches] }, 'a removed watch is not announced');
  if (left.length > 0) await replacePayload(store.db, claimed.id, left);
  else
    await store.transaction(async (trx) => {
      if (await store.queue.alerts.end(trx, claimed)) await deleteAlert(trx, claimed.id);
    });
  return left.length === 0;
}

/** @returns undefined if this loop is stopping: the attempt does not count, and the next process or config sends it */
async function attempt(
  parts: DeliveryParts,
  channel: Channel,
  claimed: ClaimedAlert,
  { stopped, brokenOff }: { readonly stopped: AbortSignal; readonly brokenOff: AbortSignal },
): Promise<DeliveryResult | undefined> {
  try {
    // One time for the whole message, so that pages can later show a digest as it was sent.
    const now = parts.clock();
    const content = await gatherAlert(parts.store.db, claimed.id, { ...parts, clock: () => now });
    if (content === undefined) return { outcome: 'failed', response: 'The alert is no longer in the store.' };
    if (stopped.aborted) return undefined;
    const { subject } = alertOutline(content, { discreet: false });
    const coverage = content.kind === 'changes' ? content.coverage : undefined;
    const facts: DigestFacts | undefined = coverage && { at: now.toISOString(), coverage };
    await keepAsSent(parts.store.db, claimed.id, subject, facts);
    const arrivals = await arrivalsOf(parts, claimed);
    const signal = AbortSignal.any([brokenOff, AbortSignal.timeout(sendTimeoutSeconds * 1000)]);
    const result = await channel.send(content, signal, arrivals);
    // We canceled it, or a corrected channel may accept it. If it arrived, the repeat has the same Message-ID.
    return stopped.aborted && result.outcome !== 'sent' ? undefined : result;
  } catch (error) {
    if (stopped.aborted) return undefined;
    // An internal error with one alert must neither stop the channel nor lose the alert.
    parts.log.error({ alert: claimed.id, channel: channel.name, err: error }, 'an alert could not be written');
    const response = `Tipstaff could not write this alert: ${messageOf(error)}`;
    return { outcome: 'retry', response, scope: 'message' };
  }
}

async function arrivalsOf({ store, log, clock }: DeliveryParts, { id }: ClaimedAlert): Promise<Arrivals> {
  const known = await loadArrived(store.db, id);
  return {
    known,
    async note(part, refusal) {
      if (known.has(part)) return;
      known.set(part, refusal);
      await noteArrived(store.db, id, part, refusal).catch((err) =>
        log.warn({ alert: id, err }, 'a part of an alert arrived and could not be noted: it may come twice'),
      );
    },
    async keep(part, message) {
      await keepSent(store.db, { alertId: id, part, at: clock(), message }).catch((err) =>
        log.warn({ alert: id, err }, 'what was sent could not be kept: the page of the alert will draw it again'),
      );
    },
  };
}
