import { expect, it } from 'vitest';
import { verifyEvidence } from '../../src/evidence/file/verifyEvidence.ts';
import { makeAccessKey } from '../../src/store/access/accessKeys.ts';
import { saveUser } from '../../src/store/access/users.ts';
import type { Store } from '../../src/store/store.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { now, serve } from './serve.ts';

async function keyOf(
  store: Store,
  name: string,
  role: 'reader' | 'editor',
  matters?: readonly string[],
): Promise<string> {
  await saveUser(store.db, { name, role, matters, confidential: false, password: undefined }, now);
  const expiresAt = '2027-01-01T00:00:00.000Z';
  return makeAccessKey(store.db, { kind: 'api', userName: name, label: '', path: undefined, expiresAt }, now);
}

it('an evidence file is for editors who may see the matter; what is wrong with the days is said in words', async () => {
  const { store, url } = await serve({ watches: [aWatch({ id: 'widget', matter: 'M-1' })] });
  await store.db
    .insertInto('watches')
    .values({
      id: 'widget',
      name: 'widget',
      matter: 'M-1',
      seen_at: now.toISOString(),
      settings: '{"searches":[],"notify":[]}',
    })
    .execute();
  const keys = {
    reader: await keyOf(store, 'rita', 'reader'),
    elsewhere: await keyOf(store, 'otto', 'editor', ['M-2']),
    editor: await keyOf(store, 'edith', 'editor', ['M-1']),
  };
  const ask = (key: string, days = 'from=2026-05-01&until=2026-05-04') =>
    fetch(`${url}/matters/M-1/evidence?${days}`, { headers: { authorization: `Bearer ${key}` } });
  expect((await fetch(`${url}/matters/M-1/evidence?from=2026-05-01&until=2026-05-04`)).status).toBe(401);
  expect((await ask(keys.reader)).status).toBe(404);
  expect((await ask(keys.elsewhere)).status).toBe(404);
  const wrong = await ask(keys.editor, 'from=2026-05-04&until=2026-05-01');
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('2026-05-04')]);
  const given = await ask(keys.editor);
  expect(given.headers.get('content-disposition')).toBe(
    'attachment; filename="evidence-M-1-2026-05-01_2026-05-04.zip"',
  );
  const { manifest, problems } = verifyEvidence(new Uint8Array(await given.arrayBuffer()));
  expect([problems, manifest?.madeBy]).toEqual([[], 'edith']);
  const page = (key: string) =>
    fetch(`${url}/matters/M-1`, { headers: { authorization: `Bearer ${key}` } }).then((one) => one.text());
  expect(await page(keys.editor)).toContain('/matters/M-1/evidence');
  expect(await page(keys.reader)).not.toContain('/matters/M-1/evidence');
});
