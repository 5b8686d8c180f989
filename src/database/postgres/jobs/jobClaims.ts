import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type { Db, Trx } from '../../schema/tables.ts';
import { retryConflicts } from '../retryConflicts.ts';

/** A job that we hold: the attempt at it that was fetched. A later attempt has a higher `fence`. */
export interface HeldJob {
  readonly owner: string;
  readonly fence: number;
}

const busySeconds = 30;
/** Higher than the priority of any job that waits by itself. */
const chosenPriority = 2_147_483_647;
const released = { released: true };

/**
 * Runs statements of pg-boss in a transaction of their own, and again after a deadlock.
 */
export function beside<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return retryConflicts(busySeconds, () => db.transaction().execute(work));
}

export async function isOurs(boss: PgBoss, trx: Trx, queue: string, { owner, fence }: HeldJob): Promise<boolean> {
  const job = await boss.getJobById(queue, owner, { db: fromKysely(trx) });
  return job?.state === 'active' && job.retryCount === fence;
}

/** @returns false when the job is no longer ours */
export async function keepJob(boss: PgBoss, queue: string, job: HeldJob): Promise<boolean> {
  return affected(await boss.touch(queue, attemptOf(job)));
}

/**
 * Completes the job in the transaction that commits its work.
 * @returns false when the job is no longer ours
 */
export async function completeJob(boss: PgBoss, trx: Trx, queue: string, job: HeldJob): Promise<boolean> {
  return affected(await boss.complete(queue, attemptOf(job), null, { db: fromKysely(trx) }));
}

/**
 * Gives the job back, so that anybody can fetch it.
 * @returns false when the job was no longer ours
 */
export async function releaseJob(boss: PgBoss, db: Db, queue: string, job: HeldJob): Promise<boolean> {
  return affected(await boss.fail(queue, attemptOf(job), released, { db: fromKysely(db) }));
}

/**
 * Fetches the job of one key, whether it is due or not, and makes it where there is none;
 * undefined when somebody holds it.
 */
export async function fetchJobOf(
  boss: PgBoss,
  db: Db,
  queue: string,
  key: string,
): Promise<JobWithMetadata | undefined> {
  return beside(db, async (trx) => {
    const within = { db: fromKysely(trx) };
    // The priority is raised only inside this transaction: nobody else sees the job waiting with it.
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

/** Whether the last holder of the job died, or never ended it. */
export function holderDied({ retryCount, output }: JobWithMetadata): boolean {
  return retryCount > 0 && !(typeof output === 'object' && output !== null && 'released' in output);
}

function attemptOf({ owner, fence }: HeldJob): { id: string; retryCount: number } {
  return { id: owner, retryCount: fence };
}

function affected(response: object): boolean {
  return 'affected' in response && Number(response.affected) > 0;
}
