import { TipstaffError } from '../errors.ts';
import { momentAsked } from './momentAsked.ts';

const hourMs = 3_600_000;
const unitMs: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs };

/**
 * The moment that `--since` names: a day or time by the clocks of the zone, an ISO instant, or how long ago it was: `36h`, `7d`, `2w`.
 * @returns ISO time. @throws TipstaffError `usage.since`.
 */
export function sinceTime(since: string, now: Date, timezone: string): string {
  const [, number = '', unit = ''] = /^(\d{1,4})\s*([hdw])$/i.exec(since.trim()) ?? [];
  const backMs = unitMs[unit.toLowerCase()];
  const time = backMs === undefined ? momentAsked(since, timezone) : now.getTime() - Number(number) * backMs;
  if (time === undefined) {
    const accepted = `a day or time such as 2026-11-01 or 2026-11-01T09:00 (${timezone}) or 2026-11-01T09:00:00Z, or how long ago: 36h, 7d, 2w`;
    throw new TipstaffError('usage.since', `--since takes ${accepted}, not ${JSON.stringify(since)}.`);
  }
  return new Date(time).toISOString();
}
