import { setTimeout as sleep } from 'node:timers/promises';
import { TipstaffError } from '../../errors.ts';
import type { Db, Trx } from '../tables.ts';
import { isDuplicate, isRace } from './postgresErrors.ts';

const longestPauseMs = 250;
/** What two transactions insert at once, the second finds when it is run again; what is a mistake of ours fails again. */
const duplicatesAtMost = 5;

/**
 * Runs the work in a serializable transaction, as if it were alone; when another one came between, from its beginning again. So
 * the work changes nothing but what it does by the transaction.
 * @throws TipstaffError `store.busy`, retryable, when others came between for `busySeconds`.
 */
export async function runSerializable<T>(db: Db, work: (trx: Trx) => Promise<T>, busySeconds: number): Promise<T> {
  const begun = performance.now();
  let duplicates = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work);
    } catch (error) {
      if (isDuplicate(error)) duplicates += 1;
      if (!(isRace(error) || isDuplicate(error)) || duplicates > duplicatesAtMost) throw error;
      if (performance.now() - begun > busySeconds * 1000) throw cameBetween(busySeconds, error);
    }
    await sleep(Math.random() * Math.min(longestPauseMs, 2 ** (attempt + 2)));
  }
}

function cameBetween(busySeconds: number, cause: unknown): TipstaffError {
  const message = `Other transactions on the same database came between for longer than ${busySeconds} seconds: do this again when there is less to do.`;
  return new TipstaffError('store.busy', message, { retryable: true, cause });
}
