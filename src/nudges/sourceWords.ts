import { shortCourt } from '../records/courts.ts';
import { feedAddress } from './feed/feedAddress.ts';
import type { SourceNow } from './sourcesNow.ts';

/** `60 %`; `-` where nothing is known. */
export function percent(share: number | null): string {
  return share === null ? '-' : `${Math.round(share * 100)} %`;
}

/** How late the service is: `within 41 minutes`, `within 3 hours`; `-` where nothing is known. */
export function lagWords(minutes: number | null): string {
  if (minutes === null) return '-';
  if (minutes < 120) return `within ${Math.max(1, minutes)} ${minutes <= 1 ? 'minute' : 'minutes'}`;
  return `within ${Math.round(minutes / 60)} hours`;
}

/**
 * What a feed of a court announces, by what it says of itself: `all docket entries`, `entries of type: order, motion`.
 */
export function coverageOf({ state, coverage, reason }: Pick<SourceNow, 'state' | 'coverage' | 'reason'>): string {
  if (state === 'no-feed') return 'no feed that we know of';
  if (coverage === null)
    return state === 'unread' ? 'a feed that was not read yet' : `no feed that can be read (${reason ?? state})`;
  if (/type: all$|^all docket entries/i.test(coverage)) return 'all docket entries';
  const types = /type: (.+)$/.exec(coverage)?.[1];
  if (types !== undefined) return `entries of type: ${types.split(',').join(', ')}`;
  return coverage === '' ? 'a feed that does not say what it announces' : `“${coverage}”`;
}

/** Courts that had no feed in 2018, by what others found then. */
const withoutFeed = new Set(
  'alnd caed flnd gand gasd hid ilsd kyed mdd miwb msnd mtd nceb ndd nvd nywd oked oknd pamd scd tnwd txnd vaed'.split(
    ' ',
  ),
);

/** What is to be expected of a court whose feed was not asked for yet. */
export function expectedCoverage(court: string): string {
  if (feedAddress(court) === undefined) return 'no feed that we know of; the schedule alone finds its filings';
  if (withoutFeed.has(court)) return 'had no feed in 2018; whether it has one now is seen after the first check';
  return 'its feed is asked for after the first check';
}

/**
 * For each court what its feed announces, as sentences: `D. Del.: all docket entries`. Courts that no source asks have
 * no line.
 */
export function coverageLines(courts: readonly string[], sources: readonly SourceNow[]): string[] {
  return courts.flatMap((court) => {
    const source = sources.find((one) => one.type === 'feeds' && one.court === court);
    return source === undefined ? [] : [`${shortCourt(court, undefined)}: ${coverageOf(source)}`];
  });
}
