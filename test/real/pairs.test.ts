import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../src/records/diff/comparableEntry.ts';
import { applyComparison, compareStored, storeDocket } from '../records/diff/store.ts';
import { checkedOn, comparePair, countKind } from './comparePair.ts';
import { changeTable, entryTable, truth } from './figures.ts';
import { absence, type DocketPair, type PairKind, readPairs } from './realData.ts';

if (absence) process.stdout.write(`${absence}\n`);

describe.skipIf(absence)('the comparison of real dockets at two moments', () => {
  const pairs = absence ? [] : readPairs();
  const ofKind = (kind: PairKind): DocketPair[] => pairs.filter((pair) => pair.kind === kind);

  it.each(['notices', 'replay'] as const)('reports exactly the new entries of each %s pair, one by one', (kind) => {
    const reported = ofKind(kind).map((pair) => countKind(comparePair(pair), 'entry.new'));
    expect(reported.length).toBeGreaterThan(100);
    expect(reported).toEqual(ofKind(kind).map(truth));
  });

  it('reports nothing else of a replay than the end of the case', () => {
    const others = ofKind('replay').flatMap((pair) =>
      comparePair(pair).filter((change) => change.kind !== 'entry.new'),
    );
    expect(new Set(others.map((change) => change.kind))).toEqual(new Set(['docket.status']));
    expect(others).toHaveLength(ofKind('replay').filter((pair) => pair.before.status !== pair.after.status).length);
  });

  it('reports fewer than 25 entries as new if a page was only read again', () => {
    const reported = ofKind('reparsed').flatMap((pair) => comparePair(pair));
    expect(countKind(reported, 'entry.new')).toBeLessThan(25);
  });

  it('reports every end, judge, party and name that changed between two fetches', () => {
    for (const pair of ofKind('refetched')) {
      const reported = comparePair(pair).flatMap((change) => change.fields.map((each) => each.field));
      expect(reported, pair.why).toEqual(expect.arrayContaining(movedFields(pair)));
    }
  });

  it('reports no entry twice if a docket is shown once in full and once with short titles', () => {
    const styles = ofKind('observed').filter((pair) => pair.why.includes('two styles'));
    expect(styles.length).toBeGreaterThan(1);
    for (const { before, after, ...pair } of styles) {
      for (const [one, other] of [
        [before, after],
        [after, before],
      ] as const) {
        const changes = comparePair({ ...pair, before: one, after: other });
        expect(countKind(changes, 'entry.updated')).toBe(0);
        const reported = countKind(changes, 'entry.new');
        expect(reported).toBeLessThanOrEqual(Math.max(0, (other.entries?.length ?? 0) - (one.entries?.length ?? 0)));
      }
    }
  });

  it('reports nothing if the second state is shown again', () => {
    for (const pair of pairs) {
      const context = { lastCheckedOn: checkedOn(pair) };
      const stored = storeDocket(pair.before);
      const after = applyComparison(stored, compareStored(stored, pair.after, context));
      expect(compareStored(after, pair.after, context)).toMatchObject({
        changes: [],
        entryUpdates: [],
        newEntries: [],
      });
    }
  });

  it('has its figures in docs/design.md', () => {
    const tables = [entryTable(pairs), changeTable(pairs)];
    process.stdout.write(`\n${tables.join('\n\n')}\n`);
    const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/design.md'), 'utf8');
    for (const each of tables) expect(page).toContain(each);
  });
});

/** Returns the fields that differ between both states, apart from spelling. */
function movedFields({ before, after }: DocketPair): string[] {
  const moved: string[] = [];
  if (after.dateTerminated && after.dateTerminated !== before.dateTerminated) moved.push('dateTerminated');
  if (after.assignedTo && foldText(after.assignedTo) !== foldText(before.assignedTo ?? '')) moved.push('assignedTo');
  if (after.caseName && foldText(after.caseName) !== foldText(before.caseName ?? '')) moved.push('caseName');
  const known = new Set(before.parties?.map(foldText));
  if (after.parties?.some((party) => !known.has(foldText(party)))) moved.push('parties');
  return moved;
}
