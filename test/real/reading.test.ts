import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';
import { labelsAbsence, missedFigures, readHalf, readLabels, score, scoreTable } from './readings.ts';
import { absence, readHits } from './realData.ts';

const missing = absence ?? labelsAbsence;
if (missing) process.stdout.write(`${missing}\n`);

describe.skipIf(missing)('the reading of real entries', () => {
  const sets = missing
    ? []
    : ([
        ['odd half, tuned on', readHalf('odd')],
        ['even half, tuned on', readHalf('even')],
        ['tune, tuned on', readLabels('tune')],
        ['tune-extra, tuned on', readLabels('tune-extra')],
        ['tune-c, tuned on', readLabels('tune-c')],
        ['tune-d, tuned on', readLabels('tune-d')],
        ['tune-e, tuned on', readLabels('tune-e')],
        ['fresh, tuned on', readLabels('fresh')],
        ['held, not tuned on', readLabels('held')],
      ] as const);
  const scores = sets
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => [name, score(entries)] as const);

  it('is told in a table', () => {
    process.stdout.write(`${scoreTable(scores)}\n`);
    expect(scores.length).toBeGreaterThan(1);
  });

  it('reaches what is asked of it where it was not tuned, or says in docs/reading.md what it misses', () => {
    const missed = scores.filter(([name]) => name.endsWith('not tuned on')).flatMap(missedFigures);
    process.stdout.write(missed.map((miss) => `MISSED ${miss}\n`).join(''));
    const told = readFileSync(path.join(import.meta.dirname, '../../docs/reading.md'), 'utf8');
    for (const miss of missed) expect(told).toContain(miss.replace(/:.*/, ''));
  });

  it('does not fall behind what was measured', () => {
    for (const [name, { type, about }] of scores) {
      expect(type, name).toBeGreaterThanOrEqual(0.95);
      expect(about, name).toBeGreaterThanOrEqual(0.88);
    }
  });

  it('takes milliseconds an entry at most', () => {
    const dockets = readHits<{ entries: { description: string; dateFiled: string }[] }>('dockets.ndjson.gz');
    const entries = dockets.flatMap((docket) => docket.entries);
    const before = performance.now();
    for (const entry of entries) readEntry(entry.description, entry.dateFiled);
    const tookMs = performance.now() - before;
    process.stdout.write(`${entries.length} entries read in ${(tookMs / 1000).toFixed(1)} s\n`);
    expect(tookMs / entries.length).toBeLessThan(5);
  });
});
