import { expect, it } from 'vitest';
import { newsOf } from '../../src/web/frame/newsList.ts';
import { docketWith, entryHit } from './hits.ts';
import { officeThatKnows } from './office.ts';

const known = { docketId: 7005, docketNumber: '1:25-cv-00005', dateFiled: '2025-06-02', caseName: 'Norvane v. Selby' };
const complaint = entryHit(1, { dateFiled: 'Jun 2, 2025', description: 'COMPLAINT against Selby Corp.' });
const letter = entryHit(2, { documentNumber: '2', dateFiled: 'Nov 20, 2026', description: 'LETTER to the court' });

it('news names the watches that report it, and none if every watch leaves it out', async () => {
  const dockets = { patentNumber: '6834603' };
  const all = { id: 'all', dockets };
  const ends = { id: 'ends', dockets, tell: ['docket.status'] };
  const orders = { id: 'orders', dockets, report: { entries: ['order'] } };
  const office = await officeThatKnows({ dockets: [docketWith([complaint], known)] }, { watches: [all, ends, orders] });
  office.pass(1);
  office.service.dockets = [docketWith([complaint, letter], known)];
  await office.check();
  const { watches } = office.parts().config;
  const naming = async (ids: readonly string[]) => {
    const among = watches.filter(({ id }) => ids.includes(id));
    const news = await newsOf(office.store.db, await office.changes(), among, { timezone: 'UTC' });
    return news.map((one) => one.watches.map(({ id }) => id));
  };
  expect(await naming(['all', 'ends', 'orders'])).toEqual([['all']]);
  expect(await naming(['ends', 'orders'])).toEqual([[]]);
  expect(await naming([])).toEqual([]);
});
