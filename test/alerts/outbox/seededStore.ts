import type { Store } from '../../../src/store/store.ts';
import { freshStore } from '../../store/freshStore.ts';
import { seed } from './outbox.ts';

/** Opens a store of its own with the rows of `seed`. */
export async function seededStore() {
  const fresh = await freshStore();
  await seed(fresh.store);
  return fresh;
}

export async function seeded(): Promise<Store> {
  return (await seededStore()).store;
}
