import { expect, it } from 'vitest';
import { type AdvisedWatch, adviseOn, loadAdvice } from '../../src/credits/advice.ts';
import { docketHit } from '../check/hits.ts';
import { openOffice } from '../check/office.ts';

const watch = (id: string, more: Partial<AdvisedWatch> = {}): AdvisedWatch => ({
  id,
  title: `Title of ${id}`,
  isAdaptive: false,
  runsPerMonth: 22,
  registers: [],
  weeksWithout: 0,
  queries: [{ request: id, hasCourts: false, creditsPerMonth: 264 }],
  ...more,
});
const search = (request: string, hasCourts: boolean, creditsPerMonth = 3168) => [
  { request, hasCourts, creditsPerMonth },
];
const said = (...watches: AdvisedWatch[]) => adviseOn(watches).map(({ watch: id, words, saves }) => [id, words, saves]);

it('a search that differs from another one only in its court is named with what it costs', () => {
  expect(
    said(
      watch('delaware', { queries: search('Seltec', true) }),
      watch('seltec', { title: 'Seltec', queries: search('Seltec', false) }),
    ),
  ).toEqual([['delaware', 'same search as Seltec anywhere but for its court', 3168]]);
  expect(
    said(watch('ded', { queries: search('Seltec', true) }), watch('edtx', { queries: search('Seltec', true, 100) })),
  ).toEqual([['edtx', 'same search as Title of ded but for its court', 100]]);
  // One that another watch pays saves nothing.
  expect(said(watch('a', { queries: search('x', true) }), watch('b', { queries: search('x', false, 0) }))).toEqual([]);
});

it('a watch that found nothing for three weeks, and a weekly register, need to be asked weekly', () => {
  expect(
    said(watch('quiet', { weeksWithout: 3, runsPerMonth: (30 / 7) * 4, queries: search('q', false, 400) })),
  ).toEqual([['quiet', 'found nothing in 3 weeks; asked weekly, it would cost less', 300]]);
  expect(said(watch('grants', { registers: ['USID'], runsPerMonth: 30, queries: search('q', false, 60) }))).toEqual([
    ['grants', 'a weekly register asked daily: USID publishes once a week', 51],
  ]);
});

it.each([
  ['found nothing for two weeks', { weeksWithout: 2 }],
  ['is not known for so long', { weeksWithout: undefined }],
  ['looks when news is likely', { weeksWithout: 9, isAdaptive: true }],
  ['is asked weekly', { weeksWithout: 9, runsPerMonth: 30 / 7 }],
  ['asks a register of every weekday too', { registers: ['USID', 'EMID'] }],
  ['costs nothing', { weeksWithout: 9, runsPerMonth: 0, queries: [] }],
])('nothing is said of a watch that %s', (_, more) => {
  expect(said(watch('one', more))).toEqual([]);
});

it('only the ten that save most are named, each watch once', () => {
  const many = Array.from({ length: 12 }, (_, n) =>
    watch(`w${n}`, {
      weeksWithout: 4,
      registers: ['USID'],
      runsPerMonth: 30,
      queries: search(`${n}`, false, 100 + 10 * n),
    }),
  );
  const advice = adviseOn(many);
  expect(advice.map((one) => one.watch)).toEqual(['w11', 'w10', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2']);
});

it('is about what is stored: how often a watch runs, what it cost, and what it found', async () => {
  const company = { companyName: 'Seltec' };
  const office = await openOffice({
    watches: [
      { id: 'seltec', name: 'Seltec', schedule: '0 * * * 1-5', timezone: 'UTC', dockets: company },
      { id: 'delaware', schedule: '0 7 * * *', timezone: 'UTC', dockets: { ...company, court: 'ded' } },
    ],
  });
  office.service.dockets = [docketHit({ parties: [{ name: 'Seltec, Inc.' }] })];
  await office.check();
  const adviceNow = async () => {
    const { config, store } = office.parts();
    const advice = await loadAdvice(
      store.db,
      config,
      config.watches.map((one) => ({ watch: one, title: one.name })),
      office.now,
    );
    return advice.map(({ watch: id, kind, saves }) => `${id}: ${kind} ${saves}`);
  };
  // What they are due for together is asked once: only its ten checks at weekends come on top.
  expect(await adviceNow()).toEqual(['delaware: same-search 120']);
  office.pass(21);
  expect(await adviceNow()).toEqual([
    expect.stringMatching(/^seltec: found-nothing \d{4}$/),
    expect.stringMatching(/^delaware: same-search \d+$/),
  ]);
});
