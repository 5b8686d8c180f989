import { expect, it } from 'vitest';
import { verifyEvidence } from '../../src/web/evidence/evidenceFile.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { putWatch } from '../store/putWatches.ts';
import { now, serve } from './serve.ts';
import { type SignedIn, signedIn } from './signedIn.ts';

it('only editors who may see the matter get its evidence file, and a wrong period is refused', async () => {
  const { store, url } = await serve({ watches: [aWatch({ id: 'widget', matter: 'M-1' })] });
  await putWatch(store, 'widget', { matter: 'M-1' });
  const users = {
    reader: await signedIn({ store, url }, 'rita', {}, now),
    elsewhere: await signedIn({ store, url }, 'otto', { role: 'editor', matters: ['M-2'] }, now),
    editor: await signedIn({ store, url }, 'edith', { role: 'editor', matters: ['M-1'] }, now),
  };
  const ask = (user: SignedIn, days = 'from=2026-05-01&until=2026-05-04') => user.show(`/matters/M-1/evidence?${days}`);
  expect((await fetch(`${url}/matters/M-1/evidence?from=2026-05-01&until=2026-05-04`)).status).toBe(401);
  expect((await ask(users.reader)).status).toBe(404);
  expect((await ask(users.elsewhere)).status).toBe(404);
  const wrong = await ask(users.editor, 'from=2026-05-04&until=2026-05-01');
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringMatching(/<nav.*2026-05-04/s)]);
  const given = await ask(users.editor);
  expect(given.headers.get('content-disposition')).toBe(
    'attachment; filename="evidence-M-1-2026-05-01_2026-05-04.zip"',
  );
  const { manifest, problems } = verifyEvidence(new Uint8Array(await given.arrayBuffer()));
  expect([problems, manifest?.madeBy]).toEqual([[], 'edith']);
  const page = async (user: SignedIn) => (await user.show('/matters/M-1')).text();
  expect(await page(users.editor)).toContain('/matters/M-1/evidence');
  expect(await page(users.reader)).not.toContain('/matters/M-1/evidence');
});
