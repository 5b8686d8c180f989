import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fallenFigures, labelsAbsence, readHalf, readLabels, score, scoreTable, targetRow } from './readings.ts';
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

  it('has its scores and the target in docs/reading.md, also for the entries it was not tuned on', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/reading.md'), 'utf8');
    const shown = scores.filter(([name]) => ['fresh, tuned on', 'held, not tuned on'].includes(name));
    expect(page).toContain([scoreTable(shown), targetRow].join('\n'));
  });
});
