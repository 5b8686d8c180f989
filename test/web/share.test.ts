import { describe, expect, it } from 'vitest';
import { addNote } from '../../src/notes/notesTable.ts';
import { listAudit } from '../../src/people/auditTable.ts';
import { docketHit, docketWith, entryHit } from '../check/hits.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';

async function openCase() {
  const { office, url } = await serveOffice();
  office.service.dockets = [docketWith([entryHit(1)])];
  await office.check();
  const { store, now } = office;
  const { id, key } = await store.db.selectFrom('records').select(['id', 'key']).executeTakeFirstOrThrow();
  const pages = { store, url };
  const ed = await signedIn(pages, 'ed', { role: 'editor' }, now);
  const path = `/cases/${encodeURIComponent(key)}`;
  const share = async (fields: Record<string, string> = {}) => {
    const made = await ed.send(`${path}/share`, { label: 'outside counsel', days: '7', ...fields });
    return new URL(/readonly value="([^"]+)"/.exec((await made.text()).replaceAll('&amp;', '&'))?.[1] ?? 'http://none');
  };
  return { office, pages, ed, path, recordId: id, share };
}

describe('a link to share', () => {
  it('opens one page to read with its files, and shows neither notes nor who was notified', async () => {
    const { pages, ed, path, recordId, share, office } = await openCase();
    const note = { recordId, at: office.now.toISOString(), who: 'ed', text: 'Privileged thought', matters: undefined };
    await pages.store.transaction((trx) => addNote(trx, note));
    const link = await share({ query: 'type=order' });
    expect([link.pathname, link.searchParams.get('type')]).toEqual([path, 'order']);
    const page = await fetch(pages.url + link.pathname + link.search, { redirect: 'manual' });
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('Widget');
    expect(text).toContain('You came by a link of ed, which opens this page alone.');
    for (const hidden of ['Privileged', 'Who was notified', '/share"', 'audit log', '/sign-out'])
      expect(text).not.toContain(hidden);
    expect(await (await ed.show(path)).text()).toContain('Privileged');
    const cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const statusOf = async (address: string) =>
      (await fetch(pages.url + address, { headers: { cookie }, redirect: 'manual' })).status;
    expect(await statusOf(`${path}/entries.csv`)).toBe(200);
    const isGiven = ({ headers }: Response) => headers.getSetCookie().some((one) => one.startsWith('tipstaff-link-'));
    expect(isGiven(page)).toBe(true);
    expect(isGiven(await fetch(pages.url + path, { headers: { cookie } }))).toBe(false);
    expect(isGiven(await ed.show(link.pathname + link.search))).toBe(false);
    expect(await statusOf(`${path}?type=motion`)).toBe(200);
    for (const other of ['/cases', '/watches', '/', `${path}x`]) expect(await statusOf(other)).toBe(303);
    expect(await statusOf('/feeds/widget.atom')).toBe(401);
  });

  it('of a matter leads nowhere that it does not open', async () => {
    const watch = { id: 'widget', matter: 'M-03', notify: ['counsel'], dockets: { companyName: 'Rival' } };
    const { office, url } = await serveOffice({ watches: [watch] });
    const cases = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        docketHit({ docketId: 7001 + index, docketNumber: `1:20-cv-${String(index + 1).padStart(5, '0')}` }),
      );
    office.service.dockets = cases(1);
    await office.check();
    office.service.dockets = cases(105);
    office.pass(1);
    await office.check();
    const pages = { store: office.store, url };
    const ed = await signedIn(pages, 'ed', { role: 'editor' }, office.now);
    const path = '/matters/M-03';
    const all = '/changes?matter=M-03';
    const own = await (await ed.show(path)).text();
    expect(own).toContain('Those are the last 100 changes.');
    expect(own).toContain(`href="${all}"`);
    expect((await ed.show(all)).status).toBe(200);
    const made = await (await ed.send(`${path}/share`, { label: 'outside counsel', days: '7' })).text();
    const link = /readonly value="([^"]+)"/.exec(made.replaceAll('&amp;', '&'))?.[1] ?? '';
    const shared = await (await fetch(url + link.slice(link.indexOf('/matters')))).text();
    expect(shared).toContain('Those are the last 100 changes.');
    expect(shared).not.toContain('/changes?');
    expect(new Set(shared.match(/href="\/cases\/\d+"/g)).size).toBeGreaterThanOrEqual(100);
  });

  it('is made by editors, for a choice of days and somebody, and stands in the audit log without its key', async () => {
    const { pages, ed, path, share, office } = await openCase();
    const reader = await signedIn(pages, 'reader', {}, office.now);
    expect(await (await reader.show(path)).text()).not.toContain('/share"');
    expect((await reader.send(`${path}/share`, { label: 'me', days: '7' })).status).toBe(403);
    expect((await ed.send(`${path}/share`, { label: 'me', days: '4000' })).status).toBe(422);
    expect((await ed.send(`${path}/share`, { label: ' ', days: '7' })).status).toBe(422);
    expect((await ed.send('/cases/none/share', { label: 'me', days: '7' })).status).toBe(404);
    const link = await share();
    const lines = await listAudit(pages.store.db, { what: 'link', limit: 9 });
    expect(lines).toMatchObject([{ who: 'ed', what: 'link.make', subject: path }]);
    expect(JSON.stringify(lines)).not.toContain(link.searchParams.get('key'));
  });

  it('is listed with who made it, and ended by them or an admin, by nobody else', async () => {
    const { pages, ed, path, share, office } = await openCase();
    const other = await signedIn(pages, 'other', { role: 'editor' }, office.now);
    const boss = await signedIn(pages, 'boss', { role: 'admin' }, office.now);
    for (const who of [ed, boss]) {
      const link = await share();
      const opens = async () => (await fetch(pages.url + link.pathname + link.search, { redirect: 'manual' })).status;
      const page = await (await who.show(path)).text();
      expect(page).toContain('outside counsel');
      const digest = /name="digest" value="([^"]+)"/.exec(page)?.[1] ?? '';
      expect(await (await other.show(path)).text()).not.toContain('/links/end');
      expect((await other.send('/links/end', { digest })).status).toBe(404);
      expect(await opens()).toBe(200);
      expect((await who.send('/links/end', { digest, see: path })).headers.get('location')).toBe(path);
      expect(await opens()).toBe(303);
    }
  });

  it('ends by itself, and with who made it', async () => {
    const { pages, share, office } = await openCase();
    const boss = await signedIn(pages, 'boss', { role: 'admin' }, office.now);
    const [first, second] = [await share({ days: '1' }), await share({ days: '90' })];
    const opens = async (link: URL) =>
      (await fetch(pages.url + link.pathname + link.search, { redirect: 'manual' })).status;
    office.pass(2);
    expect([await opens(first), await opens(second)]).toEqual([303, 200]);
    await boss.send('/users/ed/disable');
    expect(await opens(second)).toBe(303);
  });
});
