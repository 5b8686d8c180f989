import { removedAmong } from '../../schedule/watchesTable.ts';
import type { ClaimedAlert } from '../../store/claims/queue.ts';
import type { Announcement, BaselineMore } from '../message/content.ts';
import { loadAlert } from './alertsOfWatchesQueries.ts';
import { deleteAlert, replacePayload } from './alertsTable.ts';
import { type DeliveryParts, finishAttempt } from './deliveryOutcome.ts';

type Part = Announcement | { readonly more: BaselineMore };

/**
 * Takes the watches that were removed meanwhile out of a first mail that nobody has tried: it would be false news.
 * @returns whether nothing was left of it, and it is gone
 */
export async function withdrawRemoved(parts: DeliveryParts, claimed: ClaimedAlert): Promise<boolean> {
  if (claimed.kind !== 'baseline' || claimed.attempts > 0) return false;
  const { store, log } = parts;
  const payload = ((await loadAlert(store.db, claimed.id))?.payload ?? []) as readonly Part[];
  const ids = payload.flatMap((part) => ('more' in part ? [] : [part.watch.id]));
  const watches = await removedAmong(store.db, ids);
  if (watches.size === 0) return false;
  const left = payload.filter((part) => 'more' in part || !watches.has(part.watch.id));
  log.info({ alert: claimed.id, channel: claimed.channel, watches: [...watches] }, 'a removed watch is not announced');
  if (left.length > 0) {
    await replacePayload(store.db, claimed.id, left);
    return false;
  }
  await finishAttempt(parts, claimed, async ({ trx }) => {
    await deleteAlert(trx, claimed.id);
    return 'withdrawn';
  });
  return true;
}
