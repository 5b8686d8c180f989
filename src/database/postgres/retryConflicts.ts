import { setTimeout as sleep } from 'node:timers/promises';
import { TipstaffError } from '../../errors.ts';
import type { Db, Trx } from '../schema/tables.ts';
import { isAway, isDuplicate, isRace } from './postgresErrors.ts';

const longestPauseMs = 250;
/**
 * If two transactions insert the same row at once, the second one finds it when it is run again. A mistake of ours
 * fails every time.
 */
const duplicatesAtMost = 5;

/**
 * Runs a statement or transaction again from its beginning where it conflicted with others, and so has done nothing.
 * @param hasDoneNothing for which other errors this is known too
 * @throws TipstaffError `store.busy`, retryable, when it conflicted for `busySeconds`
 */
export async function retryConflicts<T>(
  busySeconds: number,
  run: () => Promise<T>,
  hasDoneNothing: (error: unknown) => boolean = () => false,
): Promise<T> {
  const begun = performance.now();
  let duplicates = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (isDuplicate(error)) duplicates += 1;
      const others = isRace(error) || isDuplicate(error);
      if (!(others || hasDoneNothing(error)) || duplicates > duplicatesAtMost) throw error;
      if (performance.now() - begun > busySeconds * 1000) throw others ? cameBetween(busySeconds, error) : error;
    }
    await sleep(Math.random() * Math.min(longestPauseMs, 2 ** (attempt + 2)));
  }
}

function cameBetween(busySeconds: number, cause: unknown): TipstaffError {
  const message =
    `Others kept writing to the same rows of the database for longer than ${busySeconds} seconds: try ` +
    'again when it is less busy.';
  return new TipstaffError('store.busy', message, { retryable: true, cause });
}

/**
 * Makes a function that runs work as one transaction, at read committed: each statement sees what is committed when it
 * begins. The work is run again after a conflict, and if its connection broke before the commit: a server that restarts
 * costs no work. If the connection broke during the commit, nobody knows whether it was committed, so the error is
 * thrown.
 */
export function transactionRunner(busySeconds: number): <T>(db: Db, work: (trx: Trx) => Promise<T>) => Promise<T> {
  return (db, work) => {
    let committing = false;
    const run = () =>
      db.transaction().execute(async (trx) => {
        committing = false;
        const done = await work(trx);
        committing = true;
        return done;
      });
    return retryConflicts(busySeconds, run, (error) => !committing && isAway(error));
  };
}
