import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { renderWithPictures } from '../../src/alerts/channels/email/draw.ts';
import { drawSlack } from '../../src/alerts/channels/slackBlocks.ts';
import { drawTeams } from '../../src/alerts/channels/teams.ts';
import { renderText } from '../../src/alerts/channels/text.ts';
import { gatherAlert } from '../../src/alerts/message/gather.ts';
import { alertOutline } from '../../src/alerts/message/message.ts';
import { listAlerts } from '../../src/alerts/outbox/alertsTable.ts';
import { loadOwnDesigns, loadOwnPictures } from '../../src/check/likeness/looksTable.ts';
import { NoPicture } from '../../src/records/design.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { listFinds } from '../../src/store/snapshot/findsTable.ts';
import { keepingPictures } from '../../src/store/snapshot/recordsTable.ts';
import type { Db } from '../../src/store/store.ts';
import { makeEvidence } from '../../src/web/evidence/evidenceFile.ts';
import { begin, bottles, compare, copy, pictureOf, shapes, show, showDesign } from '../check/likeness/ownWorld.ts';
import { newestMessage } from '../check/newestMessage.ts';
import { tempFolder } from '../tempFolder.ts';
import { loadForm, sendForm } from './sendForm.ts';
import { serveOffice } from './serveOffice.ts';
import { wordsOf } from './wordsOf.ts';

async function world(...watches: object[]) {
  const { office, url } = await serveOffice({ watches: watches.length === 0 ? [bottles] : watches });
  await begin(office);
  await showDesign(office, 3, shapes.car, 'gray');
  await showDesign(office, 4, copy, 'gray');
  show(office, 5, []);
  await office.check();
  await compare(office);
  const read = async (path: string) => (await fetch(url + path)).text();
  return { office, url, read };
}

async function makeVerySimilar(db: Db): Promise<void> {
  const likeness = sql`json_extract(find, '$.likeness')`;
  await sql`update design_finds set find = json_set(find, '$.likeness', 0.9) where ${likeness} > 0.5`.execute(db);
}

const page = '/watches/bottles/alike';
const pair = `${page}/${encodeURIComponent('HAGUE.DM/200004')}`;

it('a question to counsel goes to the channels of the matter, and its pair stays listed until answered', async () => {
  const ofMatter = { ...bottles, matter: 'M-1', notify: ['ops'] };
  const cases = { id: 'cases', matter: 'M-1', notify: ['counsel'], dockets: { companyName: 'Rival Industries' } };
  const other = { id: 'other', matter: 'M-2', notify: ['ops'], dockets: { companyName: 'Kelmont Devices' } };
  const again = { ...ofMatter, id: 'again', name: 'The same, again' };
  const { office, url, read } = await world(ofMatter, cases, other, again);
  const { db } = office.store;
  await makeVerySimilar(db);
  const finds = await db.selectFrom('designFinds').selectAll().execute();
  const values = finds.map((find) => ({ ...find, watchId: 'again' }));
  await db.insertInto('designFinds').values(values).execute();
  await db.updateTable('alerts').set({ state: 'sent' }).execute();
  const say = (verdict: string, note = '') =>
    sendForm(url, `${pair}/review`, { own: 'DM/200 002', verdict, note }, {}, page);
  expect(await read(pair)).toContain('Ask (notifies ops, counsel)');
  const design = `/designs/${encodeURIComponent('HAGUE.DM/200004')}`;
  const compared = await read(design);
  expect(compared).toContain(`<a href="${pair}">Very similar (0.90) to your DM/200 002</a>`);
  expect((await say('ask counsel', 'the <neck> looks copied')).status).toBe(303);
  for (const view of [page, pair, design]) expect(await read(view), view).toContain('<strong>Asked</strong>');
  const asked = () => listAlerts(db, { undelivered: true, limit: 9 });
  expect((await asked()).map(({ channel, kind }) => [channel, kind]).sort()).toEqual([
    ['counsel', 'notice'],
    ['ops', 'notice'],
  ]);
  const [first] = await asked();
  const parts = { config: office.parts().config, pageUrl: 'https://t.example', clock: () => office.now };
  const message = (await gatherAlert(db, first?.id ?? 0, parts)) ?? expect.fail();
  expect(alertOutline(message, { discreet: true }).subject).toMatch(
    /^Question: is .*DM\/200004 too similar to your DM\/200 002\? \[M-1\]$/,
  );
  const text = renderText(message);
  expect(text).toContain('the <neck> looks copied');
  expect(text).toMatch(/Asked by: somebody not signed in/);
  expect(text).toMatch(/because channel\s+\w+\s+follows what is named\s+here\./);
  expect(text).not.toContain('Tipstaff:');

  expect((await say('ask counsel', 'the <neck> looks copied')).status).toBe(303);
  expect(await asked(), 'the same question is asked once').toHaveLength(2);
  for (const view of [page, `${page}?show=counsel`]) expect(await read(view), view).toContain(`${pair}"`);
  expect(await read('/')).toContain('Compare it with your DM/200 002');

  expect((await say('not alike')).status).toBe(303);
  for (const view of [page, `${page}?show=counsel`]) expect(await read(view), view).not.toContain(`${pair}"`);
});

it('a pair that counsel was asked about stays on Today until it is answered, however low its likeness is', async () => {
  const { url, read } = await world();
  const say = (verdict: string) => sendForm(url, `${pair}/review`, { own: 'DM/200 002', verdict }, {}, page);
  expect(await read('/')).toContain('Nothing new needs you.');
  expect((await say('ask counsel')).status).toBe(303);
  expect(await read('/')).toMatch(
    /Compare it with your DM\/200 002, which is [a-z ]*similar \(0\.\d\d\); somebody asked about it/,
  );
  expect((await say('not alike')).status).toBe(303);
  expect(await read('/')).toContain('Nothing new needs you.');
});

it('a find is listed until it is reviewed, and the page says which designs were not compared', async () => {
  const { office, url, read } = await world();
  const before = await read(page);
  expect(before).toContain('2 of 3 new designs were compared, <a href="#not-compared">1 not</a>.');
  expect(before).toContain('Designs that the first check found are not compared. Rank them by <a href="#own">a stored');
  const ranked = /\/designs\?like=[^"]+(?=">Rank all stored designs by likeness)/.exec(before)?.[0] ?? '';
  expect(wordsOf(await read(ranked))).toContain('DM/200002');
  expect(before).toMatch(
    /id="not-compared"[\s\S]*<summary>1 design. No picture yet: the register has published none\./,
  );
  const order = [...before.matchAll(/designs\/HAGUE\.DM%2F(\d{6})"/g)].map(([, number]) => number);
  expect(order).toEqual(['200004', '200003', '200005']);

  // Today lists only very similar designs, as the mail does.
  await makeVerySimilar(office.store.db);
  const today = await read('/');
  expect(today).toContain('Compare it with your DM/200 002, which is very similar (0.90)');

  const shown = await read(pair);
  expect(shown).toContain('beside your DM/200 002');
  expect(shown).toMatch(/<tr class="differs"><th scope="row">Name/);
  const say = (fields: Record<string, string>) => sendForm(url, `${pair}/review`, fields, {}, page);
  expect((await say({ own: 'DM/200 002', verdict: 'maybe' })).status).toBe(422);
  expect((await say({ own: 'another', verdict: 'alike' })).status).toBe(422);
  expect((await say({ own: 'DM/200 002', verdict: 'ask counsel', note: 'the <neck>' })).status).toBe(303);
  expect((await say({ own: 'DM/200 002', verdict: 'alike', note: 'the <neck>' })).status).toBe(303);

  const after = await read(page);
  expect(after).not.toContain(`${pair}"`);
  expect(await read('/')).toContain('Nothing new needs you.');
  expect(await read(`${page}?show=reviewed`)).toContain('the &lt;neck&gt;');
  const csv = await read(`${page}.csv?show=reviewed`);
  expect(csv.split('\r\n')[1]).toMatch(/^HAGUE,DM\/200004,.*,DM\/200 002,0\.\d+,alike,the <neck>,/);
  expect(await read(`${page}.csv`)).not.toContain('DM/200004,');
  expect((await listAudit(office.store.db, { limit: 2 })).map(({ what }) => what)).toEqual([
    'design.review',
    'design.review',
  ]);

  expect((await say({ own: 'DM/200 002', verdict: 'open' })).status).toBe(303);
  expect(await read(page)).toContain(`${pair}"`);
});

it('own pictures from a folder appear beside a find on the page and in the mail, and nowhere else', async () => {
  const folder = tempFolder();
  // Two designs whose pictures have the same file names.
  for (const [name, shape] of [['neck', shapes.bottle] as const, ['wagon', shapes.car] as const]) {
    mkdirSync(join(folder, name));
    for (const view of [0, 1]) writeFileSync(join(folder, name, `${view}.jpg`), pictureOf(shape, 'line', view));
  }
  const { office, url, read } = await world({ ...bottles, similarTo: { pictures: folder, top: 2 } });
  const finds = await listFinds(office.store.db, 'bottles', { order: 'likeness', limit: 5 });
  const found = finds.flatMap(({ find }) => (find ? [`${find.own} ${find.ownPicture}`] : []));
  expect(found.toSorted()).toEqual([
    expect.stringMatching(/^neck folder\/[\w-]{22}\/[01]\.jpg$/),
    expect.stringMatching(/^wagon folder\/[\w-]{22}\/[01]\.jpg$/),
  ]);

  const own = /src="(\/watches\/bottles\/own\/[\w-]{22})"/.exec(await read(page))?.[1] ?? '';
  const shown = await fetch(url + own);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBeLessThanOrEqual(512);
  expect((await fetch(`${url}${own.replace('bottles', 'other')}`)).status).toBe(404);

  const { clock } = office.parts();
  const { content: message } = await newestMessage(office);
  const fetchPicture = keepingPictures(office.store, clock, async () => Promise.reject(new NoPicture('not here')));
  const { email, attachments } = await renderWithPictures(message, {}, fetchPicture, AbortSignal.timeout(10_000));
  const [, yours] = /src="cid:([^"]+)"[^>]*alt="Yours, neck"/.exec(email.html) ?? [];
  expect(attachments.map(({ cid }) => cid)).toContain(yours);
  const outline = alertOutline(message, { discreet: false });
  const elsewhere = JSON.stringify([
    email.text,
    email.html,
    drawSlack(outline),
    drawTeams(outline, { text: 500, row: 250 }),
  ]);
  expect(elsewhere).not.toContain('own-pictures.invalid');
});

it('an old design without a picture says why it is newly visible, and that it has none', async () => {
  const plain = { id: 'plain', designs: { source: 'HAGUE', locarno: '09-01' }, notify: ['counsel'] };
  const { office, url } = await serveOffice({ watches: [bottles, plain] });
  await begin(office);
  await showDesign(office, 4, copy, 'gray');
  await office.check({ ids: ['bottles'] });
  await compare(office);
  show(office, 5, []);
  office.service.designs = office.service.designs.filter(({ IRN }) => IRN !== 'DM/200004');
  await office.check({ ids: ['plain'] });

  const why = 'The register shows no picture of it.';
  const { content, text } = await newestMessage(office, 'counsel');
  expect(text).toContain(`The search service shows it only now. ${why}`);
  const outline = alertOutline(content, { discreet: true });
  expect(JSON.stringify(drawSlack(outline))).toContain(why);
  expect(outline.sections.at(-1)?.cards[0]?.tile).toMatchObject({
    state: 'Newly visible design registered in 2019',
    facts: [why, 'Registered May 6, 2019 · FR, DE'],
  });
  const today = wordsOf(await (await fetch(url)).text());
  expect(today).toContain(`Registered May 6, 2019. The search service shows it only now. ${why}`);
  expect(await (await fetch(`${url}/designs`)).text()).toContain('<span class="tag read">newly visible</span>');
});

it('two designs are compared view by view, and the fields that differ are marked', async () => {
  const { read } = await world();
  const compared = await read('/designs/HAGUE.DM%2F200003/beside?with=HAGUE.DM%2F200004');
  expect(compared).toContain('HAGUE DM/200003 beside HAGUE DM/200004');
  expect([...compared.matchAll(/likeness 0\.\d\d/g)]).toHaveLength(2);
  expect(compared).toMatch(/Lists and watches may give another likeness:\s+the mean of/);
  expect(compared).toMatch(/<tr class="differs"><th scope="row">Product/);
  expect(compared).toMatch(/<tr class=""><th scope="row">Holder/);
  expect(await read('/designs/HAGUE.DM%2F200003/beside?with=DM1')).toContain('Not found');
});

it('own designs are added on the page by their numbers or their pictures, and removed there', async () => {
  const { office, url, read } = await world();
  const { db } = office.store;
  const send = async (verb: string, fields: Record<string, string | File>) => {
    const { cookie, formToken } = await loadForm(url, page);
    const form = new FormData();
    form.set('formToken', formToken);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    return fetch(`${url}/watches/bottles/own/${verb}`, { method: 'POST', redirect: 'manual', headers, body: form });
  };
  const sheet = new File(['Design;Number\nCar;DM/200003\n'], 'ours.csv');
  expect((await send('numbers', { file: sheet })).status).toBe(303);
  expect((await send('numbers', { file: new File(['nothing'], 'ours.csv') })).status).toBe(422);
  const bytes = pictureOf(shapes.phone, 'color', 0);
  const picture1 = new File([new Uint8Array(bytes)], 'phone.jpg', { type: 'image/jpeg' });
  expect((await send('pictures', { own: 'Our phone', picture1 })).status).toBe(303);
  expect((await send('pictures', { own: 'Our phone' })).status).toBe(422);
  // Phones make HEIC, which nothing here can read.
  for (const [name, type] of [
    ['list.csv', 'text/csv'],
    ['phone.heic', 'image/heic'],
  ] as const) {
    const refused = await send('pictures', { own: 'Our phone', picture1: new File(['a,b'], name, { type }) });
    expect(await refused.text()).toContain(`${name} cannot be read: choose JPEG`);
  }
  expect((await loadOwnDesigns(db, 'bottles')).map(({ own }) => own)).toEqual(['DM/200003', 'Our phone']);
  expect(await read(page)).toContain('1 picture received, none read yet');

  await showDesign(office, 6, shapes.phone, 'gray');
  await office.check({ after: 1 });
  await compare(office);
  const listed = await read(page);
  expect(listed).toContain('Yours, Our phone');
  const address = /src="(\/watches\/bottles\/own\/\d+)"/.exec(listed)?.[1] ?? '';
  expect((await fetch(url + address)).headers.get('content-type')).toBe('image/jpeg');

  expect((await send('remove', { own: 'Our phone' })).status).toBe(303);
  expect(await loadOwnPictures(db, 'bottles')).toEqual([]);
});

it('the gallery sorts by likeness to a chosen design, and links each design to its comparison', async () => {
  const { office, read } = await world();
  const writes = async () => (await office.store.db.selectFrom('settings').selectAll().execute()).length;
  const before = await writes();
  const like = await read('/designs?like=HAGUE.DM%2F200002');
  const order = [...like.matchAll(/beside\?with=HAGUE\.DM%2F(\d{6})/g)].map(([, number]) => number);
  expect(order).toEqual(['200004', '200003']);
  expect(await writes(), 'a page that is read writes nothing').toBe(before);
  expect(await read('/designs?like=HAGUE.DM%2F999999')).toContain('Not found');
});

it('an evidence file says which new designs were compared, and why the others were not', async () => {
  const { office } = await world({ ...bottles, matter: 'B-77' });
  office.pass(0, 1);
  const request = { matter: 'B-77', from: '2026-11-20', until: '2026-11-30', who: 'ann', confidential: true };
  const { zip } = await makeEvidence(office.store, office.parts().config, request, office.now);
  const files = unzipSync(zip);
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const [{ compared }] = JSON.parse(textOf('watches.json')).watches;
  expect(compared).toHaveLength(3);
  expect(compared).toContainEqual(
    expect.objectContaining({ compared: null, whyNot: 'No picture yet: the register has published none.' }),
  );
});
