import { describe, expect, it } from 'vitest';
import {
  lastImport,
  listOwnWatches,
  noteImport,
  removeOwnWatch,
  saveOwnWatch,
} from '../../src/schedule/ownWatchesTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { serveOffice } from './serveOffice.ts';
import { signedIn } from './signedIn.ts';
import { ids, upload } from './upload.ts';
import { wordsOf } from './wordsOf.ts';

describe('the import page', () => {
  it('shows a verdict for each row and the price, saves only on confirmation, and can undo the import', async () => {
    const { office, url } = await serveOffice();
    const sheet = 'Name,Company,Schedule\nAcme,Acme Tools,0 9 * * 5\nBerg,"Berg; Berg, Inc.",\nwidget,,\n';
    const seen = await upload(url, sheet.replace('widget,,\n', ''));
    expect(seen.status).toBe(200);
    expect(wordsOf(seen.text)).toContain('2 new');
    expect(wordsOf(seen.text)).toMatch(
      /The first checks cost 36 credits or more.* The coming 30 days cost \d+ more: about \d+ in all\./,
    );
    expect(await ids(office)).toEqual([]);
    const byHand = { id: 'by-hand', body: {}, changedBy: 'ann', changedAt: office.now.toISOString() };
    await office.store.transaction((trx) => saveOwnWatch(trx, byHand));
    expect(await lastImport(office.store.db)).toBeUndefined();
    await office.store.transaction((trx) => removeOwnWatch(trx, 'by-hand'));

    const done = await upload(url, sheet.replace('widget,,\n', ''), { confirm: true });
    expect([done.status, done.see]).toEqual([303, '/import']);
    expect((await listOwnWatches(office.store.db)).map((one) => one.body)).toEqual([
      { id: 'acme', name: 'Acme', dockets: { companyName: 'Acme Tools' }, schedule: '0 9 * * 5' },
      { id: 'berg', name: 'Berg', dockets: { companyName: ['Berg', 'Berg, Inc.'] } },
    ]);
    expect(wordsOf(await (await fetch(`${url}/import`)).text())).toContain('2 watches added');
    expect((await listAudit(office.store.db, { limit: 9 })).map(({ what }) => what)).toEqual([
      'watch.add',
      'watch.add',
    ]);

    office.pass(0, 1);
    await upload(url, 'Id,Schedule\nacme,0 8 * * *\n', { confirm: true });
    const { send, formToken } = await upload(url, sheet);
    const undo = () => send(new URLSearchParams({ formToken }), '/import/undo');
    expect((await undo()).see).toBe('/watches');
    expect((await listOwnWatches(office.store.db))[0]?.body.schedule).toBe('0 9 * * 5');
    expect((await undo()).status, 'only the last import can be undone').toBe(422);
  });

  it('saves nothing from a file with a mistake, at a higher price than it showed, or without a file', async () => {
    const { office, url } = await serveOffice();
    const wrong = await upload(url, 'Id,Company\nacme,Acme\nbad,\n');
    expect(wrong.status).toBe(422);
    expect(wordsOf(wrong.text)).toContain('1 with mistakes; 1 new');
    const dear = await upload(url, 'Id,Company\nacme,Acme\n', { confirm: true, price: '11' });
    expect(dear.status).toBe(200);
    expect(await ids(office)).toEqual([]);
    const none = await upload(url, '');
    expect([none.status, wordsOf(none.text)]).toEqual([422, expect.stringContaining('Choose a file first')]);
  });

  it('lists the bad rows first, and imports all without a mistake', async () => {
    const { office, url } = await serveOffice();
    const rows = [
      'Name,Company,Patent number,Case number,Court,Who is notified',
      'Acme,Acme Tools,,,,counsel',
      'Berg,,,20-168,,',
      'Acme,Acme Paints,,,,',
      'Carl,Carl,"7,654,321",,,',
      'Dorn,,,20-168,D. Del.,',
      'Emil,Emil,,,,nobody',
      '',
    ].join('\n');
    const seen = await upload(url, rows);
    const text = wordsOf(seen.text);
    expect(text).toContain('1 with mistakes, 3 in doubt; 2 new');
    expect(text).not.toContain('Not read');
    const verdicts = [...seen.text.matchAll(/data-name="Row" class="number">(\d+)/g)].map(([, row]) => Number(row));
    expect(verdicts).toEqual([7, 3, 4, 5, 2, 6]);
    expect(text).toMatch(/Berg new, in doubt .*did you mean 1:20-cv-00168/i);
    expect(text).toContain('Name: row 2 has it already; is this a duplicate?');
    expect(text).toContain('Company and Patent number: finds only cases that have both');
    expect(text).toContain('Import 5 watches');
    expect((await upload(url, rows, { confirm: true })).status).toBe(303);
    expect(await ids(office)).toEqual(['acme', 'acme-2', 'berg', 'carl', 'dorn']);
  });

  it('doubts a row with a register that Tipstaff does not know', async () => {
    const { url } = await serveOffice();
    const text = wordsOf((await upload(url, 'Name,Designs source,Designs holder\nRival,HAUGE,Rival AG\n')).text);
    expect(text).toContain('1 in doubt');
    expect(text).toMatch(/Rival new, in doubt .*HAUGE is not a register known to this version.* did you mean HAGUE/i);
  });

  it('does not overwrite a watch that somebody changed after the preview, but shows the preview again', async () => {
    const { office, url } = await serveOffice();
    const { store } = office;
    await upload(url, 'Id,Company,Schedule\nacme,Acme,0 9 * * 5\n', { confirm: true });
    const [own = expect.fail('nothing was saved')] = await listOwnWatches(store.db);
    const edited = { ...own.body, schedule: '0 * * * *' };
    const changed = { ...own, body: edited, changedAt: office.now.toISOString() };
    const meanwhile = () => store.transaction((trx) => saveOwnWatch(trx, changed));
    const sheet = 'Id,Name,Schedule\nacme,Acme Tools,0 9 * * 5\n';
    const again = await upload(url, sheet, { confirm: true, meanwhile });
    expect(again.status).toBe(200);
    expect(wordsOf(again.text)).toContain('Somebody changed these watches meanwhile');
    expect(wordsOf(again.text)).toContain('schedule: 0 * * * * → 0 9 * * 5');
    expect((await listOwnWatches(store.db))[0]?.body).toEqual(edited);
    expect((await upload(url, sheet, { confirm: true })).status).toBe(303);
  });

  it('lets an editor of one matter import watches of that matter only, and is closed to a reader', async () => {
    const { office, url } = await serveOffice();
    const cookieOf = async (name: string, role: 'editor' | 'reader', matters = ['M-1']) =>
      (await signedIn({ store: office.store, url }, name, { role, matters }, office.now)).cookie;
    const [ann, rob] = [await cookieOf('ann', 'editor'), await cookieOf('rob', 'reader')];
    const other = await upload(url, 'Id,Matter,Company\na,M-1,Acme\nb,M-2,Berg\nwidget,M-1,Carl\n', { cookie: ann });
    expect(wordsOf(other.text)).toMatch(/b mistake matter: you see only some matters; accepted: one of M-1/);
    expect(wordsOf(other.text)).toContain('widget mistake id: a watch has it already');
    const own = await upload(url, 'Id,Matter,Company\na,M-1,Acme\n', { cookie: ann, confirm: true });
    expect(own.status).toBe(303);
    expect((await fetch(`${url}/import`, { headers: { cookie: rob } })).status).toBe(404);

    // A user can undo an import only for the watches that they may still see.
    const cookie = await cookieOf('ann', 'editor', ['M-2']);
    const { send, formToken } = await upload(url, 'Id,Matter,Company\nc,M-2,Carl\n', { cookie });
    expect(wordsOf((await send(new URLSearchParams({ formToken }), '/import/undo')).text)).toContain(
      '0 watches removed',
    );
    expect(await ids(office)).toEqual(['a']);
  });
});

it('the last import is the latest one of any user', async () => {
  const { store, now } = (await serveOffice()).office;
  const importing = (who: string, hours: number) =>
    store.transaction((trx) => noteImport(trx, [], ['w'], { who, now: new Date(now.getTime() + hours * 3_600_000) }));
  for (const [who, hours] of [
    ['ann', 1],
    ['bob', 3],
    ['cay', 2],
  ] as const)
    await importing(who, hours);
  expect((await lastImport(store.db))?.who).toBe('bob');
  await importing('ann', 4);
  expect((await lastImport(store.db))?.who).toBe('ann');
});
