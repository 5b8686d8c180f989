import { expect, it } from 'vitest';
import { addOwnDesigns } from '../../src/check/likeness/looksTable.ts';
import { dateFeed } from '../../src/web/pages/calendar/calendarPage.ts';
import { datesAhead } from '../../src/web/pages/calendar/chosenDates.ts';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { sendForm } from './sendForm.ts';
import { serveOffice } from './serveOffice.ts';
import { wordsOf } from './wordsOf.ts';

const textAt = async (url: string, path: string) => (await fetch(url + path)).text();
const star = '/designs/HAGUE.DM%2F200002/star';
const settings = {
  watches: [
    { id: 'class', matter: 'M-1', designs: { source: 'HAGUE', locarno: '09-01' } },
    { id: 'ours', matter: 'M-1', designs: { source: 'HAGUE', registrationNumber: 'DM/200001' } },
    { id: 'case', matter: 'M-1', dockets: { patentNumber: '6,834,603' } },
  ],
};

/** Opens an office with three designs that expire in December 2026, one of them watched by number, and a deadline. */
async function officeWithDates(watches: readonly object[] = settings.watches) {
  const { office, url } = await serveOffice({ watches });
  const designs = [1, 2, 3].map((number) => designHit(number, { ED: `2026-12-0${number}` }));
  const order = entryHit(2, { description: 'SCHEDULING ORDER: Joinder of parties due 12/14/2026.' });
  office.service.dockets = [docketWith([entryHit(1), order])];
  office.service.designs = designs;
  await office.check({ ids: ['class', 'case'] });
  office.service.designs = designs.slice(0, 1);
  await office.check({ ids: ['ours'] });
  return { office, url };
}

it('a starred design comes first in the gallery until somebody removes the star', async () => {
  const { office, url } = await officeWithDates();
  expect(await textAt(url, '/designs')).not.toContain('<h2>Starred</h2>');
  expect(
    (await sendForm(url, star, { starred: 'true', back: '/designs' }, {}, '/designs')).headers.get('location'),
  ).toBe('/designs');
  const [, starred = ''] = (await textAt(url, '/designs')).split('<h2>Starred</h2>');
  expect(wordsOf(starred.split('<h2>')[0] ?? '')).toContain('Bottle 2');
  expect(await office.store.db.selectFrom('audit').select(['what', 'who']).execute()).toContainEqual({
    what: 'record.star',
    who: 'local',
  });
  const away = await sendForm(url, star, { starred: 'false', back: 'https://evil.example' }, {}, '/designs');
  expect(away.headers.get('location')).toBe('/designs/HAGUE.DM%2F200002');
  expect(await textAt(url, '/designs')).not.toContain('<h2>Starred</h2>');
});

it('the calendar shows dates of cases, of designs watched by name and of starred ones; others on request', async () => {
  const { url } = await officeWithDates();
  const cells = async (query = '') => {
    const table = (await textAt(url, `/calendar?month=2026-12${query}`)).split('<h2 id="list">')[0] ?? '';
    return [...table.matchAll(/title="[^"]*">(.*?)<\/a>/gs)].map(([, cell = '']) => wordsOf(cell).trim());
  };
  expect(await cells()).toEqual(['Expires · Bottle 1 (HAGUE)', 'Joinder · Widget v. Rival (D. Del.)']);
  await sendForm(url, star, { starred: 'true' }, {}, '/designs');
  expect(await cells()).toContain('Expires · Bottle 2 (HAGUE)');
  expect(await cells('&designs=all')).toHaveLength(4);
  expect(await cells('&watch=class')).toHaveLength(3);
  expect(await cells('&kind=deadline')).toEqual(['Joinder · Widget v. Rival (D. Del.)']);
  expect(await cells('&matter=M-2')).toEqual([]);
});

it('the calendar, Today and feeds show the dates of own designs to those who may read the watch that names them', async () => {
  const similarTo = { registrations: ['DM/200 002'], portfolio: 'page' };
  const rival = { id: 'rival', matter: 'M-1', designs: { source: 'HAGUE', holder: 'Rival' }, similarTo };
  const { office, url } = await officeWithDates([...settings.watches, rival]);
  const { db } = office.store;
  const { watches } = office.parts().config;
  const ahead = async (readable = watches) =>
    (await datesAhead(db, readable, office.now, { days: 60, atMost: 50 })).dates.map(({ date }) => date);
  expect(await ahead()).toEqual(['2026-12-01', '2026-12-02', '2026-12-14']);
  await addOwnDesigns(db, 'rival', 'page', ['DM/200003']);
  expect(await ahead()).toContain('2026-12-03');
  expect(await ahead(watches.filter(({ id }) => id !== 'rival'))).toEqual(['2026-12-01', '2026-12-14']);
  expect(await textAt(url, '/calendar?month=2026-12')).toContain('Bottle 2');
  expect(await dateFeed(office.store, office.parts().config, 'M-1', office.now)).toContain('Bottle 2');
});

it('the calendar of a matter leaves out designs that only a class watch found, unless they are starred', async () => {
  const { office, url } = await officeWithDates();
  const feed = async (name: string) => (await dateFeed(office.store, office.parts().config, name, office.now)) ?? '';
  expect(await feed('class')).toContain('Bottle 3');
  expect(await feed('M-1')).toContain('Bottle 1');
  expect(await feed('M-1')).not.toMatch(/Bottle [23]/);
  await sendForm(url, star, { starred: 'true' }, {}, '/designs');
  expect(await feed('M-1')).toContain('Bottle 2');
});

it('the gallery follows the order of registration, not the order of a baseline', async () => {
  const { office, url } = await serveOffice({
    watches: [{ id: 'class', designs: { source: 'HAGUE', locarno: '09-01' } }],
  });
  office.service.designs = [
    designHit(1, { RD: '2026-11-02T23:59:59Z' }),
    designHit(2, { RD: '2018-04-01T23:59:59Z' }),
    designHit(3, { RD: '' }),
    designHit(4, { RD: '2026-11-19T23:59:59Z' }),
  ];
  await office.check();
  const order = async () => {
    const all = (await textAt(url, '/designs')).split('All, the newest first').at(-1) ?? '';
    return [...new Set([...all.matchAll(/Bottle (\d)/g)].map(([, number]) => number))];
  };
  // A design without a registration date is sorted by the day it was first seen, November 20.
  expect(await order()).toEqual(['3', '4', '1', '2']);
  office.service.designs = [
    designHit(2, { RD: '2026-11-21T23:59:59Z' }),
    ...office.service.designs.filter((_, at) => at !== 1),
  ];
  await office.check({ after: 1 });
  expect(await order()).toEqual(['2', '3', '4', '1']);
});

it('the gallery of a watch charts the designs by quarter and class of registration', async () => {
  const { office, url } = await serveOffice({
    watches: [{ id: 'rival', designs: { source: 'HAGUE', holder: 'Rival' } }],
  });
  office.now = new Date('2026-11-20T12:00:00.000Z');
  office.service.designs = [
    designHit(1, { RD: '2026-10-01T23:59:59Z' }),
    designHit(2, { RD: '2026-11-01T23:59:59Z' }),
    designHit(3, { RD: '2024-01-01T23:59:59Z', LCS: ['26-05'] }),
    designHit(4, { RD: '2023-12-31T23:59:59Z' }),
  ];
  await office.check();
  const chart = /<figure class="chart">.*?<\/figure>/s.exec(await textAt(url, '/designs?watch=rival'))?.[0] ?? '';
  expect(wordsOf(chart)).toContain('Q1 2024 to Q4 2026');
  expect(chart).toContain('2 designs in 12 quarters, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2"');
  expect(chart).toContain('26 Lighting apparatus: 1 design in 12 quarters, 1, 0');
  expect(await textAt(url, '/designs')).not.toContain('class="chart"');
});

it('the gallery starts with the news of a watched holder: first new designs, then changed holders', async () => {
  const { office, url } = await serveOffice({
    watches: [
      { id: 'class', name: 'All bottles', designs: { source: 'HAGUE', locarno: '09-01' } },
      { id: 'rival', name: 'Rival’s bottles', designs: { source: 'HAGUE', holder: 'Rival' } },
    ],
  });
  const stranger = designHit(9, { HOL: ['Acme'], PROD: ['Jar'] });
  const [first, second] = [designHit(1, { HOL: ['Rival AG', 'Acme'] }), designHit(2, { RD: '2026-11-19T23:59:59Z' })];
  const check = async (id: string, designs: readonly (typeof stranger)[]) => {
    office.service.designs = designs;
    await office.check({ ids: [id] });
  };
  const moved = designHit(3, { HOL: ['Acme'], RD: '2019-05-06' });
  await check('class', [stranger, first, moved]);
  await check('rival', [first]);
  office.pass(1);
  const changed = { ...first, HOL: ['Rival AG', 'Rival Brands'] };
  const taken = { ...moved, HOL: ['Rival AG'] };
  await check('rival', [changed, second, taken]);
  await check('class', [{ ...stranger, STATUS: 'EXP' }, changed, second, taken]);
  const page = await textAt(url, '/designs');
  expect([...page.matchAll(/<h2>([^<]*)/g)].map(([, title = '']) => title.trim())).toEqual([
    'News of Rival’s bottles',
    'Other changes',
    'All, the newest first',
  ]);
  const lead = wordsOf(page.split('<h2>')[1] ?? '');
  expect(lead).toMatch(/Bottle 2 new .*Bottle 1 .*Holder added: Rival Brands; removed: Acme/);
  expect(lead).toContain('Nov 19, 2026');
  expect(lead).toContain('Bottle 3 from another holder');
  expect(lead).not.toContain('Jar');
  // A form also sends its empty fields. A set filter replaces the news.
  expect(await textAt(url, '/designs?source=&status=&locarno=')).toContain('News of Rival');
  expect(await textAt(url, '/designs?source=HAGUE')).not.toContain('News of Rival');
});

it('a starred design comes first in the news of Today', async () => {
  const { office, url } = await officeWithDates();
  office.service.designs = [3, 2, 1].map((number) => designHit(number, { ED: `2026-12-0${number}`, STATUS: 'EXP' }));
  await office.check({ ids: ['class'], after: 1 });
  const order = async () => [...(await textAt(url, '/')).matchAll(/– (Bottle \d)<\/a>/g)].map(([, name]) => name);
  await sendForm(url, star, { starred: 'true' }, {}, '/designs');
  expect((await order())[0]).toBe('Bottle 2');
});

it('the gallery shows its three most used filters, and the others on a click, or if one is set', async () => {
  const { url } = await serveOffice({ watches: [{ id: 'rival', designs: { source: 'HAGUE', holder: 'Rival' } }] });
  const form = async (path: string) =>
    /<form class="filters"[\s\S]*?<\/form>/.exec(await (await fetch(url + path)).text())?.[0] ?? '';
  const named = (html: string) => [...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
  const [inSight = '', behind = ''] = (await form('/designs?watch=rival&locarno=09-01')).split('<details>');
  expect(named(inSight)).toEqual(['watch', 'locarno', 'seenSince']);
  expect(named(behind)).toEqual(['matter', 'source', 'status', 'designated', 'expiring']);
  expect(await form('/designs?status=ACT')).toContain('<details open>');
});
