import { describe, expect, it } from 'vitest';
import { daysAgo } from '../../../src/base/time.ts';
import type { WatchConfig } from '../../../src/config/config.ts';
import { queriesOf, syncWatches } from '../../../src/schedule/syncWatches.ts';
import { checkBar, checkDays, checkWords, stateOfDay } from '../../../src/web/pages/watches/loadWatches.ts';
import { aWatch } from '../../schedule/aWatch.ts';
import { freshStore } from '../../store/freshStore.ts';
import { putCheckOf } from '../putCheck.ts';
import { now } from '../serve.ts';

describe('a day of a watch', () => {
  it.each([
    ['without a check has the state none', [[]], 'none'],
    ['with one complete check has the state complete, even after a failed one', [['failed', 'complete']], 'complete'],
    ['with one complete query of two has the state partial', [['complete'], ['failed']], 'partial'],
    ['with only a partial check has the state partial', [['partial']], 'partial'],
    ['with only failed and skipped checks has the state blind', [['failed'], ['skipped']], 'blind'],
    ['on which one of two queries was not checked has the state partial', [['complete'], []], 'partial'],
  ] as const)('%s', (_, outcomes, state) => {
    expect(stateOfDay(outcomes)).toBe(state);
  });
});

it('the bar of a watch counts no check before the watch, and no day without all its queries', async () => {
  const { store } = await freshStore();
  const design = (source: string) => ({ type: 'designs', source, locarno: '09-01' }) as const;
  const old = aWatch({ id: 'old', searches: [design('HAGUE')] });
  const young = aWatch({ id: 'young', searches: [design('HAGUE'), design('EMID')] });
  await syncWatches(store, { watches: [old], spreadSeconds: 0 }, new Date(daysAgo(now, 9)));
  await putCheckOf(store, queriesOf(old)[0]?.id ?? '');
  const later = new Date(now.getTime() + 1000);
  await syncWatches(store, { watches: [old, young], spreadSeconds: 0 }, later);
  const words = async (watch: WatchConfig) => checkWords((await checkDays(store.db, [watch], now)).get(watch.id) ?? []);
  expect(await words(old)).toBe('checked completely on 1 of 1 day with checks');
  expect(await words(young)).toBe('no check in 30 days');
  await putCheckOf(store, queriesOf(old)[0]?.id ?? '', later);
  expect(await words(young)).toBe('checked completely on 0 of 1 day with checks, only in part on 1');
});

it('the bar of checks has one mark for each day, and a label with the same figures', async () => {
  const days = ['none', 'complete', 'complete', 'partial', 'blind'] as const;
  const words = 'checked completely on 2 of 4 days with checks, only in part on 1, failed or skipped on 1';
  expect(checkWords(days)).toBe(words);
  const bar = String(await checkBar(days));
  expect(bar).toContain(`aria-label="${words}"`);
  expect(bar.match(/<path/g)).toHaveLength(4);
  expect(bar.match(/M\d+ \d+h/g)).toHaveLength(5);
});
