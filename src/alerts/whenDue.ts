import type { ChannelConfig } from '../channels/kinds.ts';
import type { DeliveryConfig } from '../config/config.ts';
import { slotsAfter } from '../schedule/nextDue.ts';

type Rhythm = Pick<ChannelConfig, 'timezone'> & Partial<Pick<ChannelConfig, 'digest' | 'quiet'>>;

/**
 * When an alert made `now` may go out on a channel: at the next digest, else at once; never within the channel's quiet hours,
 * which hold it until they end. All in the channel's time zone.
 */
export function whenDue(channel: Rhythm, now: Date): Date {
  const digestAt = channel.digest === undefined ? now : nextRun(channel.digest, channel.timezone, now);
  return afterQuietHours(channel, digestAt);
}

/** Until when an alert that is due at once waits, at the latest, for the other checks of its moment. */
export function groupUntil({ groupSeconds }: Pick<DeliveryConfig, 'groupSeconds'>, now: Date): Date {
  return new Date(now.getTime() + groupSeconds * 1000);
}

/** The moment itself, or the end of the quiet hours in which it falls. */
export function afterQuietHours(channel: Rhythm, moment: Date): Date {
  if (channel.quiet === undefined) return moment;
  const { startMinute, endMinute } = channel.quiet;
  const minute = minuteOfDay(moment, channel.timezone);
  const quiet =
    startMinute <= endMinute
      ? startMinute <= minute && minute < endMinute
      : startMinute <= minute || minute < endMinute;
  if (!quiet) return moment;
  return nextRun(`${endMinute % 60} ${Math.floor(endMinute / 60)} * * *`, channel.timezone, moment);
}

function nextRun(expression: string, timezone: string, after: Date): Date {
  // The config refuses an expression that never comes; for one that slipped through, at once is the safe choice.
  return slotsAfter(expression, timezone, after, 1)[0] ?? after;
}

/** The local time there. */
function minuteOfDay(moment: Date, timezone: string): number {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const [hours = 0, minutes = 0] = shown.format(moment).split(':').map(Number);
  return hours * 60 + minutes;
}
