import { html } from 'hono/html';
import { daysAgo } from '../../../base/time.ts';
import { counted } from '../../../base/words/sentence.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { queriesOf } from '../../../schedule/planSync.ts';
import type { Outcome } from '../../../store/snapshot/checksTable.ts';
import { outcomesPerDay } from '../../../store/snapshot/gaugesQueries.ts';
import type { Db } from '../../../store/store.ts';
import { barRow, tallest } from '../../frame/columnChart.ts';
import type { Html } from '../../frame/page.ts';
import type { WatchLine } from './loadWatches.ts';

export const barDays = 30;

/** How a day went: all that was looked at came whole, a part did, nothing did, or nobody looked. */
type DayState = 'complete' | 'partial' | 'blind' | 'none';

/** How each of the last 30 days went for these watches, by watch, the oldest day first. */
export async function checkDays(
  db: Db,
  watches: readonly WatchConfig[],
  now: Date,
): Promise<ReadonlyMap<string, readonly DayState[]>> {
  const days = Array.from({ length: barDays }, (_, index) => daysAgo(now, barDays - 1 - index).slice(0, 10));
  const ids = watches.flatMap((watch) => queriesOf(watch).map(({ id }) => id));
  const outcomes = await outcomesPerDay(db, [...new Set(ids)], `${days[0]}T00:00:00.000Z`);
  return new Map(
    watches.map((watch) => [
      watch.id,
      days.map((day) => stateOfDay(queriesOf(watch).map(({ id }) => outcomes.get(id)?.get(day) ?? []))),
    ]),
  );
}

/**
 * A search that came whole once on a day was looked at that day. @param ofSearches the outcomes of each search of the
 * watch
 */
export function stateOfDay(ofSearches: readonly (readonly Outcome[])[]): DayState {
  const asked = ofSearches.filter((outcomes) => outcomes.length > 0);
  if (asked.length === 0) return 'none';
  const whole = asked.filter((outcomes) => outcomes.includes('complete')).length;
  if (whole === asked.length) return 'complete';
  return whole > 0 || asked.some((outcomes) => outcomes.includes('partial')) ? 'partial' : 'blind';
}

/** `looked at completely on 22 of 30 days, in part on 1` */
export function checkWords(days: readonly DayState[]): string {
  const of = (state: DayState) => days.filter((one) => one === state).length;
  return [
    `looked at completely on ${of('complete')} of ${counted(days.length, 'day')}`,
    ...(of('partial') > 0 ? [`in part on ${of('partial')}`] : []),
    ...(of('blind') > 0 ? [`not at all on ${of('blind')}`] : []),
  ].join(', ');
}

/** One bar a day, green, amber or red; a short line where nobody looked. */
export function checkBar(days: readonly DayState[]): Html {
  const bars = days.map((state) => ({ state, tall: state === 'none' ? 2 : tallest }));
  return barRow(bars, { wide: 4, gap: 1 }, checkWords(days));
}

/**
 * Whether a watch can be relied on, before its name: green, amber where it may find nothing or is paused, red where it
 * was not looked at.
 */
export function stateDot({ outcome, incidents, pause, foundNothing, silences }: WatchLine): Html {
  const [tone, words] =
    pause !== undefined
      ? ['doubt', 'paused']
      : outcome === undefined
        ? ['none', 'not checked yet']
        : outcome !== 'complete' || incidents.length > 0
          ? ['alarm', 'not looked at completely']
          : foundNothing || silences.length > 0
            ? ['doubt', 'found nothing']
            : ['well', 'looked at completely'];
  return html`<span class="dot ${tone}" role="img" aria-label="${words}" title="${words}"></span>`;
}
