import { messageOf } from '../../base/errors.ts';
import { removedAmong } from '../../schedule/watchesTable.ts';
import { type ClaimedAlert, keepAlive } from '../../store/claims/queue.ts';
import type { Arrivals, Channel, DeliveryResult } from '../channels/channel.ts';
import type { BaselinePart } from '../message/content.ts';
import { type DigestFacts, gatherAlert } from '../message/gather.ts';
import { alertOutline } from '../message/message.ts';
import { keepAsSent, loadAlert } from './alertsOfWatchesQueries.ts';
import { deleteAlert, replacePayload } from './alertsTable.ts';
import { keepSent, loadArrived, loadChannelStates, noteArrived } from './deliveriesTable.ts';
import { applyResult, type DeliveryParts, type DeliverySummary, finishAttempt, noteKilled } from './deliveryOutcome.ts';

/** A longer send is cancelled. Channels have shorter timeouts for each step. */
const sendTimeoutSeconds = 60;

/** Sends due alerts until none is left or the server defers one. A channel that refuses all gets one as a probe. */
export async function deliverChannel(
  parts: DeliveryParts,
  channel: Channel,
  stopped: AbortSignal,
  brokenOff = stopped,
): Promise<DeliverySummary> {
  const { alerts } = parts.store.queue;
  const counts = { sent: 0, retried: 0, failed: 0 };
  const { refusedSince, deferredUntil } = (await loadChannelStates(parts.store.db)).get(channel.name) ?? {};
  if (deferredUntil === undefined ? refusedSince !== undefined : deferredUntil > parts.clock()) {
    return { ...counts, refused: refusedSince === undefined ? [] : [channel.name] };
  }
  while (!stopped.aborted) {
    const claimed = await alerts.claimNext(channel.name, parts.clock());
    if (claimed === undefined) break;
    if (claimed.holderDied) {
      await noteKilled(parts, claimed);
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
    else if (outcome !== 'lease lost') counts.retried += 1;
    if (outcome === 'channel refused') return { ...counts, refused: [channel.name] };
    if (outcome === 'channel failing') break;
  }
  return { ...counts, refused: [] };
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

/** @returns undefined if this process is stopping: the attempt does not count, and the next process sends the alert */
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
    // We cancelled the send, so the alert did not fail. If it arrived, the repeat has the same Message-ID.
    return brokenOff.aborted && result.outcome !== 'sent' ? undefined : result;
  } catch (error) {
    if (brokenOff.aborted) return undefined;
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

export async function storeAttempt(parts: DeliveryParts, claimed: ClaimedAlert, result: DeliveryResult) {
  const outcome = await finishAttempt(parts, claimed, (attempted) => applyResult(result, attempted));
  const { id: alert, channel, attempts } = claimed;
  const fields = { alert, channel, attempt: attempts + 1, response: result.response };
  if (outcome === 'sent') parts.log.info(fields, 'alert sent');
  else if (outcome === 'lease lost')
    parts.log.warn(fields, 'the lease was lost while an alert was handed over: it may come twice');
  else parts.log.warn({ ...fields, outcome }, 'alert not delivered');
  return outcome;
}
