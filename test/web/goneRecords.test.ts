import { expect, it } from 'vitest';
import { knownBy } from '../../src/web/visit/inWatches.ts';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';

const settings = {
  goneAfterChecks: 2,
  watches: [
    { id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' } },
    { id: 'bottles', matter: 'M-2', designs: { source: 'HAGUE', holder: 'Rival' } },
  ],
};

const [caseOf, designOf] = ['/cases/7001', '/designs/HAGUE.DM%2F200001'] as const;

/** Opens an office with a case and a design that the service no longer shows. */
async function world() {
  const { office, url } = await serveOffice(settings);
  const other = docketWith([entryHit(1)], { docketId: 7002, docketNumber: '1:26-cv-00572' });
  office.service.dockets = [docketWith([entryHit(1)]), other];
  office.service.designs = [designHit(1), designHit(2)];
  await office.check();
  office.service.dockets = [other];
  office.service.designs = [designHit(2)];
  for (let check = 0; check < 2; check += 1) await office.check({ after: 1 });
  return { office, url };
}

it('the page of a record that the service no longer shows says since when, and keeps its content', async () => {
  const { office, url } = await world();
  expect((await office.changes()).map(({ kind }) => kind)).toEqual(['docket.gone', 'design.gone']);
  for (const path of [caseOf, designOf]) {
    const page = await fetch(url + path);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/No longer found<\/strong> since <time/);
  }
});

it('the page of a gone record is closed to other matters, and loses its note when the record is back', async () => {
  const { office, url } = await world();
  const outside = await signedIn({ store: office.store, url }, 'outside', { matters: ['M-1'] }, office.now);
  expect((await outside.show(caseOf)).status).toBe(200);
  expect((await outside.show(designOf)).status).toBe(404);
  office.service.dockets = [docketWith([entryHit(1)]), ...office.service.dockets];
  await office.check({ after: 1 });
  expect(await (await outside.show(caseOf)).text()).not.toContain('<strong>No longer found');
});

it.each([
  'widget',
  'rival',
])('a record is gone since its last watch lost it, even if %s lost it earlier', async (first) => {
  const { office } = await serveOffice({
    goneAfterChecks: 2,
    watches: [
      { id: 'widget', dockets: { patentNumber: '6,834,603' } },
      { id: 'rival', dockets: { companyName: 'Rival' } },
    ],
  });
  const stays = docketWith([entryHit(1)], { docketId: 7002, docketNumber: '1:26-cv-00572' });
  office.service.dockets = [docketWith([entryHit(1)]), stays];
  await office.check();
  const [gone] = await office.store.db.selectFrom('records').select('id').orderBy('id').execute();
  office.service.dockets = [stays];
  for (const ids of [[first], [first], ['widget', 'rival'], ['widget', 'rival']]) {
    await office.check({ ids, after: 1 });
  }
  const { goneSince } = await knownBy(office.store.db, office.parts().config.watches, gone?.id ?? 0);
  expect(goneSince).toBe(office.now.toISOString());
});
