import { expect, it } from 'vitest';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { serveOffice } from './serveOffice.ts';

it('Today says that watches were never checked completely, and that all are up to date only if no check is due', async () => {
  const daily = { schedule: '0 7 * * *', timezone: 'UTC' };
  const { office, url } = await serveOffice({
    watches: [
      { ...daily, id: 'widget', dockets: { patentNumber: '6834603' } },
      { ...daily, id: 'rival', dockets: { companyName: 'Rival' } },
    ],
  });
  const figure = async () => {
    const page = await (await fetch(url)).text();
    return /<a\s+href="\/watches">2 watches<\/a>([^<]*)/.exec(page)?.[1] ?? page;
  };
  expect(await (await fetch(url)).text()).toMatch(/2 of 2 watches<\/a> not checked\s+completely/);
  await office.check();
  expect(await figure()).toMatch(/^ up to date; last check/);
  // At 7:30 the checks are due, but within the hour before they count as missing.
  office.now = new Date(office.now.getTime() + 24 * 3_600_000);
  office.now.setUTCHours(7, 30);
  expect(await figure()).toMatch(/^, 2 checks due now; last check/);
  await office.check();
  expect(await figure()).toMatch(/^ up to date; last check/);
});

it('Today says that a new watch waits for its first check, and an hour later that it was not checked', async () => {
  const watches = [{ id: 'widget', dockets: { patentNumber: '6834603' } }];
  const { office, url } = await serveOffice({ watches }, async ({ parts, store, now }) => {
    await syncWatches(store, parts().config, now);
  });
  office.now = new Date(office.now.getTime() + 60_000);
  const today = async () => (await fetch(url)).text();
  expect(await today()).toMatch(/>1 watch<\/a>, 1 check due now; 1 waiting for the first check; last check/);
  expect(await today()).not.toContain('no check succeeded');
  office.now = new Date(office.now.getTime() + 2 * 3_600_000);
  expect(await today()).toMatch(/1 of 1 watch<\/a> not checked\s+completely/);
});
