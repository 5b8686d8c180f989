import type { Design, LitigationCase } from '../design.ts';
import type { FieldChange } from './change.ts';
import { foldText } from './comparableEntry.ts';

/** Reports only those of the first known cases filed since `knownSince`. A case that is no longer listed is no news. */
export function compareLitigation(
  before: readonly LitigationCase[] | undefined,
  after: readonly LitigationCase[] | undefined,
  knownSince: string,
): FieldChange[] {
  const known = before ?? [];
  const moved = (after ?? []).filter((each) => {
    const old = known.find((one) => isSameCase(one, each));
    if (old === undefined) return before !== undefined || each.dateFiled > knownSince;
    return hasMoved(old, each);
  });
  if (moved.length === 0) return [];
  const old = moved.flatMap((each) => known.find((one) => isSameCase(one, each)) ?? []);
  return [{ field: 'litigation', before: old.map(describeCase), after: moved.map(describeCase) }];
}

/** Keeps every case ever listed, as last shown, so that a case that drops out and returns is no news. */
export function mergeLitigation(before: readonly LitigationCase[] = [], after: readonly LitigationCase[] = []) {
  const cases = [...before];
  for (const each of after) {
    const at = cases.findIndex((known) => isSameCase(known, each));
    cases.splice(at < 0 ? cases.length : at, 1, mergeCase(cases[at], each));
  }
  return cases;
}

function mergeCase(old: LitigationCase | undefined, now: LitigationCase): LitigationCase {
  if (old === undefined) return now;
  const { caseId, status, caseName, court } = now;
  return {
    ...now,
    caseId: caseId || old.caseId,
    status: status || old.status,
    caseName: caseName || old.caseName,
    court: court || old.court,
  };
}

function isSameCase(one: LitigationCase, other: LitigationCase): boolean {
  if (one.caseId && other.caseId) return one.caseId === other.caseId;
  return (
    one.docketNumber !== '' &&
    one.docketNumber === other.docketNumber &&
    (!one.court || !other.court || one.court === other.court)
  );
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

export type CaseNews = Readonly<{ case: LitigationCase; appeared: boolean }>;

export function casesOfChange(design: Pick<Design, 'litigation'>, fields: readonly FieldChange[]) {
  const field = fields.find((one) => one.field === 'litigation');
  const [before, after] = [textsOf(field?.before), textsOf(field?.after)];
  const news = (design.litigation ?? [])
    .filter((one) => after.includes(describeCase(one)))
    .map((one) => ({ case: one, appeared: !before.some((text) => text.startsWith(`${one.docketNumber} `)) }));
  return after.length > 0 && news.length === after.length ? news : undefined;
}

function textsOf(value: FieldChange['after'] | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

export function sameNewsOf({ appeared }: CaseNews): 'docket.new' | 'docket.status' {
  return appeared ? 'docket.new' : 'docket.status';
}
