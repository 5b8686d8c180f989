import { openSharedPace } from '../../src/check/admission/sharedPaceQueries.ts';
import type { ServiceConfig } from '../../src/config/config.ts';
import type { SharedPace } from '../../src/service/http/turns.ts';
import { freshStore } from '../store/freshStore.ts';

/** Returns the pace of a key that no other process uses, in its own database. */
export async function ownPace(limits: Pick<ServiceConfig, 'requestsPerSecond' | 'concurrency'>): Promise<SharedPace> {
  const { store } = await freshStore();
  return openSharedPace(store, { ...limits, key: 'key' });
}
