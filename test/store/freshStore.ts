import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../src/store/store.ts';

/** A database file of its own for one test, gone when the test is over. */
export async function freshStore(): Promise<{ store: Store; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-store-'));
  const file = join(folder, 'tipstaff.db');
  const store = await openStore(file);
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return { store, file };
}
