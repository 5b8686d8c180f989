import { expect, it } from 'vitest';
import { type AdvisedWatch, adviseOn } from '../../../src/web/pages/credits/advice.ts';

const daily = { runsPerMonth: 30, creditsPerMonth: 60 };
const atRegisters = (...sources: string[]): AdvisedWatch['watch']['searches'] =>
  sources.map((source) => ({ type: 'designs', source }));
const watch = (id: string, { watch: own, ...more }: MoreOf = {}): AdvisedWatch => ({
  watch: { id, name: `Name of ${id}`, schedule: '0 7 * * *', searches: [], ...own },
  costs: { runsPerMonth: 22, creditsPerMonth: 264 },
  ...more,
});
type MoreOf = Omit<Partial<AdvisedWatch>, 'watch'> & { readonly watch?: Partial<AdvisedWatch['watch']> };
const said = (...watches: AdvisedWatch[]) => adviseOn(watches).map(({ id, words, saves }) => [id, words, saves]);

it('the advice is to check a weekly register weekly', () => {
  expect(said(watch('grants', { watch: { searches: atRegisters('USID') }, costs: daily }))).toEqual([
    ['grants', 'about 30 checks in 30 days; USID: one bulletin a week', 51],
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
  ['also checks a register that publishes daily', { watch: { searches: atRegisters('USID', 'EMID') }, costs: daily }],
  ['costs nothing', { watch: { searches: atRegisters('USID') }, costs: { runsPerMonth: 30, creditsPerMonth: 0 } }],
])('there is no advice for a watch that %s', (_, more) => {
  expect(said(watch('one', more))).toEqual([]);
});

it('the advice names only the ten watches that save most, each once', () => {
  const many = Array.from({ length: 12 }, (_, n) =>
    watch(`w${n}`, {
      watch: { searches: atRegisters('USID') },
      costs: { runsPerMonth: 30, creditsPerMonth: 100 + 10 * n },
    }),
  );
  const advice = adviseOn(many);
  expect(advice.map(({ id }) => id)).toEqual(['w11', 'w10', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2']);
});
