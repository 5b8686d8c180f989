import { hourMs } from '../../base/time.ts';
import type { ChannelConfig } from '../../config/channels.ts';
import { startJob } from '../../schedule/jobs.ts';
import { countDue } from '../../store/claims/due.ts';
import type { Channel } from '../channels/channel.ts';
import { addToAlert } from './addToAlertQueries.ts';
import {
  correctOutbox,
  deferredUntilNow,
  dueAlerts,
  hasAlertFor,
  moveDue,
  releaseBatches,
  waitForChecks,
  waitingChannels,
} from './alertsTable.ts';
import { deliverChannel } from './deliverChannel.ts';
import type { DeliveryParts, DeliverySummary } from './deliveryOutcome.ts';
import { notifyOfOrphans } from './incidents.ts';
import { afterQuietHours, whenDue } from './whenDue.ts';

/** Sends all due alerts on demand, so none waits for a batch. @param signal ends this early */
export async function deliverDue(parts: DeliveryParts, signal: AbortSignal): Promise<DeliverySummary> {
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
  const sum = (count: 'sent' | 'retried' | 'failed') => passes.reduce((total, pass) => total + pass[count], 0);
  const refused = passes.flatMap((pass) => pass.refused);
  return { sent: sum('sent'), retried: sum('retried'), failed: sum('failed'), refused };
}

const stopGraceSeconds = 3;

interface Delivery {
  /** Sends what is due now. Call it after a commit that may have stored an alert. */
  wake(): void;
  /** Starts no more sends, and resolves when those under way have ended by themselves. */
  finish(): Promise<void>;
  /** Like `finish`, but cancels sends after 3 s. Cancelled alerts are sent again later. Resolves within 5 s. */
  stop(): Promise<void>;
}

type LoopParts = DeliveryParts & {
  readonly everySeconds: number;
  /** Returns the config in force before each pass. Default: `config`. */
  readonly inForce?: (() => DeliveryParts['config']) | undefined;
};

/** Sends due alerts on `wake` and every `everySeconds`, in a job per channel, so that a slow one delays no other. */
export function startDelivery(parts: LoopParts): Delivery {
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
    wake: look.wake,
    finish,
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
  const isByDay = (dueAt: Date) => afterQuietHours(channel, new Date(dueAt.getTime() - 1)) < dueAt;
  const late = (await dueAlerts(store.db, name, now)).filter(({ dueAt }) => isByDay(dueAt));
  const ids = late.map((alert) => alert.id);
  if (ids.length > 0) await moveDue(store.db, ids, quietUntil);
}

/**
 * Lets a due digest wait once, for an hour at most, for due checks, so that it has their news after downtime. It names
 * the watches that could not be checked by then.
 */
export async function holdDigests({ store: { db }, config, clock }: DeliveryParts, channel: string): Promise<void> {
  const rhythm = config.channels[channel];
  if (rhythm?.digest === undefined) return;
  const now = clock();
  const watchIds = config.watches.filter(({ notify }) => notify.includes(channel)).map(({ id }) => id);
  for (const { id, createdAt, dueAt, waitsSince } of await deferredUntilNow(db, channel, now)) {
    // Skips urgent alerts, which are sent before their digest, and alerts that a person sent again.
    if (waitsSince === undefined && dueAt < whenDue(rhythm, createdAt)) continue;
    const since = waitsSince ?? now;
    const isToCome = (await countDue(db, watchIds, since)) > 0;
    if (isToCome && waitsSince === undefined) await waitForChecks(db, id, now, new Date(now.getTime() + hourMs));
    if (!isToCome && dueAt > now) await waitForChecks(db, id, since, now);
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
