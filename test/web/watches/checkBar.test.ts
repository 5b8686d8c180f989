import { describe, expect, it } from 'vitest';
import { checkBar, checkWords, stateOfDay } from '../../../src/web/pages/watches/loadWatches.ts';

describe('a day of a watch', () => {
  it.each([
    ['was not looked at', [[]], 'none'],
    ['came whole once, whatever failed before', [['failed', 'complete']], 'complete'],
    ['came whole in one search of two', [['complete'], ['failed']], 'partial'],
    ['came in part', [['partial']], 'partial'],
    ['failed', [['failed'], ['skipped']], 'blind'],
    ['was whole in the one search that was due', [['complete'], []], 'complete'],
  ] as const)('%s', (_, outcomes, state) => {
    expect(stateOfDay(outcomes)).toBe(state);
  });
});

it('the bar of checks has one mark for each day, and a label with the same figures', async () => {
  const days = ['none', 'complete', 'complete', 'partial', 'blind'] as const;
  const words = 'checked completely on 2 of 5 days, in part on 1, not at all on 1';
  expect(checkWords(days)).toBe(words);
  const bar = String(await checkBar(days));
  expect(bar).toContain(`aria-label="${words}"`);
  expect(bar.match(/<path/g)).toHaveLength(4);
  expect(bar.match(/M\d+ \d+h/g)).toHaveLength(5);
});
