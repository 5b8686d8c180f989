import { describe, expect, it } from 'vitest';
import { saveWatches } from '../../src/schedule/ownWatches.ts';
import { listOwnWatches } from '../../src/schedule/ownWatchesTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { docketHit } from '../check/hits.ts';
import { defaultSettings } from '../check/office.ts';
import { loadForm, sendForm } from './sendForm.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';
import { wordsOf } from './wordsOf.ts';

/** Loads a page and sends its form with these fields, as a browser without JavaScript does. */
async function fill(url: string, path: string, fields: Record<string, string>, { to = path, cookie = '' } = {}) {
  const { hidden, ...form } = await loadForm(url, path, cookie);
  const response = await sendForm(url, to, { ...hidden, ...fields }, { cookie: form.cookie }, path);
  return { status: response.status, see: response.headers.get('location'), text: await response.text() };
}

const acme = { step: 'save', id: 'acme', 'dockets.companyName': 'Acme Tools', 'notify.counsel': 'true' };

describe('the form of a watch', () => {
  it('adds a watch, edits it and removes it, and each action is in the audit log', async () => {
    const { office, url } = await serveOffice();
    const added = await fill(url, '/new-watch', { ...acme, name: 'Acme in court', schedule: '0 9 * * 5' });
    expect([added.status, added.see]).toEqual([303, '/watches/acme']);
    expect((await listOwnWatches(office.store.db)).map((one) => one.body)).toEqual([
      { id: 'acme', name: 'Acme in court', dockets: { companyName: 'Acme Tools' }, schedule: '0 9 * * 5' },
    ]);
    expect(await (await fetch(`${url}/watches`)).text()).toContain('Acme in court');
    const page = await (await fetch(`${url}/watches/acme`)).text();
    expect(page).toContain('companyName: Acme Tools');
    expect((await fetch(`${url}/feeds/acme.atom`)).status).toBe(200);

    const form = await (await fetch(`${url}/watches/acme/edit`)).text();
    expect(form).toMatch(/name="schedule"[^>]*value="0 9 \* \* 5"/);
    expect(form).toMatch(/name="notify.counsel" value="true" checked/);
    const edited = await fill(url, '/watches/acme/edit', {
      ...acme,
      id: 'other',
      'notify.counsel': '',
      'notify.brand': 'true',
      mute: 'Nero\r\nentry.new',
    });
    expect([edited.status, edited.see]).toEqual([303, '/watches/acme']);
    expect((await listOwnWatches(office.store.db)).map((one) => one.body)).toEqual([
      { id: 'acme', dockets: { companyName: 'Acme Tools' }, notify: ['brand'], mute: ['Nero', 'entry.new'] },
    ]);
    expect((await fill(url, '/watches/acme/edit', {}, { to: '/watches/acme/remove' })).status).toBe(422);
    const removed = await fill(url, '/watches/acme/edit', { sure: 'true' }, { to: '/watches/acme/remove' });
    expect([removed.status, removed.see]).toEqual([303, '/watches']);
    expect((await fetch(`${url}/watches/acme`)).status).toBe(404);
    const log = await listAudit(office.store.db, { subject: 'acme', limit: 9 });
    expect(log.map(({ what, who }) => [what, who])).toEqual([
      ['watch.remove', 'local'],
      ['watch.edit', 'local'],
      ['watch.add', 'local'],
    ]);
  });

  it('says beside each field what is wrong, keeps the input, and saves nothing', async () => {
    const { office, url } = await serveOffice();
    const wrong = { ...acme, id: 'a b', 'dockets.patentNumber': '6,83', schedule: '0 25 * * *', 'notify.gone': 'true' };
    const { status, text } = await fill(url, '/new-watch', wrong);
    expect(status).toBe(422);
    expect(text).toContain('4 things');
    expect(text).toMatch(/id="id-wrong">found &quot;a b&quot;;[^<]*did you mean a-b\?/);
    expect(text).toMatch(/id="dockets-patentNumber-wrong">found &quot;6,83&quot;/);
    expect(text).toMatch(/id="schedule-wrong">[^<]*25 is not a valid hour/);
    expect(text).toMatch(/id="notify-wrong">[^<]*no channel has this name/);
    expect(text).toContain('value="0 25 * * *"');
    const hint = async (query: string) =>
      /id="what-hint">([^<]*)/.exec(await (await fetch(`${url}/new-watch${query}`)).text())?.[1];
    expect(await hint('')).toMatch(/^One of: US 7,654,321 · 1:20-cv-00168 · Rival; or/);
    expect(await hint('?kind=designs')).toMatch(/^One of: Rival · class 09-01 · DM\/214 567 · D901,234; or/);
    const { text: blank } = await fill(url, '/new-watch', { step: 'save' });
    expect(blank).toContain('Not saved yet:</strong> 1 thing to correct');
    expect(blank).toMatch(/<input id="id" name="id" [^>]*value=""/);
    expect(await fill(url, '/new-watch', { ...acme, 'dockets.companyName': '' })).toMatchObject({
      status: 422,
      text: expect.stringMatching(
        /id="dockets-patentNumber-wrong">Nothing .*: fill in at least one of Patent number, Company or Case number/,
      ),
    });
    const designs = { kind: 'designs', id: 'tvs', 'designs.source.EMID': 'true', 'designs.holder': 'TV' };
    const { text: doubts } = await fill(url, '/new-watch', { ...designs, step: 'preview' });
    expect(doubts).toMatch(
      /Holder: &quot;TV&quot; alone may time out in EMID\. You are then notified, .*one of Id, Id begins with, .* or Locarno class/,
    );
    expect(doubts).toContain('inside longer words: add “Only whole words”');
    expect(await fill(url, '/new-watch', { ...acme, id: 'widget' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('is where to change it'),
    });
    expect(await listOwnWatches(office.store.db)).toEqual([]);
  });

  it('shows the own designs of a watch, and keeps the settings that it does not show', async () => {
    const { office, url } = await serveOffice();
    const body = {
      id: 'bottles',
      designs: { source: 'HAGUE', holder: 'Rival' },
      similarTo: { registrations: ['DM/1', 'DM/2'], pictures: './ours', portfolio: 'page', classes: ['09-01'], top: 5 },
    };
    await saveWatches(office.store, office.parts().config, [body], { who: 'local', now: office.now, how: 'add' });
    const bodies = async () => (await listOwnWatches(office.store.db)).map((one) => one.body);
    const boxes = { 'designs.source.HAGUE': 'true', 'notify.counsel': 'true', step: 'save' };
    const form = await (await fetch(`${url}/watches/bottles/edit`)).text();
    expect(form).toMatch(/name="similarTo.registrations"[^>]*>DM\/1\nDM\/2</);
    const shown = { 'similarTo.registrations': 'DM/1\r\nDM/2', 'similarTo.portfolio': 'page' };
    const kept = { ...shown, 'similarTo.classes': '09-01', 'similarTo.top': '5', 'designs.holder': 'Rival' };
    const renamed = await fill(url, '/watches/bottles/edit', { ...boxes, ...kept, name: 'Bottles' });
    expect([renamed.status, renamed.see]).toEqual([303, '/watches/bottles']);
    const similarTo = { ...body.similarTo, top: '5' };
    expect(await bodies()).toEqual([
      { ...body, designs: { ...body.designs, source: ['HAGUE'] }, similarTo, name: 'Bottles' },
    ]);

    const added = { ...boxes, id: 'lamps', 'designs.holder': 'Rival', 'similarTo.top': '3' };
    const wrong = await fill(url, '/new-watch?kind=designs', added, { to: '/new-watch' });
    expect([wrong.status, await bodies()]).toEqual([422, [expect.objectContaining({ id: 'bottles' })]]);
    expect(wrong.text).toMatch(/id="similarTo-registrations-wrong">[^<]*registrations, pictures or portfolio/);

    const numbered = { ...added, 'similarTo.registrations': 'DM949700, DM' };
    const refused = await fill(url, '/new-watch?kind=designs', numbered, { to: '/new-watch' });
    const mistake = /id="similarTo-registrations-wrong">[^<]*there is no digit in DM; accepted: [^<]*DM\/214 567/;
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(mistake)]);
    const several = { ...added, 'similarTo.registrations': 'DM949700, DM/949701; 949702' };
    expect((await fill(url, '/new-watch?kind=designs', several, { to: '/new-watch' })).see).toBe('/watches/lamps');
    const page = wordsOf(await (await fetch(`${url}/watches/lamps`)).text());
    expect(page).toContain('most registers write letters or a hyphen, and there are none in 949702');
  });

  it('names the price of a preview first, and only then requests the service', async () => {
    const { office, url } = await serveOffice();
    office.service.dockets = [
      docketHit({ parties: ['Acme Tools'] }),
      docketHit({ docketId: 7002, docketNumber: '1:20-cv-00169', parties: ['Acme Toolshed'] }),
    ];
    const read = await fill(url, '/new-watch', { what: 'Acme Tools', id: '', 'notify.counsel': 'true', step: 'read' });
    expect(read.text).toMatch(
      /<h2>Summary<\/h2>\s+<p>Dockets: company Acme Tools, only whole words\. .*notifies\s+counsel\. A check costs 12 /,
    );
    const priced = await fill(url, '/new-watch', { ...acme, step: 'preview' });
    expect([priced.status, office.service.calls.length]).toEqual([200, 0]);
    expect(priced.text).toContain('Run preview (12 credits at most)');
    const doubted = await fill(url, '/new-watch', { ...acme, 'dockets.companyName': 'Acme AG', step: 'preview' });
    expect(doubted.text).toMatch(/<p class="note">Company: found [^<]*accepted: the name without/);
    const dearer = await fill(url, '/new-watch', { ...acme, step: 'ask-11' });
    expect([dearer.text.includes('Run preview (12 credits at most)'), office.service.calls.length]).toEqual([true, 0]);
    const asked = await fill(url, '/new-watch', { ...acme, step: 'ask-12' });
    expect([asked.status, office.service.calls.length]).toEqual([200, 1]);
    expect(asked.text).toContain('2 cases');
    expect(asked.text).toMatch(/value="Acme Tools"|>Acme Tools<\/textarea>/);
    office.service.dockets = [];
    expect((await fill(url, '/new-watch', { ...acme, step: 'ask-12' })).text).toMatch(
      /It finds nothing\.<\/strong> If you expected hits, correct what it searches\./,
    );
    expect(await listOwnWatches(office.store.db)).toEqual([]);
  });

  it('saves an expensive watch only after its price was shown and confirmed, and at no higher price', async () => {
    const { office, url } = await serveOffice();
    const numbers = (count: number) =>
      Array.from({ length: count }, (_, index) => String(7_000_000 + index)).join('\n');
    const many = { id: 'many', 'dockets.patentNumber': numbers(20), 'notify.counsel': 'true' };
    const send = (step: string, fields = many) => fill(url, '/new-watch', { ...fields, step });
    const saved = async () => (await listOwnWatches(office.store.db)).length;
    const asked = await send('save');
    expect([asked.status, await saved()]).toEqual([200, 0]);
    expect(asked.text).toContain('name="step" value="save-240">Save it, 240 credits or more a check</button>');
    expect(asked.text).toContain('7000019');
    // The list grew after the price was shown.
    const dearer = await send('save-240', { ...many, 'dockets.patentNumber': numbers(21) });
    expect([dearer.text.includes('save-252'), await saved()]).toEqual([true, 0]);
    expect([(await send('save-240')).see, await saved()]).toEqual(['/watches/many', 1]);
    // A query that another watch has already costs nothing more.
    expect((await send('save', { ...many, id: 'same' })).see).toBe('/watches/same');
    const edited = { ...many, step: 'save', name: 'Many numbers' };
    expect((await fill(url, '/watches/many/edit', edited)).see).toBe('/watches/many');
  });

  it('is open only to editors, and only for watches of the page whose matter they may see', async () => {
    const { office, url } = await serveOffice({
      watches: [{ ...(defaultSettings.watches as object[])[0], matter: 'M-1' }],
    });
    await fill(url, '/new-watch', { ...acme, matter: 'M-2' });
    await fill(url, '/new-watch', { ...acme, id: 'secret', matter: 'M-1', confidential: 'true' });
    const sessionOf = async (name: string, role: 'reader' | 'editor') =>
      (await signedIn({ store: office.store, url }, name, { role, matters: ['M-1'] }, office.now)).cookie;
    const reader = await sessionOf('rea', 'reader');
    const editor = await sessionOf('edi', 'editor');
    const statusOf = async (path: string, cookie: string) =>
      (await fetch(url + path, { headers: { cookie }, redirect: 'manual' })).status;
    expect(await statusOf('/new-watch', reader)).toBe(404);
    expect((await fill(url, '/watches', acme, { to: '/new-watch', cookie: reader })).status).toBe(403);
    expect(await statusOf('/new-watch', editor)).toBe(200);
    for (const path of ['/watches/widget/edit', '/watches/acme/edit', '/watches/secret/edit']) {
      expect(await statusOf(path, editor), path).toBe(404);
      expect((await fill(url, '/new-watch', acme, { to: path, cookie: editor })).status, path).toBe(404);
      const remove = path.replace('edit', 'remove');
      expect((await fill(url, '/new-watch', { sure: 'true' }, { to: remove, cookie: editor })).status, path).toBe(404);
    }
    const elsewhere = await fill(url, '/new-watch', { ...acme, id: 'x', matter: 'M-2' }, { cookie: editor });
    expect([elsewhere.status, elsewhere.text]).toEqual([422, expect.stringContaining('accepted: one of M-1')]);
    expect((await fill(url, '/new-watch', { ...acme, id: 'x', matter: 'M-1' }, { cookie: editor })).status).toBe(303);
    expect((await listOwnWatches(office.store.db)).map((one) => [one.id, one.changedBy])).toEqual([
      ['acme', 'local'],
      ['secret', 'local'],
      ['x', 'edi'],
    ]);
  });

  it('does not offer to edit a watch of the file, whose page shows its settings and the file', async () => {
    const { url } = await serveOffice();
    const page = await (await fetch(`${url}/watches/widget`)).text();
    expect(page).toContain('patentNumber: 6,834,603');
    expect(page).toContain('<code>watches.yaml</code>');
    expect(page).not.toContain('/watches/widget/edit');
  });
});
