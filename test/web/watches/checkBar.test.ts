import { describe, expect, it } from 'vitest';
import { checkBar, checkWords, stateOfDay } from '../../../src/web/pages/watches/loadWatches.ts';

describe('a day of a watch', () => {
  it.each([
    ['without a check has the state none', [[]], 'none'],
    ['with one complete check has the state complete, even after a failed one', [['failed', 'complete']], 'complete'],
    ['with one complete query of two has the state partial', [['complete'], ['failed']], 'partial'],
    ['with only a partial check has the state partial', [['partial']], 'partial'],
    ['with only failed and skipped checks has the state blind', [['failed'], ['skipped']], 'blind'],
    ['with a complete check of the only query that was due has the state complete', [['complete'], []], 'complete'],
  ] as const)('%s', (_, outcomes, state) => {
    expect(stateOfDay(outcomes)).toBe(state);
  });
});

it('the bar of checks has one mark for each day, and a label with the same figures', async () => {
  const days = ['none', 'complete', 'complete', 'partial', 'blind'] as const;
  const words = 'checked on 4 of 5 days: completely on 2, in part on 1, not at all on 1';
  expect(checkWords(days)).toBe(words);
  expect(checkWords(['none', 'complete', 'complete'])).toBe('checked on 2 of 3 days, always completely');
  const bar = String(await checkBar(days));
  expect(bar).toContain(`aria-label="${words}"`);
  expect(bar.match(/<path/g)).toHaveLength(4);
  expect(bar.match(/M\d+ \d+h/g)).toHaveLength(5);
});
