import type { LitigationCase } from '../records/design.ts';
import type { FieldChange } from './change.ts';
import { foldText } from './foldText.ts';

/**
 * The cases that concern a design: those that appeared, or whose status, name or court moved. undefined is unknown, never "no cases"; a
 * case that is not listed any more is no news, searches come and go.
 */
export function compareLitigation(
  before: readonly LitigationCase[] | undefined,
  after: readonly LitigationCase[] | undefined,
): FieldChange[] {
  if (before === undefined || after === undefined) return [];
  const known = new Map(before.map((each) => [caseKey(each), each]));
  const moved = after.filter((each) => {
    const old = known.get(caseKey(each));
    return old === undefined || hasMoved(old, each);
  });
  if (moved.length === 0) return [];
  const old = moved.flatMap((each) => known.get(caseKey(each)) ?? []);
  return [{ field: 'litigation', before: old.map(describeCase), after: moved.map(describeCase) }];
}

/** Every case ever listed, each as last shown: one that drops out and returns has not appeared again. */
export function mergeLitigation(
  before: readonly LitigationCase[] = [],
  after: readonly LitigationCase[] = [],
): readonly LitigationCase[] {
  const cases = new Map(before.map((each) => [caseKey(each), each]));
  for (const each of after) cases.set(caseKey(each), mergeCase(cases.get(caseKey(each)), each));
  return [...cases.values()];
}

function mergeCase(old: LitigationCase | undefined, now: LitigationCase): LitigationCase {
  if (old === undefined) return now;
  const { status, caseName, court } = now;
  return { ...now, status: status || old.status, caseName: caseName || old.caseName, court: court || old.court };
}

function caseKey(one: LitigationCase): string {
  return one.caseId || `${one.court} ${one.docketNumber}`;
}

function hasMoved(old: LitigationCase, now: LitigationCase): boolean {
  const pairs = [
    [old.status, now.status],
    [old.caseName, now.caseName],
    [old.court, now.court],
  ] as const;
  return pairs.some(([a, b]) => b !== '' && foldText(a) !== foldText(b));
}

function describeCase(one: LitigationCase): string {
  const name = [one.docketNumber, one.caseName].filter(Boolean).join(' ');
  const facts = [one.court, one.status].filter(Boolean).join(', ');
  return facts === '' ? name : `${name} (${facts})`;
}
