import type { Migration } from 'kysely/migration';
import * as baseline from './0001_baseline.ts';

/** Every step in order, by name. Append only: a step that shipped is never edited. */
export const migrations: Readonly<Record<string, Migration>> = { '0001_baseline': baseline };

/**
 * The last step that breaks programs without it, because it renamed, removed or redefined something. Later steps only
 * add, so a program that knows this step works beside newer ones while machines are upgraded one by one. Changes only
 * with a major version.
 */
export const lastBreakingStep = '0001_baseline';
