import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { barRows, fallenFigures, labelsAbsence, readHalf, readLabels, score, scoreTable } from './readings.ts';
import { absence } from './realData.ts';

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

  it('is scored in a table', () => {
    process.stdout.write(`${scoreTable(scores)}\n`);
    expect(scores.length).toBeGreaterThan(1);
  });

  it('does not fall below the scores reached before', () => {
    expect(scores.flatMap(([name, score]) => fallenFigures(name, score))).toEqual([]);
  });

  it('has its target and its bars in docs/reading.md, for the entries it was not tuned on', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/reading.md'), 'utf8');
    for (const row of barRows('held, not tuned on')) expect(page).toContain(row);
  });
});
