import { describe, expect, it } from 'vitest';
import { readEntry } from '../../src/reading/readEntry.ts';
import { labelsAbsence, readHalf, readLabels, score, scoreTable } from './readings.ts';
import { absence, readHits } from './realData.ts';

const missing = absence ?? labelsAbsence;
if (missing) process.stdout.write(`${missing}\n`);

describe.skipIf(missing)('the reading of real entries', () => {
  const sets = missing
    ? []
    : ([
        ['odd half, tuned on', readHalf('odd')],
        ['even half, not looked at', readHalf('even')],
        ['tune, tuned on', readLabels('tune')],
        ['held out, not looked at', readLabels('heldout')],
      ] as const);
  const scores = sets
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => [name, score(entries)] as const);

  it('is told in a table', () => {
    process.stdout.write(`${scoreTable(scores)}\n`);
    expect(scores.length).toBeGreaterThan(1);
  });

  it.each(
    scores.filter(([name]) => name.endsWith('not looked at')),
  )('is as right as people agree on: %s', (_, figures) => {
    expect(figures.type).toBeGreaterThanOrEqual(0.95);
    expect(figures.about).toBeGreaterThanOrEqual(0.88);
    expect(figures.outcomeFound).toBeGreaterThanOrEqual(0.9);
    expect(figures.outcomeRight).toBeGreaterThanOrEqual(0.9);
    expect(figures.references).toBeGreaterThanOrEqual(0.97);
    expect(figures.datePrecision).toBeGreaterThanOrEqual(0.97);
    expect(figures.dateRecall).toBeGreaterThanOrEqual(0.9);
  });

  it('takes less than a millisecond an entry', () => {
    const dockets = readHits<{ entries: { description: string; dateFiled: string }[] }>('dockets.ndjson.gz');
    const entries = dockets.flatMap((docket) => docket.entries);
    const before = performance.now();
    for (const entry of entries) readEntry(entry.description, entry.dateFiled);
    const tookMs = performance.now() - before;
    process.stdout.write(`${entries.length} entries read in ${(tookMs / 1000).toFixed(1)} s\n`);
    expect(tookMs / entries.length).toBeLessThan(1);
  });
});
