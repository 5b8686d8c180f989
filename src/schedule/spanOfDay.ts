import { dayMs } from '../time.ts';
import { placeInZone } from '../words/readerDate.ts';
import { slotsAfter } from './nextDue.ts';

/** From when until when (ISO, UTC) it is a day (`2026-11-20`) in a zone; undefined for any other text. */
export function spanOfDay(
  day: string,
  { timezone }: { readonly timezone: string },
): { readonly since: string; readonly before: string } | undefined {
  const begins = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(begins) || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  // Somewhere it is midnight up to fourteen hours before.
  const midnights = slotsAfter('0 0 * * *', timezone, new Date(begins - 2 * dayMs), 5).map((at) => at.toISOString());
  const dayOf = (at: string) => placeInZone(at, timezone)?.day ?? '';
  const [since, before] = [midnights.find((at) => dayOf(at) >= day), midnights.find((at) => dayOf(at) > day)];
  return since === undefined || before === undefined ? undefined : { since, before };
}
