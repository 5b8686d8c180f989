import { openSharedPace } from '../../src/check/admission/sharedPaceQueries.ts';
import type { ServiceConfig } from '../../src/config/config.ts';
import type { SharedPace } from '../../src/service/http/turns.ts';
import { freshStore } from '../store/freshStore.ts';

/** The pace of a key that nobody else uses, in a database of its own. */
export async function ownPace(limits: Pick<ServiceConfig, 'requestsPerSecond' | 'concurrency'>): Promise<SharedPace> {
  const { store } = await freshStore();
  return openSharedPace(store, { ...limits, key: 'key' });
}
