import { describe, expect, it } from 'vitest';
import { loadCosts } from '../../src/schedule/costs.ts';
import { docketHit } from './hits.ts';
import { type Office, openOffice } from './office.ts';

const [patent, company] = [
  { id: 'patent', dockets: { patentNumber: '6834603' } },
  { id: 'company', dockets: { companyName: 'Widget' } },
];
const first = docketHit();
const ended = docketHit({ status: 'terminated', dateTerminated: '2026-11-20' });
const others = [2, 3, 4, 5].map((id) => docketHit({ docketId: id, docketNumber: `1:20-cv-0000${id}` }));
const dockets = [first, ...others];

async function officeOfThreePages(settings = {}): Promise<Office> {
  const office = await openOffice({ watches: [patent, company], ...settings });
  Object.assign(office.service, { dockets, cap: 2 });
  expect(await office.check()).toMatchObject([{ requests: 3 }, { requests: 3 }]);
  return office;
}

/** Returns the pages and the credits that `tipstaff plan` states for one run of the watch. */
async function planned({ store, parts, now }: Office, id: string): Promise<unknown> {
  const { watches } = await loadCosts(store.db, parts().config, now);
  const watch = watches.find((one) => one.watch === id);
  return [watch?.queries.map((query) => query.pages), watch?.creditsPerRun];
}

/** Checks `company` while the response to `patent` is under way, so that `company` sees the case change first. */
async function checkOvertaken(office: Office): Promise<void> {
  office.service.dockets = [ended, ...others];
  let overtaken = false;
  office.service.reply = async ({ body }) => {
    if (body.patentNumber === undefined || overtaken) return undefined;
    overtaken = true;
    await office.check({ ids: ['company'] });
    return { body: { code: 0, data: { total: 5, hits: dockets.slice(0, 2) } } };
  };
  expect(await office.check({ ids: ['patent'], after: 1 })).toMatchObject([{ outcome: 'complete', requests: 3 }]);
  expect(overtaken).toBe(true);
  office.service.reply = () => undefined;
}

describe('the planned cost of a check', () => {
  it('is that of the last complete check, even if another check overtook that check', async () => {
    const office = await officeOfThreePages();
    await checkOvertaken(office);
    expect(await planned(office, 'patent')).toEqual([[3], 36]);
    expect(await planned(office, 'company')).toEqual([[3], 36]);
  });

  it('is reserved in full: a budget that cannot pay all pages pays none', async () => {
    const office = await officeOfThreePages({ budget: { perDay: 150 } });
    await checkOvertaken(office);
    office.now = new Date('2026-11-21T13:00:00.000Z');
    await office.configure({ watches: [patent, company], budget: { perDay: 72 + 35 } });
    expect(await office.check({ ids: ['patent'] })).toMatchObject([{ outcome: 'skipped', requests: 0 }]);
  });

  it('stays reserved for the pages that are still to be read', async () => {
    const office = await officeOfThreePages();
    await office.configure({ watches: [patent, company], budget: { perDay: 72 + 36 + 35 } });
    let other: unknown;
    office.service.reply = async ({ body }) => {
      if (body.patentNumber === undefined || Number(body.from) === 0) return undefined;
      other ??= await office.check({ ids: ['company'] });
      return undefined;
    };
    expect(await office.check({ ids: ['patent'] })).toMatchObject([{ outcome: 'complete', requests: 3 }]);
    expect(other).toMatchObject([{ outcome: 'skipped', requests: 0 }]);
  });

  it('is that of the last complete check when a later check was cut short', async () => {
    const office = await officeOfThreePages();
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' }), ...others];
    office.service.reply = ({ body }) => (Number(body.from) > 0 ? { status: 500, body: 'no' } : undefined);
    expect(await office.check({ ids: ['patent'], after: 1 })).toMatchObject([{ outcome: 'partial' }]);
    expect(await planned(office, 'patent')).toEqual([[3], 36]);
  });

  it('includes both readings when the result changed while it was read', async () => {
    const office = await officeOfThreePages();
    office.pass(1);
    let calls = 0;
    office.service.reply = () => {
      calls += 1;
      if (calls === 2) office.service.dockets = others;
      return undefined;
    };
    office.service.dockets = [docketHit({ assignedTo: 'Alan Reyes' }), ...others];
    const [outcome] = await office.check({ ids: ['patent'] });
    expect(outcome).toMatchObject({ outcome: 'complete' });
    expect(await planned(office, 'patent')).toEqual([[outcome?.requests], 12 * (outcome?.requests ?? 0)]);
  });
});
