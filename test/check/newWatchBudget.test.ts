import { expect, it } from 'vitest';
import { docketHit } from './hits.ts';
import { openOffice } from './office.ts';

const daily = { schedule: '0 18 * * *', timezone: 'UTC' };
const old = { id: 'old', ...daily, dockets: { patentNumber: '6834603' } };
const fresh = { id: 'fresh', ...daily, dockets: { patentNumber: ['7000001', '7000002'] } };

it('the first check of a new watch leaves the credits of the day to the watches checked before', async () => {
  const office = await openOffice({ budget: { perDay: 30 }, watches: [old] });
  office.service.dockets = [docketHit()];
  expect(await office.check()).toMatchObject([{ outcome: 'complete', credits: 12 }]);
  await office.configure({ budget: { perDay: 30 }, watches: [old, fresh] });
  const [skipped] = await office.check({ ids: ['fresh'] });
  expect(skipped).toMatchObject({ outcome: 'skipped', credits: 0 });
  expect(skipped?.reason).toContain('12 of 30 credits are spent, searches that were checked before need 12 more,');

  office.now = new Date('2026-11-20T18:00:00.000Z');
  expect(await office.daemonCheck('old')).toMatchObject({ outcome: 'complete', credits: 12 });
  // The old watch has had its check today, so it no longer reserves credits.
  await office.configure({ budget: { perDay: 48 }, watches: [old, fresh] });
  expect(await office.check({ ids: ['fresh'] })).toMatchObject([{ outcome: 'complete', credits: 24 }]);
});

it('the budget of a watch pays for each of its queries, so a new query does not wait for the others', async () => {
  const own = (...patentNumber: string[]) => ({
    watches: [{ id: 'own', ...daily, budget: { perDay: 36 }, dockets: { patentNumber } }],
  });
  const office = await openOffice(own('6834603'));
  await office.check();
  await office.configure(own('6834603', '7000001'));
  await office.check();
  expect(office.service.calls.map(({ body }) => body.patentNumber)).toEqual(['6834603', '6834603', '7000001']);
});

it('a new watch is checked at once with credits for both, or if the older watch has a lower priority', async () => {
  for (const { budget, first } of [
    { budget: {}, first: old },
    { budget: { perDay: 60 }, first: old },
    { budget: { perMonth: 40 }, first: old },
    { budget: { perDay: 48 }, first: { ...old, priority: 'low' } },
  ]) {
    const office = await openOffice({ budget, watches: [first] });
    await office.check();
    await office.configure({ budget, watches: [first, fresh] });
    expect(await office.check({ ids: ['fresh'] })).toMatchObject([{ outcome: 'complete', credits: 24 }]);
  }
});
