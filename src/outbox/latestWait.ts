import type { ChannelConfig } from '../channels/kinds.ts';
import type { DeliveryConfig } from '../config/config.ts';
import { longestPauseMs, longestWaitSeconds } from './backoff.ts';
import type { ChannelHold } from './channelsTable.ts';
import { afterQuietHours, whenDue } from './whenDue.ts';

/**
 * The latest moment for which an alert can wait by the rules of today: the next digest, the end of quiet hours, the longest wait
 * for another attempt. A stored moment beyond it comes from a clock that was ahead, or from a config that has changed.
 */
export function latestDue(channel: ChannelConfig, delivery: DeliveryConfig, now: Date): Date {
  const [held, retried] = [whenDue(channel, now), latestRetry(channel, delivery, now)];
  return held > retried ? held : retried;
}

/** Whether a channel is to be left alone now; moments further ahead than a pause or a wait can be do not count. */
export function isHeld(hold: ChannelHold, channel: ChannelConfig, delivery: DeliveryConfig, now: Date): boolean {
  const isBetween = (moment: Date | undefined, latest: Date) =>
    moment !== undefined && moment > now && moment <= latest;
  return (
    hold.pausedUntil === 'resumed' ||
    isBetween(hold.pausedUntil, new Date(now.getTime() + longestPauseMs)) ||
    isBetween(hold.retryAt, latestRetry(channel, delivery, now))
  );
}

/** The latest moment to which a failed attempt can be deferred. */
export function latestRetry(channel: ChannelConfig, delivery: DeliveryConfig, now: Date): Date {
  return afterQuietHours(channel, new Date(now.getTime() + longestWaitSeconds(delivery) * 1000));
}
