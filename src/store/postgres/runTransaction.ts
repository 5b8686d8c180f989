import type { Db, Trx } from '../tables.ts';
import { isAway } from './postgresErrors.ts';
import { untilAlone } from './untilAlone.ts';

/**
 * Runs the work as one serializable transaction; again where others came between, and where its connection broke before it was to be
 * committed: a server that restarts costs no work. Whether one was committed whose connection broke then, nobody knows: that is thrown.
 */
export function runTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>, busySeconds: number): Promise<T> {
  let committing = false;
  const run = () => {
    committing = false;
    return db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (trx) => {
        const done = await work(trx);
        committing = true;
        return done;
      });
  };
  return untilAlone(busySeconds, run, (error) => !committing && isAway(error));
}
