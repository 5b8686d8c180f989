import { freshStore } from '../../store/freshStore.ts';
import { seed } from './outbox.ts';

/** A store of its own with what `seed` puts into it. */
export async function seededStore() {
  const fresh = await freshStore();
  await seed(fresh.store);
  return fresh;
}
