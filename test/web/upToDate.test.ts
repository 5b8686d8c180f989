import { expect, it } from 'vitest';
import { serveOffice } from './serveOffice.ts';

it('Today says that all are up to date only where no check is due: the last check of one says nothing of another', async () => {
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
  await office.check();
  expect(await figure()).toMatch(/^ up to date; last check/);
  // At half past seven, within the hour in which a check that is due is not missing yet.
  office.now = new Date(office.now.getTime() + 24 * 3_600_000);
  office.now.setUTCHours(7, 30);
  expect(await figure()).toMatch(/^, 2 checks due now; last check/);
  await office.check();
  expect(await figure()).toMatch(/^ up to date; last check/);
});
