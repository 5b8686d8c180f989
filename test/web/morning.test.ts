import { describe, expect, it } from 'vitest';
import { docketHit, docketWith, entryHit } from '../check/hits.ts';
import { sendForm } from './sendForm.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';
import { wordsOf } from './wordsOf.ts';

const textAt = async (url: string, path: string) => (await fetch(url + path)).text();
const watch = { id: 'widget', matter: 'M-1', dockets: { patentNumber: '6,834,603' } };

/** Opens an office whose watch found today one order with a deadline in four days, and notices in the other cases. */
async function officeWithNews(count = 3) {
  const { office, url } = await serveOffice({ watches: [watch] });
  const cases = Array.from({ length: count }, (_, index) =>
    docketHit({
      docketId: 7001 + index,
      docketNumber: `1:20-cv-00${168 + index}`,
      caseName: `Widget v. Rival ${index}`,
    }),
  );
  office.service.dockets = cases;
  await office.check();
  office.pass(1);
  const day = new Date(office.now.getTime() + 4 * 86_400_000);
  const due = `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`;
  const filed = office.now.toISOString().slice(0, 10);
  const order = entryHit(2, { dateFiled: filed, description: `SCHEDULING ORDER: Fact discovery due ${due}.` });
  office.service.dockets = cases.map((one, index) => {
    const entry = index === 0 ? order : entryHit(2, { dateFiled: filed, description: 'NOTICE of change of address' });
    return { ...one, entries: [entryHit(1), entry], entryTotal: 2 };
  });
  await office.check();
  return { office, url };
}

/** Returns the figures at the top of Today by their words. */
function figuresIn(page: string): Record<string, number> {
  const list = /<ul class="figures">.*?<\/ul>/s.exec(page)?.[0] ?? '';
  const each = [...list.matchAll(/<strong>(\d+)<\/strong>([^<,]*)/g)];
  return Object.fromEntries(each.map(([, count, words = '']) => [words.trim(), Number(count)]));
}

describe('Today', () => {
  it('begins with figures that link to what they count, and drops a change that somebody acknowledged', async () => {
    const { url } = await officeWithNews();
    const before = await textAt(url, '/');
    expect(figuresIn(before)).toEqual({ 'needs you': 1, 'to read': 0, 'due in 7 days': 1 });
    for (const part of ['act', 'new', 'ahead']) expect(before).toMatch(new RegExp(`href="#${part}"[^]*id="${part}"`));
    expect(wordsOf(before)).toMatch(
      /Needs you needs you Widget v\. Rival 0 .* for everybody, .* New in the last 7 days .* Fact discovery due/,
    );
    const [, changes = ''] = /name="changes" value="([\d,]+)"/.exec(before) ?? [];
    const pages = async () => [await textAt(url, '/matters/M-1'), await textAt(url, '/cases/7001')];
    for (const page of await pages()) expect(page).toMatch(/needs you<.*name="back" value="\/(?:matters|cases)\//s);
    const done = await sendForm(url, '/changes/acknowledge', { changes, back: '/matters/M-1' }, {}, '/');
    expect(done.headers.get('location')).toBe('/matters/M-1');
    for (const page of await pages()) expect(page).not.toMatch(/>needs you<\/span|name="changes"/);
    expect((await pages())[0]).toContain('acknowledged by');
    const after = await textAt(url, '/');
    expect(figuresIn(after)['need you']).toBe(0);
    expect(after).toContain('Nothing new needs you.');
  });

  it('lists a near date that was moved among what needs the reader, as the alert does', async () => {
    const { office, url } = await serveOffice({ watches: [watch] });
    const hearing = (number: number, filed: string, day: string) =>
      entryHit(number, { dateFiled: filed, description: `ORDER: Markman Hearing set for ${day} at 10:00 AM.` });
    const first = hearing(2, 'Nov 10, 2026', '12/1/2026');
    office.service.dockets = [docketWith([entryHit(1), first])];
    await office.check();
    const notice = entryHit(4, { dateFiled: 'Nov 20, 2026', description: 'NOTICE of change of address' });
    office.service.dockets = [docketWith([entryHit(1), first, hearing(3, 'Nov 20, 2026', '3/2/2027'), notice])];
    await office.check({ after: 1 });
    const line = /needs you .*MOVED to Mar 2, 2027 \(was Dec 1, 2026\): markman hearing; APPEARANCE \(D\.I\. 4\)/i;
    for (const path of ['/', '/cases/7001']) expect(wordsOf(await textAt(url, path)), path).toMatch(line);
    office.pass(40);
    expect(wordsOf(await textAt(url, '/'))).toMatch(/Needs you needs you .*MOVED to Mar 2/i);
    const briton = await signedIn({ store: office.store, url }, 'briton', { timezone: 'Europe/London' }, office.now);
    expect(wordsOf(await (await briton.show('/')).text())).toMatch(/Needs you needs you .*MOVED to 2 Mar 2027/i);
  });

  it('does not redirect to another site after somebody acknowledged a change', async () => {
    const { url } = await officeWithNews();
    const [, changes = ''] = /name="changes" value="([\d,]+)"/.exec(await textAt(url, '/')) ?? [];
    const done = await sendForm(url, '/changes/acknowledge', { changes, back: '//evil.example/' }, {}, '/');
    expect(done.headers.get('location')).toBe('/');
  });

  it('shows twenty news items, folds the rest, and links to those of yesterday', async () => {
    const { office, url } = await officeWithNews(30);
    const page = await textAt(url, '/');
    const [open = '', folded = ''] = page.split('<details class="rest">');
    expect(open.match(/class="head"/g)).toHaveLength(1 + 20);
    expect(folded).toContain('<summary>9 more</summary>');
    expect(folded.split('</details>')[0]?.match(/class="head"/g)).toHaveLength(9);
    const yesterday = new Date(office.now.getTime() - 86_400_000).toISOString().slice(0, 10);
    expect(page).toContain(`href="/changes?day=${yesterday}"`);
  });

  it('names a common cause once, with all the watches that it keeps from being checked', async () => {
    const watches = ['Alpha', 'Beta', 'Gamma, Inc.'].map((companyName) => ({
      id: companyName.slice(0, 5).toLowerCase(),
      name: companyName,
      dockets: { companyName },
    }));
    const { office, url } = await serveOffice({ watches });
    office.service.reply = () => ({ body: { code: 3001, message: 'token invalid', data: null } });
    await office.check();
    const page = await textAt(url, '/');
    const notes = /<ul class="note">(.*?)<\/ul>/s.exec(page)?.[1] ?? '';
    expect(notes.match(/<li>/g)).toHaveLength(1);
    expect(wordsOf(notes)).toMatch(
      /3 watches (?:last|never) checked completely.*: Alpha ; Beta ; Gamma, Inc. \(no check succeeded since .*; latest reason: token refused/,
    );
    expect(page).toContain('<a href="/watches?state=incident">3 of 3 watches</a> not checked');
  });
});

it('the page of a matter shows what is new before what is due', async () => {
  const { url } = await officeWithNews();
  const page = await textAt(url, '/matters/M-1');
  expect(page.indexOf('News, last 90 days')).toBeGreaterThan(0);
  expect(page.indexOf('News, last 90 days')).toBeLessThan(page.indexOf('Dates, next 90 days'));
});

it('a search shows the newest first, or on request the best match, and only the chosen type and matter', async () => {
  const other = { id: 'acme', matter: 'M-2', dockets: { companyName: 'Acme' } };
  const { office, url } = await serveOffice({ watches: [watch, other] });
  const entry = (dateFiled: string) => [entryHit(1, { dateFiled, description: 'ORDER reassigning the case' })];
  office.service.dockets = [
    docketWith(entry('Feb 3, 2020'), { docketId: 1, docketNumber: '1:20-cv-00001', caseName: 'Old v. Case' }),
    docketWith(entry('Feb 3, 2024'), { docketId: 2, docketNumber: '1:20-cv-00002', caseName: 'New v. Case' }),
    docketWith(entry('Feb 3, 2022'), { docketId: 3, docketNumber: '1:20-cv-00003', caseName: 'Middle v. Case' }),
  ];
  await office.check();
  const names = async (query: string) =>
    [...(await textAt(url, `/search?q=reassigning${query}`)).matchAll(/(Old|New|Middle) v\. Case/g)].map(
      ([, name]) => name,
    );
  expect(await names('')).toEqual(['New', 'Middle', 'Old']);
  expect((await names('&order=best')).toSorted()).toEqual(['Middle', 'New', 'Old']);
  expect(await names('&what=designs')).toEqual([]);
  expect(await names('&matter=M-3')).toEqual([]);
});

it('the alerts page lists subjects, and an editor can send an alert again to a channel of their matters', async () => {
  const { office, url } = await officeWithNews();
  const [alert] = await office.store.db
    .selectFrom('alerts')
    .select(['id', 'channel'])
    .where('kind', '=', 'changes')
    .execute();
  expect(wordsOf(await textAt(url, '/alerts'))).toMatch(/Widget v\. Rival/);
  await office.store.db.updateTable('alerts').set({ state: 'sent', subject: 'As it was sent' }).execute();
  expect(await textAt(url, '/alerts.csv')).toMatch(/^\uFEFF?Id,Subject,Channel,.*\r?\n\d+,As it was sent,/);
  const page = await textAt(url, `/alerts/${alert?.id}`);
  const channels = [...page.matchAll(/<option value="([^"]+)"/g)].map(([, name = '']) => name);
  const channel = channels.find((name) => name !== alert?.channel) ?? '';
  const sent = await sendForm(url, `/alerts/${alert?.id}/send`, { channel }, {}, `/alerts/${alert?.id}`);
  expect(sent.status).toBe(303);
  const again = await office.store.db
    .selectFrom('alerts')
    .select(['id', 'channel', 'state', 'kind'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(sent.headers.get('location')).toBe(`/alerts/${again.id}`);
  expect(again).toMatchObject({ channel, state: 'waiting', kind: 'changes' });
  const waiting = wordsOf(await textAt(url, `/alerts/${again.id}`));
  expect(waiting).toMatch(/Try again now.*Fact discovery due/);
  expect(waiting).not.toContain('Send again');
  const refused = await sendForm(url, `/alerts/${alert?.id}/send`, { channel: 'nobody' }, {}, `/alerts/${alert?.id}`);
  expect(refused.status).toBe(422);
  const pages = { store: office.store, url };
  await signedIn(pages, 'boss', { role: 'admin' }, office.now);
  const outside = await signedIn(pages, 'outside', { role: 'editor', matters: ['M-1'] }, office.now);
  // The user may not write to a channel of other matters.
  expect((await outside.send(`/alerts/${alert?.id}/send`, { channel: 'ops' })).status).toBe(422);
  const reader = await signedIn(pages, 'reader', { role: 'reader' }, office.now);
  expect((await reader.send(`/alerts/${alert?.id}/send`, { channel })).status).toBe(403);
});
