import type { MatterConfig, WatchConfig } from './config.ts';
import { keyed } from './fields/fields.ts';
import { type Report, readShape, writePath } from './fields/finding.ts';
import { nearMiss } from './fields/nearMiss.ts';
import { budget, validateBudget } from './settingsSchema.ts';
import { isTreeMap, readByName, type Tree } from './treeReader.ts';

export const matterSchema = keyed({ budget: budget.optional() });

/** `matters:`, by name. */
export function readMatters(raw: Tree | undefined, report: Report): Record<string, MatterConfig> {
  const accepted = 'a map from the name of each matter to its settings';
  return readByName(raw, { key: 'matters', accepted, report }, (_name, own, path) => {
    const { whole, fields } = readShape(matterSchema, own, path, report);
    if (fields.budget !== undefined) validateBudget(fields.budget, [...path, 'budget'], report);
    return whole ? fields : undefined;
  });
}

const why = 'no watch names this matter, so nothing is charged to it';

/** A matter whose name is misspelt would limit nothing. */
export function validateMatters(raw: Tree | undefined, watches: readonly WatchConfig[], report: Report): void {
  const named = new Set(watches.flatMap(({ matter }) => matter ?? []));
  for (const name of isTreeMap(raw) ? Object.keys(raw) : []) {
    if (named.has(name)) continue;
    const suggestion = nearMiss(name, named);
    const found = `the matter ${JSON.stringify(name)}`;
    report.warning({ path: ['matters', name], atKey: true, found, why, accepted: 'the matter of a watch', suggestion });
  }
}

/** The warnings without those of matters that watches of the page name. */
export function withoutNamed(warnings: readonly string[], own: readonly WatchConfig[]): readonly string[] {
  const paths = own.flatMap(({ matter }) => (matter === undefined ? [] : [` ${writePath(['matters', matter])}: `]));
  if (paths.length === 0) return warnings;
  return warnings.filter((text) => !text.includes(why) || !paths.some((path) => text.includes(path)));
}
