import { expect, it } from 'vitest';
import { loadCosts } from '../../../src/schedule/costs.ts';
import { type AdvisedWatch, adviseOn, loadAdvice } from '../../../src/web/pages/credits/advice.ts';
import { docketHit } from '../../check/hits.ts';
import { openOffice } from '../../check/office.ts';

const daily = { runsPerMonth: 30, creditsPerMonth: 60 };
const atRegisters = (...sources: string[]): AdvisedWatch['watch']['searches'] =>
  sources.map((source) => ({ type: 'designs', source }));
const watch = (id: string, { watch: own, ...more }: MoreOf = {}): AdvisedWatch => ({
  watch: { id, name: `Name of ${id}`, schedule: '0 7 * * *', searches: [], ...own },
  costs: { runsPerMonth: 22, creditsPerMonth: 264 },
  weeksWithout: 0,
  ...more,
});
type MoreOf = Omit<Partial<AdvisedWatch>, 'watch'> & { readonly watch?: Partial<AdvisedWatch['watch']> };
const said = (...watches: AdvisedWatch[]) => adviseOn(watches).map(({ id, words, saves }) => [id, words, saves]);

it('the advice is to remove a watch that never found anything, and to check a weekly register weekly', () => {
  expect(said(watch('blind', { weeksWithout: 3, costs: { runsPerMonth: 20, creditsPerMonth: 400 } }))).toEqual([
    ['blind', 'never found anything in 3 weeks: remove it, or correct what it searches for', 400],
  ]);
  expect(said(watch('grants', { watch: { searches: atRegisters('USID') }, costs: daily }))).toEqual([
    ['grants', 'checked daily, but USID publishes once a week', 51],
  ]);
});

it('the advice names an adaptive watch that the budget lets cost too much, with the interval that would cap it', () => {
  const adaptive = { schedule: 'adaptive 1h..24h' };
  expect(said(watch('hourly', { watch: adaptive, costs: { runsPerMonth: 720, creditsPerMonth: 8640 } }))).toEqual([
    ['hourly', 'adaptive, about 720 checks in 30 days: with atMostEvery: 6h at most 120', 7200],
  ]);
  expect(said(watch('seldom', { watch: adaptive, costs: { runsPerMonth: 90, creditsPerMonth: 8640 } }))).toEqual([]);
});

it.each([
  ['has found nothing for only two weeks', { weeksWithout: 2 }],
  ['has found a record, however quiet it is', { weeksWithout: undefined }],
  ['also checks a register that publishes daily', { watch: { searches: atRegisters('USID', 'EMID') }, costs: daily }],
  ['costs nothing', { weeksWithout: 9, costs: { runsPerMonth: 30, creditsPerMonth: 0 } }],
])('there is no advice for a watch that %s', (_, more) => {
  expect(said(watch('one', more))).toEqual([]);
});

it('the advice names only the ten watches that save most, each once', () => {
  const many = Array.from({ length: 12 }, (_, n) =>
    watch(`w${n}`, {
      weeksWithout: 4,
      watch: { searches: atRegisters('USID') },
      costs: { runsPerMonth: 30, creditsPerMonth: 100 + 10 * n },
    }),
  );
  const advice = adviseOn(many);
  expect(advice.map(({ id }) => id)).toEqual(['w11', 'w10', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2']);
});

it('the advice comes from what is stored: how often a watch runs, what it cost, and what it found', async () => {
  const office = await openOffice({
    watches: [{ id: 'seltec', schedule: '0 7 * * *', timezone: 'UTC', dockets: { companyName: 'Seltec' } }],
  });
  office.service.dockets = [docketHit({ parties: ['Seltec, Inc.'] })];
  await office.check();
  const adviceNow = async () => {
    const { config, store } = office.parts();
    const { watches: costs } = await loadCosts(store.db, config, office.now);
    const planned = new Map(costs.map((one) => [one.watch, one]));
    const advice = await loadAdvice(store.db, config.watches, planned, office.now);
    return advice.map(({ id, words, saves }) => `${id}: ${words}, ${saves}`);
  };
  office.pass(21);
  // The watch holds a case and is quiet, as it should be.
  expect(await adviceNow()).toEqual([]);
  await office.configure({
    watches: [{ id: 'zan', schedule: '0 7 * * *', timezone: 'UTC', dockets: { companyName: 'Zan' } }],
  });
  office.service.dockets = [];
  await office.check();
  expect(await adviceNow()).toEqual([]);
  office.pass(21);
  expect(await adviceNow()).toEqual([
    'zan: never found anything in 3 weeks: remove it, or correct what it searches for, 360',
  ]);
});
