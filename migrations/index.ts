import type { Migration } from 'kysely/migration';
import * as baseline from './0001_baseline.ts';

/** Every step in order, by name. Append only: a step that shipped is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_baseline': baseline,
};

/**
 * The last step with which a program that lacks it cannot work: it renamed or removed something, or changed what it
 * means. Later steps only add, so a program that knows this one works beside newer ones while machines are upgraded one
 * by one. Changes only with a major version.
 */
export const lastBreakingStep = '0001_baseline';
