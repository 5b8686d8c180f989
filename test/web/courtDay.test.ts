import { describe, expect, it } from 'vitest';
import { datesBox } from '../../src/alerts/message/datesBox.ts';
import { dateFeed } from '../../src/web/pages/calendar/calendarPage.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';

const order = entryHit(20, {
  dateFiled: 'Nov 19, 2026',
  description: 'SCHEDULING ORDER: Fact discovery due 11/30/2026.',
});

/** Returns, for each page and feed, whether it shows the deadline of November 30 at this moment. */
async function placesAt(moment: string): Promise<Readonly<Record<string, boolean>>> {
  const { office, url } = await serveOffice({
    watches: [{ id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' } }],
  });
  office.service.dockets = [docketWith([entryHit(1), order])];
  await office.check();
  office.now = new Date(moment);
  const has = async (path: string) => (await (await fetch(`${url}${path}`)).text()).includes('Fact discovery');
  return {
    today: await has('/'),
    case: (await (await fetch(`${url}/cases/7001`)).text()).includes('Upcoming dates'),
    matter: (await (await fetch(`${url}/matters/M-1`)).text()).includes('Fact discovery due'),
    month: await has('/calendar?month=2026-11'),
    api: await has('/api/v1/dates'),
    feed: ((await dateFeed(office.store, office.parts().config, 'widget', office.now)) ?? '').includes(
      'Fact discovery',
    ),
  };
}

describe('on the day of a deadline, until the day has ended at every court,', () => {
  it.each([
    ['at 19:30 in New York', '2026-11-30T19:30:00-05:00'],
    ['at 16:30 in Los Angeles', '2026-11-30T16:30:00-08:00'],
    ['at 23:59 in Honolulu', '2026-11-30T23:59:00-10:00'],
  ])('%s every page, feed and list shows the deadline', async (_, moment) => {
    const places = await placesAt(moment);
    expect(Object.entries(places).filter(([, shown]) => !shown)).toEqual([]);
  });

  it('and after it only the calendar of the month and the feed do', async () => {
    const places = await placesAt('2026-12-01T00:01:00-10:00');
    expect(places).toEqual({ today: false, case: false, matter: false, month: true, api: false, feed: true });
  });
});

it('the calendar of this month lists the dates of later months, and that of a month none after it', async () => {
  const { office, url } = await serveOffice({ watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' } }] });
  const hearing = entryHit(21, { dateFiled: 'Nov 19, 2026', description: 'ORDER: Answer due 1/15/2027.' });
  office.service.dockets = [docketWith([entryHit(1), hearing])];
  await office.check();
  office.now = new Date('2026-11-20T12:00:00-05:00');
  const list = async (path: string) => (await (await fetch(`${url}${path}`)).text()).split('id="list"')[1];
  expect(await list('/calendar')).toContain('Answer due');
  expect(await list('/calendar?month=2026-12')).not.toContain('Answer due');
});

it('the list of dates ahead says how far it goes, and every list can be saved as it is', async () => {
  const { office, url } = await serveOffice({ watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' } }] });
  const description = 'SCHEDULING ORDER: Joinder of Parties due 1/15/2027. Fact Discovery due 8/11/2027.';
  office.service.dockets = [docketWith([entryHit(1), entryHit(21, { dateFiled: 'Nov 19, 2026', description })])];
  await office.check();
  office.now = new Date('2026-11-20T12:00:00-05:00');
  const textAt = async (path: string) => (await fetch(url + path)).text();
  const list = async (query: string) => (await textAt(`/calendar${query}`)).split('id="list"')[1];
  expect(await list('')).toMatch(
    /^>The next 90 days<.*Joinder due.*href="\/calendar\?days=all#list">Later dates as well</s,
  );
  expect(await list('')).not.toContain('Fact discovery due');
  expect(await list('?days=all')).toMatch(/^>All dates ahead<.*Joinder due.*Fact discovery due/s);
  expect(await list('?days=all')).not.toContain('Later dates as well');
  expect(await textAt('/calendar.csv')).toContain('2027-01-15');
  expect(await textAt('/calendar.csv')).not.toContain('2027-08-11');
  expect(await textAt('/calendar.csv?days=all')).toContain('2027-08-11');
  expect(await textAt('/calendar?days=all')).toContain('href="/calendar.csv?days=all"');
});

it('a mail names a deadline until the end of its day at every court, and no past one', () => {
  const box = (createdAt: string) => {
    const record = { type: 'docket', key: '1', docketNumber: '1:20-cv-00168', caseName: 'Widget Co. v. Rival Inc.' };
    const entry = { ...order, description: order.description, dateFiled: 'Nov 19, 2026', documentNumber: '20' };
    const reading = { type: 'order', about: ['scheduling'], outcome: null, refersTo: [], dates: dated };
    const shown = [{ change: { kind: 'entry.new', entry, fields: [] }, prioritised: { reading } }];
    const given = { timezone: 'America/New_York', createdAt };
    return datesBox([{ record, shown } as never], given, false)?.dates.length ?? 0;
  };
  const dated = [{ date: '2026-11-30', what: 'deadline', words: 'Fact discovery due 11/30/2026' }];
  expect(box('2026-12-01T00:30:00.000Z')).toBe(1);
  expect(box('2026-12-01T10:01:00.000Z')).toBe(0);
});

it("a list of dates says Today by the reader's day, even while it is still the day before at a court", async () => {
  const { office, url } = await serveOffice();
  office.service.dockets = [docketWith([entryHit(1), order])];
  await office.check();
  office.now = new Date('2026-12-01T01:00:00-05:00');
  const line = async () => /<ul class="dates">.*?<\/ul>/s.exec(await (await fetch(url)).text())?.[0] ?? '';
  expect(await line()).toContain('>Mon, Nov 30<');
  office.now = new Date('2026-11-30T09:00:00-05:00');
  expect(await line()).toContain('>Today<');
});
