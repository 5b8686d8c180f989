import { expect, it } from 'vitest';
import { listAccessKeys } from '../../src/people/accessKeysTable.ts';
import { startSession } from '../../src/people/signIn/attempts.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { freshStore } from '../store/freshStore.ts';

const now = new Date('2026-11-24T12:00:00.000Z');
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it.each([
  [firefox, 'Firefox on Linux, from 10.0.0.9, by password'],
  ['Mozilla/5.0 (rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, from 10.0.0.9, by password'],
  ['curl/8.5.0', 'from 10.0.0.9, by password'],
  [undefined, 'from 10.0.0.9, by password'],
])('a session has a label that its owner recognizes: %s', async (browser, label) => {
  const { store } = await freshStore();
  await saveUser(store.db, { name: 'ann', role: 'reader', matters: undefined, confidential: false, password: 'x' });
  const arrival = { userName: 'ann', how: 'by password', address: '10.0.0.9', browser };
  await store.transaction((trx) => startSession(trx, arrival, now));
  expect(await listAccessKeys(store.db, 'ann', now)).toMatchObject([{ label }]);
});
