import { expect, it } from 'vitest';
import { runningHolds } from '../../src/schedule/holds/holdsTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { serveDemoWorld } from './demoWorld.ts';
import { sendForm } from './sendForm.ts';

it('acknowledgements, notes and ignored matches are escaped and logged, and ignoring can be undone', async () => {
  const { url, store } = await serveDemoWorld();
  const read = async (path: string) => (await fetch(url + path)).text();
  const [, changes = ''] = /name="changes" value="([\d,]+)"/.exec(await read('/')) ?? [];
  expect((await sendForm(url, '/changes/acknowledge', { changes })).status).toBe(303);
  expect(await read('/')).toContain('acknowledged by somebody not signed in');

  const [path = ''] = /\/cases\/\d+/.exec(await read('/watches/rival-cases')) ?? [];
  expect((await sendForm(url, `${path}/note`, { text: 'ask <b>Ann</b>\r\n\u202eand Bob' })).status).toBe(303);
  expect(await read(path)).toContain('ask &lt;b&gt;Ann&lt;/b&gt;<br>and Bob</p>');
  expect((await sendForm(url, `${path}/note`, { text: ' ' })).status).toBe(422);

  const ignored = await sendForm(url, `${path}/ignore`, { watch: 'rival-cases', why: 'another <Rival>' });
  expect([ignored.status, ignored.headers.get('location')]).toEqual([303, path]);
  expect(await read('/watches/rival-cases')).toContain('another &lt;Rival&gt;');
  expect(await read(path)).toContain('Alerts of this watch leave it out; pages still show it.');
  expect((await sendForm(url, `${path}/ignore`, { watch: 'rival-bottles', why: 'x' })).status).toBe(422);
  expect((await sendForm(url, `${path}/heed`, { watch: 'rival-cases' })).status).toBe(303);
  expect(await runningHolds(store.db)).toEqual([]);

  expect((await sendForm(url, '/cases/999999/note', { text: 'x' })).status).toBe(404);
  expect((await sendForm(url, '/changes/acknowledge', { changes: '999999' })).status).toBe(404);
  const log = await listAudit(store.db, { limit: 10 });
  expect(log.map((line) => line.what)).toEqual(['record.heed', 'record.ignore', 'record.note', 'change.acknowledge']);
});
