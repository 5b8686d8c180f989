import type { FetchPicture } from '../channels/pictures.ts';
import type { Config, WatchConfig } from '../config/config.ts';
import type { Store } from '../database/store.ts';
import { waitingFinds } from '../looks/findsTable.ts';
import { openLooker } from '../looks/lookAt.ts';
import { lookAtOwn } from '../looks/ownLooks.ts';
import { compareFinds } from './compareFinds.ts';
import { isWithoutDecoder, lookAhead } from './lookAhead.ts';
import { fetchOwnPictures } from './portfolio.ts';

export interface CompareNowParts {
  readonly store: Store;
  readonly config: Config;
  readonly clock: () => Date;
  /** Keeps what it fetches. */
  readonly fetchPicture: FetchPicture;
  /** Keeps nothing. */
  readonly fetchUnkept: FetchPicture;
}

/**
 * Compares the new designs of all watches with their own ones at once, without a daemon that does it bit by bit. Does
 * nothing without sharp.
 */
export async function compareNow(parts: CompareNowParts, signal: AbortSignal): Promise<void> {
  const comparing = parts.config.watches.filter(({ similarTo }) => similarTo !== undefined);
  if (comparing.length === 0) return;
  const looker = openLooker(1);
  try {
    for (const watch of comparing) await compareWatch(parts, watch, looker, signal);
  } catch (error) {
    if (!isWithoutDecoder(error)) throw error;
  } finally {
    await looker.close();
  }
}

async function compareWatch(
  { store, config, clock, fetchPicture, fetchUnkept }: CompareNowParts,
  watch: WatchConfig,
  looker: ReturnType<typeof openLooker>,
  signal: AbortSignal,
): Promise<void> {
  const { db } = store;
  if ((await compareFinds({ store, config }, watch, clock())) === 0) return;
  await fetchOwnPictures(db, watch, fetchPicture, signal);
  await lookAtOwn({ store, looker, now: clock() }, watch);
  const waiting = await waitingFinds(db, watch.id, '');
  for (const find of waiting) await lookAhead({ db, looker, fetchPicture: fetchUnkept }, find, signal);
  await compareFinds({ store, config }, watch, clock(), waiting);
}
