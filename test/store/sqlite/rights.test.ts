import { chmodSync, statSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import { writeSetting } from '../../../src/store/store.ts';
import { freshFile, freshStore } from '../freshStore.ts';

const parts = ['', '-wal', '-shm'];

function rightsOf(file: string): string[] {
  return parts.map((part) => (statSync(`${file}${part}`).mode & 0o777).toString(8));
}

it('openStore creates the database, -wal and -shm with rights for the owner only', async () => {
  const { store, file } = await freshFile();
  await writeSetting(store.db, 'put', 1);
  expect(rightsOf(file)).toEqual(['600', '600', '600']);
});

it('openStore tightens the rights of a database that everyone could read', async () => {
  const { store, file } = await freshStore();
  await writeSetting(store.db, 'put', 1);
  for (const part of parts) chmodSync(`${file}${part}`, 0o644);
  const again = await openStore(file);
  onTestFinished(() => again.close());
  expect(rightsOf(file)).toEqual(['600', '600', '600']);
});

it('a backup has rights for the owner only', async () => {
  const { store, file } = await freshStore();
  await store.backup(`${file}.copy`);
  expect((statSync(`${file}.copy`).mode & 0o777).toString(8)).toBe('600');
});
