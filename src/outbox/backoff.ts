import type { ChannelConfig } from '../channels/kinds.ts';
import type { DeliveryConfig } from '../config/config.ts';
import { after, isToWaitFor, longestProbeMs } from '../schedule/impossibleTimes.ts';
import { later } from '../time.ts';
import type { ChannelWait } from './channelsTable.ts';
import { afterQuietHours, whenDue } from './whenDue.ts';

const secondMs = 1000;
const shortestProbeMs = 5 * 60 * secondMs;
const longestHeededSeconds = 60 * 60;

/**
 * How long to wait after a failed attempt: doubled each time from `retryBaseSeconds` up to `retryMaxSeconds`, and then
 * a random part of it, a half at least, so that many alerts do not come back together. Never sooner than the server
 * asked for, up to
 * `longestWaitSeconds`.
 * @param attempts how many were made, this one included: 1 at least.
 * @param random in [0, 1).
 */
export function retryDelaySeconds(
  config: DeliveryConfig,
  attempts: number,
  random: number,
  afterSeconds: number | undefined,
): number {
  const grown = Math.min(config.retryMaxSeconds, config.retryBaseSeconds * 2 ** Math.min(attempts - 1, 30));
  return Math.max(grown * (0.5 + random / 2), Math.min(afterSeconds ?? 0, longestWaitSeconds(config)));
}

/** No attempt is ever deferred for longer: a stored moment further ahead is a clock's error. */
export function longestWaitSeconds(config: DeliveryConfig): number {
  return Math.max(config.retryMaxSeconds, longestHeededSeconds);
}

/** Whether an alert first tried at `firstAttemptAt` is abandoned when its next attempt would be at `nextAt`. */
export function isAbandoned(config: DeliveryConfig, firstAttemptAt: Date, nextAt: Date): boolean {
  return nextAt.getTime() - firstAttemptAt.getTime() > config.giveUpAfterHours * 60 * 60 * secondMs;
}

/**
 * When to probe a dead channel next: after as long as it has been dead so far, 5 minutes at least and 6 hours at most.
 */
export function probeAt(deadSince: Date, now: Date): Date {
  const deadForMs = now.getTime() - deadSince.getTime();
  return new Date(now.getTime() + Math.min(longestProbeMs, Math.max(shortestProbeMs, deadForMs)));
}

/**
 * The latest moment for which an alert can wait by the rules of today: the next digest, the end of quiet hours, the
 * longest wait for another attempt. A stored moment beyond it comes from a clock that was ahead, or from a config that
 * has changed.
 */
export function latestDue(channel: ChannelConfig, delivery: DeliveryConfig, now: Date): Date {
  return later(whenDue(channel, now), latestRetry(channel, delivery, now));
}

/**
 * Whether a channel is to be left alone now; moments further ahead than the next probe or attempt can be do not count.
 */
export function mustWait(wait: ChannelWait, channel: ChannelConfig, delivery: DeliveryConfig, now: Date): boolean {
  return (
    wait.refusedUntil === 'resumed' ||
    isToWaitFor(wait.refusedUntil, after(now, longestProbeMs), now) ||
    isToWaitFor(wait.retryAt, latestRetry(channel, delivery, now), now)
  );
}

/** The latest moment to which a failed attempt can be deferred. */
export function latestRetry(channel: ChannelConfig, delivery: DeliveryConfig, now: Date): Date {
  return afterQuietHours(channel, new Date(now.getTime() + longestWaitSeconds(delivery) * 1000));
}
