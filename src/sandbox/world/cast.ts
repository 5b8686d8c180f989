import type { Court } from './courts.ts';
import { COURTS, DELAWARE } from './courts.ts';
import type { Day } from './day.ts';
import { EPOCH } from './population.ts';

/** The part of the world that the default watches look at: Widget Co., its patent, and Rival, its opponent. */

export const WIDGET = 'Widget Co.';
export const RIVAL = 'Rival, Inc.';
export const WIDGET_PATENT = '6834603';

/** Begins with the same letters as Rival, and is somebody else: only a search for whole words tells them apart. */
export const RIVALRY = 'Rivalry Sports LLC';

/**
 * The cast lives in cycles of three weeks that begin on Mondays from EPOCH on, so that any three weeks show each kind of news:
 * what happens once in every cycle happens once in every window of 21 days.
 */
export const CYCLE_DAYS = 21;

export function cycleStart(cycle: number): Day {
  return EPOCH + cycle * CYCLE_DAYS;
}

/** The cycle that a day belongs to; negative before EPOCH. */
export function cycleOf(day: Day): number {
  return Math.floor((day - EPOCH) / CYCLE_DAYS);
}

export function courtOfCycle(cycle: number): Court {
  return COURTS[((cycle % COURTS.length) + COURTS.length) % COURTS.length] ?? DELAWARE;
}
