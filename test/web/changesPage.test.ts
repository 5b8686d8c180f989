import { describe, expect, it } from 'vitest';
import { docketWith, entryHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';
import { wordsOf } from './wordsOf.ts';

const watches = [
  { id: 'widget', name: 'Our patent', matter: 'M-1', dockets: { patentNumber: '6,834,603' } },
  { id: 'rival', name: 'Rival anywhere', matter: 'M-2', dockets: { companyName: 'Rival' }, tell: ['docket.new'] },
  { id: 'falcon', matter: 'M-1', dockets: { companyName: 'Falcon' }, confidential: true },
];
const filed = { dateFiled: 'Nov 20, 2026' };

/** Opens an office with a case that got a new judge on one day and a new order on the next. */
async function officeWithNews() {
  const { office, url } = await serveOffice({ watches });
  const hit = { assignedTo: 'Jane Roe' };
  const ofCase = (entries: object[], more: object) => docketWith(entries as never, { ...hit, ...more });
  office.service.dockets = [ofCase([entryHit(1)], {})];
  await office.check();
  office.service.dockets = [ofCase([entryHit(1)], { assignedTo: 'John Doe' })];
  await office.check({ after: 1 });
  office.pass(1);
  const order = entryHit(2, { ...filed, description: 'ORDER granting 1 Motion to Stay.' });
  office.service.dockets = [ofCase([entryHit(1), order], { assignedTo: 'John Doe' })];
  await office.check();
  const page = async (query: string, cookie = '') =>
    wordsOf(await (await fetch(`${url}/changes${query}`, { headers: { cookie } })).text());
  return { office, url, page };
}

describe('the changes page', () => {
  it('shows every change, newest first and grouped by day, with the value before', async () => {
    const { page } = await officeWithNews();
    const text = await page('');
    expect(text).toMatch(
      /Sun, Nov 22 .*ORDER · stay GRANTED, D\.I\. 2.* Sat, Nov 21 .*Judge changed.*Jane Roe.*John Doe/,
    );
    expect(text).toContain('Rival anywhere , Our patent');
    expect(text).not.toContain('Not reported');
  });

  it('says that a change is not reported if the `tell` of each watch leaves it out', async () => {
    const [, rival] = watches;
    const { office, url } = await serveOffice({ watches: [rival] });
    office.service.dockets = [docketWith([entryHit(1)], { parties: ['Rival'] })];
    await office.check();
    office.service.dockets = [docketWith([entryHit(1)], { parties: ['Rival'], assignedTo: 'John Doe' })];
    await office.check({ after: 1 });
    const text = wordsOf(await (await fetch(`${url}/changes`)).text());
    expect(text).toContain('Not reported: Rival anywhere does not report this kind of change');
  });

  it('names once what was added to a list, and the judge before and after', async () => {
    const { office, page } = await officeWithNews();
    const [hit] = office.service.dockets;
    office.service.dockets = [{ ...hit, patentNumbers: ['6834603', '7654321'], assignedTo: 'Ann Poe' } as never];
    await office.check({ after: 1 });
    const text = await page('?kind=docket.updated');
    expect(text).toMatch(/Judge changed John Doe Ann Poe Patent added 7654321/);
    expect(text.match(/7654321/g)).toHaveLength(1);
  });

  it('filters by kind, matter, watch and day, and says when no change matches', async () => {
    const { page } = await officeWithNews();
    const shows = async (query: string) => {
      const text = await page(query);
      return [text.includes('John Doe'), text.includes('stay GRANTED')];
    };
    expect(await shows('?kind=docket.updated')).toEqual([true, false]);
    expect(await shows('?day=2026-11-22')).toEqual([false, true]);
    expect(await shows('?matter=M-2&watch=rival')).toEqual([true, true]);
    expect(await shows('?matter=M-2&watch=widget')).toEqual([false, false]);
    expect(await page('?kind=docket.gone')).toContain('No change matches.');
    expect(await page('?day=2020-01-01&kind=')).toContain('No change matches. Show all');
  });

  it('says before the first change that nothing has changed yet, and when each watch is checked next', async () => {
    const { url } = await serveOffice({ watches });
    for (const query of ['', '?why=', '?kind=&day=']) {
      const text = wordsOf(await (await fetch(`${url}/changes${query}`)).text());
      expect(text).toContain('No change has been found yet. When each watch is checked next');
    }
  });

  it('lists the changes that one alert reports, and the page of the alert links to this list', async () => {
    const { office, url, page } = await officeWithNews();
    const alertIds = async () =>
      (await office.store.db.selectFrom('alerts').select('id').where('kind', '=', 'changes').execute()).map(
        ({ id }) => id,
      );
    await office.store.db.updateTable('alerts').set({ state: 'sent' }).execute();
    office.pass(1);
    const motion = entryHit(3, { ...filed, description: 'MOTION to compel' });
    office.service.dockets = [docketWith([entryHit(1), motion], { assignedTo: 'John Doe' })];
    await office.check();
    const [first, second] = await alertIds();
    const shows = async (id: number | undefined) => {
      const text = await page(`?alert=${id}`);
      return ['John Doe', 'stay GRANTED', 'MOTION to compel'].map((one) => text.includes(one));
    };
    expect([await shows(first), await shows(second)]).toEqual([
      [true, true, false],
      [false, false, true],
    ]);
    expect(await page(`?alert=${first}`)).toContain(`All that alert ${first} reports`);
    expect(await page('?alert=99999')).toContain('No change matches.');
    const listed = async (query: string) => {
      const response = await fetch(`${url}/api/v1/changes${query}`);
      return ((await response.json()) as { items: object[] }).items;
    };
    const ofFirst = await listed(`?alert=${first}`);
    expect(ofFirst).toHaveLength(2);
    expect((await listed('')).length).toBeGreaterThan(ofFirst.length);
    const ofAlert = await (await fetch(`${url}/alerts/${first}`)).text();
    expect(ofAlert).toContain(`<a href="/changes?alert=${first}">2 changes</a>`);
  });

  it('explains why a record was not reported, and which watches search for a record that was never found', async () => {
    const { office, page } = await officeWithNews();
    const known = await page('?why=20-168');
    expect(known).toContain('Widget Co. v. Rival Inc.');
    expect(known).toMatch(
      /Our patent found it in check 1 \(.*\), its first check, which reports nothing as new\. The watch notifies counsel/,
    );
    expect(known).toContain('the watch reports only this: new cases');
    expect(known).toMatch(/Change \d+ was found in check \d+ \(today, [^)]*\): new filings\. Rule: entry not known\./);
    expect(known).not.toMatch(/\b(docket|entry)\.new\b/);
    const unknown = await page('?why=Rival+Bottles');
    expect(unknown).toContain('Your watches have found nothing with this name or number.');
    expect(unknown).toMatch(
      /Rival anywhere \(dockets: company Rival\) searches for it\. Last complete check: .*: the service showed 1 record, but not this one/,
    );
    expect(await page('?why=Quarmore')).toContain('None of your 2 watches searches for “Quarmore”.');
    office.pass(3);
    expect(await page('?why=Falcon')).toContain('None of your 2 watches searches for “Falcon”.');
  });
});
