import { doubled, hourMs, minuteMs } from '../../base/time.ts';
import { placeInZone } from '../../base/words/readerDate.ts';
import type { ChannelConfig } from '../../config/channels.ts';
import type { DeliveryConfig } from '../../config/config.ts';
import { slotsAfter } from '../../schedule/nextDue.ts';

type Rhythm = Pick<ChannelConfig, 'timezone'> & Partial<Pick<ChannelConfig, 'digest' | 'quiet'>>;

/** Returns when a channel may be sent to: at its next digest, else at once, but never within its quiet hours. */
export function whenDue(channel: Rhythm, now: Date): Date {
  const { digest, timezone } = channel;
  if (digest === undefined) return afterQuietHours(channel, now);
  // A digest whose time came within these quiet hours still waits for their end.
  const waiting = afterQuietHours(channel, nextRun(digest, timezone, beforeQuietHours(channel, now)));
  return waiting > now ? waiting : afterQuietHours(channel, nextRun(digest, timezone, now));
}

export function groupUntil({ groupSeconds }: Pick<DeliveryConfig, 'groupSeconds'>, now: Date): Date {
  return new Date(now.getTime() + groupSeconds * 1000);
}

export function afterQuietHours(channel: Rhythm, moment: Date): Date {
  const minutes = quietMinutes(channel, moment)?.toEnd;
  if (channel.quiet === undefined || minutes === undefined) return moment;
  const { endMinute } = channel.quiet;
  const end = nextRun(`${endMinute % 60} ${Math.floor(endMinute / 60)} * * *`, channel.timezone, moment);
  // In the hour that daylight saving repeats, the end already came once, and its next run is tomorrow's.
  const counted = new Date(Math.floor(moment.getTime() / minuteMs + minutes) * minuteMs);
  return counted < end && quietMinutes(channel, counted) === undefined ? counted : end;
}

/** Returns the last moment before the quiet hours under way; outside quiet hours, the moment itself. */
function beforeQuietHours(channel: Rhythm, moment: Date): Date {
  const minutes = quietMinutes(channel, moment)?.sinceStart;
  return minutes === undefined ? moment : new Date((Math.floor(moment.getTime() / minuteMs) - minutes) * minuteMs - 1);
}

/** Returns undefined outside quiet hours. */
function quietMinutes({ quiet, timezone }: Rhythm, moment: Date) {
  if (quiet === undefined) return undefined;
  const { startMinute, endMinute } = quiet;
  const [hours = 0, minutes = 0] = (placeInZone(moment.toISOString(), timezone)?.clock ?? '').split(':').map(Number);
  const minute = hours * 60 + minutes;
  const isQuiet =
    startMinute <= endMinute
      ? startMinute <= minute && minute < endMinute
      : startMinute <= minute || minute < endMinute;
  const from = (one: number, other: number) => (other - one + 24 * 60) % (24 * 60);
  return isQuiet ? { sinceStart: from(startMinute, minute), toEnd: from(minute, endMinute) } : undefined;
}

function nextRun(expression: string, timezone: string, after: Date): Date {
  // The config refuses an expression without a slot. If one gets here, sending at once is the safe choice.
  return slotsAfter(expression, timezone, after, 1)[0] ?? after;
}

const longestHeededSeconds = 60 * 60;

/**
 * Doubles the delay with each attempt, up to `retryMaxSeconds`. Half of it is random, so that retries spread out.
 * @param afterSeconds the least delay that the server asked for
 */
export function retryDelaySeconds(
  config: DeliveryConfig,
  attempts: number,
  random: number,
  afterSeconds: number | undefined,
): number {
  const grown = doubled(config.retryBaseSeconds, attempts, config.retryMaxSeconds);
  return Math.max(grown * (0.5 + random / 2), Math.min(afterSeconds ?? 0, longestWaitSeconds(config)));
}

/** No attempt is deferred for longer, so a stored time further ahead comes from a wrong clock. */
function longestWaitSeconds(config: DeliveryConfig): number {
  return Math.max(config.retryMaxSeconds, longestHeededSeconds);
}

export function isAbandoned(config: DeliveryConfig, firstAttemptAt: Date, nextAt: Date): boolean {
  return nextAt.getTime() - firstAttemptAt.getTime() > config.giveUpAfterHours * hourMs;
}

export function latestRetry(channel: ChannelConfig, delivery: DeliveryConfig, now: Date): Date {
  return afterQuietHours(channel, new Date(now.getTime() + longestWaitSeconds(delivery) * 1000));
}
