import { TipstaffError } from '../errors.ts';

const hourMs = 3_600_000;
const unitMs: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs };

/**
 * The moment that `--since` names: an ISO date or time, or how long ago it was: `36h`, `7d`, `2w`.
 * @returns ISO time. @throws TipstaffError `usage.since`.
 */
export function sinceTime(since: string, now: Date): string {
  const [, number = '', unit = ''] = /^(\d{1,4})\s*([hdw])$/i.exec(since.trim()) ?? [];
  const backMs = unitMs[unit.toLowerCase()];
  const time = backMs === undefined ? Date.parse(since) : now.getTime() - Number(number) * backMs;
  if (Number.isNaN(time)) {
    const accepted = 'an ISO date or time such as 2026-11-01, or how long ago: 36h, 7d, 2w';
    throw new TipstaffError('usage.since', `--since takes ${accepted}, not ${JSON.stringify(since)}.`);
  }
  return new Date(time).toISOString();
}
