import { field, flag, isLoopback, locale, refuse, text } from '../fields/fields.ts';
import type { Path, Report } from '../fields/finding.ts';
import { schedule, timezone } from '../fields/schedule.ts';

/** Minutes of the day in the channel's zone, 0 to 1439: from `startMinute` up to, not including, `endMinute`; may span midnight. */
export interface QuietHours {
  readonly startMinute: number;
  readonly endMinute: number;
}

const quiet = field('two times of the day like "20:00-07:00"', (value): QuietHours | ReturnType<typeof refuse> => {
  const parts = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(value);
  if (parts === null) return refuse();
  const [startHour = 0, startMinutes = 0, endHour = 0, endMinutes = 0] = parts.slice(1).map(Number);
  if (startHour > 23 || endHour > 23 || startMinutes > 59 || endMinutes > 59) return refuse({ why: 'no such time' });
  const hours = { startMinute: startHour * 60 + startMinutes, endMinute: endHour * 60 + endMinutes };
  return hours.startMinute === hours.endMinute ? refuse({ why: 'it begins when it ends' }) : hours;
});

/** The keys that every channel has, whatever its kind. */
export const everyChannel = {
  type: text(),
  /** Cron expression of the digest; absent = at once. */
  digest: schedule.optional(),
  /** Send the digest even when it is empty: "Nothing new: 2 watches, 20 cases". Only with `digest`. Default false. */
  heartbeat: flag.optional(),
  /** Hours in which alerts wait, never drop. Absent = none. */
  quiet: quiet.optional(),
  timezone: timezone.optional(),
  /** How dates are written for the readers. Absent = as it is usual in the zone. */
  locale: locale.optional(),
};

/** A heartbeat is an empty digest: without a digest there is none. */
export function validateHeartbeat(
  channel: { readonly heartbeat?: unknown },
  raw: Readonly<Record<string, unknown>>,
  path: Path,
  report: Report,
): void {
  if (channel.heartbeat === true && raw.digest === undefined) {
    report.mistake({
      path: [...path, 'heartbeat'],
      why: 'it belongs to a digest',
      accepted: 'digest beside it, or false',
    });
  }
}

/** What leaves this machine unencrypted can be read on its way; a webhook's URL is a password. */
export function validateTransport(url: string | undefined, path: Path, report: Report): void {
  if (url?.startsWith('http:') && !isLoopback(url)) {
    report.warning({ path, why: 'alerts travel unencrypted', accepted: 'better an https URL' });
  }
}
