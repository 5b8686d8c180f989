import { expect, it } from 'vitest';
import { listAccessKeys } from '../../src/people/accessKeysTable.ts';
import { startSession } from '../../src/people/signIn/attempts.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { freshStore } from '../store/freshStore.ts';

const now = new Date('2026-11-24T12:00:00.000Z');

it('a session has a label that its owner recognizes', async () => {
  const { store } = await freshStore();
  await saveUser(store.db, { name: 'ann', role: 'reader', matters: undefined, confidential: false, password: 'x' });
  const arrival = { userName: 'ann', how: 'by password', address: '10.0.0.9' };
  await store.transaction((trx) => startSession(trx, arrival, now));
  expect(await listAccessKeys(store.db, 'ann', now)).toMatchObject([{ label: 'from 10.0.0.9, by password' }]);
});
