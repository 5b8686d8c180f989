import { type FetchedPicture, type FetchPicture, imagePathOf } from '../../records/design.ts';
import { picturesKept } from '../../store/snapshot/recordsTable.ts';
import type { Store } from '../../store/store.ts';

/** More than a gallery shows. Beyond it, those requested longest ago are dropped. */
const waitingAtMost = 600;
const fetchPatienceMs = 60_000;
const restMs = 10 * 60_000;
const failuresAtMost = 2000;

export type ComingPictures = ReturnType<typeof comingPictures>;

/** Fetches pictures that pages need but that are not stored, one at a time at the rate limit of the API key. */
export function comingPictures(store: Store, fetchPicture: FetchPicture) {
  const ending = new AbortController();
  const failedAt = new Map<string, number>();
  const listeners = new Map<string, ((picture: FetchedPicture | 'failed') => void)[]>();
  let waiting: string[] = [];
  let current: string | undefined;

  const isResting = (url: string) => performance.now() - (failedAt.get(url) ?? Number.NEGATIVE_INFINITY) < restMs;

  function add(urls: readonly string[]): void {
    const first = urls.filter((url) => url !== current);
    waiting = [...new Set([...first, ...waiting])].slice(0, waitingAtMost);
    if (current === undefined) void fetchAll();
  }

  async function fetchAll(): Promise<void> {
    for (current = waiting.shift(); current !== undefined && !ending.signal.aborted; current = waiting.shift()) {
      settle(current, await fetchOne(current));
    }
    current = undefined;
  }

  async function fetchOne(url: string): Promise<FetchedPicture | 'failed'> {
    const limit = AbortSignal.any([ending.signal, AbortSignal.timeout(fetchPatienceMs)]);
    return fetchPicture(url, limit).catch(() => 'failed');
  }

  function settle(url: string, picture: FetchedPicture | 'failed'): void {
    if (picture === 'failed') failedAt.set(url, performance.now());
    const [oldest] = failedAt.keys();
    if (failedAt.size > failuresAtMost && oldest !== undefined) failedAt.delete(oldest);
    for (const onFetched of listeners.get(url) ?? []) onFetched(picture);
    listeners.delete(url);
  }

  return {
    /** @param urls most urgent first, ahead of earlier requests @returns the URLs that are being fetched */
    async want(urls: readonly string[]): Promise<ReadonlySet<string>> {
      const kept = await picturesKept(store.db, urls.map(imagePathOf));
      const coming = urls.filter((url) => !kept.has(imagePathOf(url)) && !isResting(url));
      if (coming.length > 0) add(coming);
      return new Set(coming);
    },

    async wait(url: string, patienceMs: number): Promise<FetchedPicture | 'coming' | 'failed'> {
      if (isResting(url)) return 'failed';
      if (url !== current && !waiting.includes(url)) add([url]);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve('coming'), patienceMs);
        const onFetched = (picture: FetchedPicture | 'failed') => {
          clearTimeout(timer);
          resolve(picture);
        };
        listeners.set(url, [...(listeners.get(url) ?? []), onFetched]);
      });
    },

    stop() {
      waiting = [];
      ending.abort();
    },
  };
}
