import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { dropDatabase, newDatabase, openByTestClock } from './database.ts';

/** Opens a database for one test, deleted at its end: a file, or in the project `postgres` one on the server. */
export async function freshStore(): Promise<{ store: Store; database: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-store-'));
  return openIn(folder, await newDatabase(folder));
}

/** Opens a file that the migrations created step by step. */
export async function freshFile(): Promise<{ store: Store; database: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-store-'));
  return openIn(folder, join(folder, 'tipstaff.db'));
}

async function openIn(folder: string, database: string) {
  const store = await openByTestClock(database);
  onTestFinished(async () => {
    await store.close();
    await dropDatabase(database);
    await rm(folder, { recursive: true });
  });
  return { store, database, file: join(folder, 'tipstaff.db') };
}
