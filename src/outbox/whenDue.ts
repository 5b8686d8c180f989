import type { ChannelConfig } from '../channels/kinds.ts';
import type { DeliveryConfig } from '../config/config.ts';
import { slotsAfter } from '../schedule/nextDue.ts';
import { minuteMs } from '../time.ts';
import { placeInZone } from '../words/readerDate.ts';

type Rhythm = Pick<ChannelConfig, 'timezone'> & Partial<Pick<ChannelConfig, 'digest' | 'quiet'>>;

/**
 * When an alert made `now` may go out on a channel: at the next digest, else at once; never within the channel's quiet
 * hours, which hold it until they end. All in the channel's time zone.
 */
export function whenDue(channel: Rhythm, now: Date): Date {
  const digestAt = channel.digest === undefined ? now : nextRun(channel.digest, channel.timezone, now);
  return afterQuietHours(channel, digestAt);
}

/** Until when an alert that is due at once waits, at the latest, for the other checks of its moment. */
export function groupUntil({ groupSeconds }: Pick<DeliveryConfig, 'groupSeconds'>, now: Date): Date {
  return new Date(now.getTime() + groupSeconds * 1000);
}

const hourSeconds = 3600;

/**
 * The same for the announcement of a baseline: that of ten thousand watches is one message, not one every other minute.
 * Where alerts do not wait for one another, neither does it.
 */
export function baselinesUntil({ groupSeconds }: Pick<DeliveryConfig, 'groupSeconds'>, now: Date): Date {
  return groupUntil({ groupSeconds: groupSeconds === 0 ? 0 : Math.max(groupSeconds, hourSeconds) }, now);
}

/** The moment itself, or the end of the quiet hours in which it falls. */
export function afterQuietHours(channel: Rhythm, moment: Date): Date {
  const minutes = minutesToEnd(channel, moment);
  if (channel.quiet === undefined || minutes === undefined) return moment;
  const { endMinute } = channel.quiet;
  const end = nextRun(`${endMinute % 60} ${Math.floor(endMinute / 60)} * * *`, channel.timezone, moment);
  // In the hour that comes twice when clocks go back, an end has been there already, and its next one is that of
  // tomorrow.
  const counted = new Date(Math.floor(moment.getTime() / minuteMs + minutes) * minuteMs);
  return counted < end && minutesToEnd(channel, counted) === undefined ? counted : end;
}

/** How many minutes of quiet hours are left by the clock there; undefined outside of them. */
function minutesToEnd({ quiet, timezone }: Rhythm, moment: Date): number | undefined {
  if (quiet === undefined) return undefined;
  const { startMinute, endMinute } = quiet;
  const [hours = 0, minutes = 0] = (placeInZone(moment.toISOString(), timezone)?.clock ?? '').split(':').map(Number);
  const minute = hours * 60 + minutes;
  const isQuiet =
    startMinute <= endMinute
      ? startMinute <= minute && minute < endMinute
      : startMinute <= minute || minute < endMinute;
  return isQuiet ? (endMinute - minute + 24 * 60) % (24 * 60) : undefined;
}

function nextRun(expression: string, timezone: string, after: Date): Date {
  // The config refuses an expression that never comes; for one that slipped through, at once is the safe choice.
  return slotsAfter(expression, timezone, after, 1)[0] ?? after;
}
