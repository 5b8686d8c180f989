import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type { Db, Trx } from '../../tables.ts';
import { untilAlone } from '../untilAlone.ts';

/** A job that we hold: the attempt of it that was fetched. A later one has a higher `fence`. */
export interface HeldJob {
  readonly owner: string;
  readonly fence: number;
}

const busySeconds = 30;
/** Higher than that of any job that waits by itself. */
const chosenPriority = 2_147_483_647;
const released = { released: true };

/** As pg-boss's statements are made to run: beside others. Where it waits for another that waits for it, it is run again. */
export function beside<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return untilAlone(busySeconds, () => db.transaction().setIsolationLevel('read committed').execute(work));
}

/** @returns false when the job is no longer ours. */
export async function keepJob(boss: PgBoss, queue: string, job: HeldJob): Promise<boolean> {
  return affected(await boss.touch(queue, attemptOf(job)));
}

/** Completes the job in the transaction that commits its work. @returns false when it is no longer ours. */
export async function completeJob(boss: PgBoss, trx: Trx, queue: string, job: HeldJob): Promise<boolean> {
  return affected(await boss.complete(queue, attemptOf(job), null, { db: fromKysely(trx) }));
}

/** Gives the job back, to be fetched by anybody. @returns false when it was no longer ours. */
export async function releaseJob(boss: PgBoss, db: Db, queue: string, job: HeldJob): Promise<boolean> {
  return affected(await boss.fail(queue, attemptOf(job), released, { db: fromKysely(db) }));
}

/** Fetches the job of one key, made where there is none, whether its moment has come or not; undefined when somebody holds it. */
export async function fetchJobOf(
  boss: PgBoss,
  db: Db,
  queue: string,
  key: string,
): Promise<JobWithMetadata | undefined> {
  return beside(db, async (trx) => {
    const within = { db: fromKysely(trx) };
    // Raised for this transaction only: nobody else sees it waiting there.
    await boss.upsert(queue, undefined, { ...within, singletonKey: key, group: { id: key }, priority: chosenPriority });
    const [job] = await boss.fetch<object>(queue, {
      ...within,
      includeMetadata: true,
      ignoreStartAfter: true,
      minPriority: chosenPriority,
    });
    return job;
  });
}

/** Whether whoever held the job before gave no sign of life any more, or never ended it. */
export function holderDied({ retryCount, output }: JobWithMetadata): boolean {
  return retryCount > 0 && !(typeof output === 'object' && output !== null && 'released' in output);
}

function attemptOf({ owner, fence }: HeldJob): { id: string; retryCount: number } {
  return { id: owner, retryCount: fence };
}

function affected(response: object): boolean {
  return 'affected' in response && Number(response.affected) > 0;
}
