import { sql } from 'kysely';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { dueTimesOf } from '../../claims/due.ts';
import { loadQueries } from '../../claims/queries.ts';
import type { CheckQueue, DueRequest, QueryClaim } from '../../claims/queue.ts';
import type { Db } from '../../schema/tables.ts';
import { checksQueue, keepEverySeconds, queuesMade } from './boss.ts';
import { beside, completeJob, fetchJobOf, type HeldJob, isOurs, keepJob, releaseJob } from './jobClaims.ts';

/** How far this machine's clock may be behind the server's, which says what is due. */
const clockSlackMs = 15 * 60_000;
/** The origin from which `job_priority` counts (migrations/0024_jobs.ts). */
const priorityOrigin = Date.parse('2020-01-01T00:00:00Z');

/** Claims queries by jobs of pg-boss. The server's clock says what is due. */
export function checkJobs(db: Db, get: () => Promise<PgBoss>): CheckQueue {
  const isMade = queuesMade(get);
  // Per scheduler: the queries that only other processes' configs have. Once it has seen one, it does not fetch it again.
  const unknownTo = new WeakMap<DueRequest['isKnown'], Set<string>>();
  return {
    keepEverySeconds,
    async claimDue(request) {
      const { isKnown } = request;
      const queue = queueOf(request.service);
      // Without a queue the key never had a watch.
      if (!(await isMade(queue))) return [];
      const unknown = unknownTo.get(isKnown) ?? new Set<string>();
      unknownTo.set(isKnown, unknown);
      for (const queryId of unknown) if (isKnown(queryId)) unknown.delete(queryId);
      return claimsOf(db, await fetchKnown(db, await get(), queue, request, unknown));
    },
    async claim(queryId, now) {
      const service = (await loadQueries(db, [queryId])).get(queryId)?.service;
      const job = await fetchJobOf(await get(), db, queueOf(service), queryId);
      return job && (await claimsOf(db, [job], now))[0];
    },
    async reserve(trx, claim, credits) {
      if (!(await isOurs(await get(), trx, queueOf(claim.query.service), claim))) return false;
      await trx.updateTable('queries').set({ reserved: credits }).where('id', '=', claim.queryId).execute();
      return true;
    },
    keep: async (claim) => keepJob(await get(), queueOf(claim.query.service), claim),
    async end(trx, claim) {
      if (!(await completeJob(await get(), trx, queueOf(claim.query.service), claim))) return false;
      // The next one, by the due times as they are now. When they move, it moves.
      await planCheck(trx, claim.queryId);
      return true;
    },
    release: async (claim) => giveBack(db, await get(), queueOf(claim.query.service), claim.queryId, claim),
  };
}

/**
 * Fetches jobs of queries that the scheduler knows, the longest due first. Jobs of others are given back, and their
 * queries added to `unknown`, and so are those of dead holders that are not due, until there is one of ours or none is left.
 */
async function fetchKnown(
  db: Db,
  boss: PgBoss,
  queue: string,
  { now, most, isKnown }: DueRequest,
  unknown: Set<string>,
): Promise<JobWithMetadata[]> {
  for (;;) {
    const jobs = await boss.fetch<object>(queue, {
      batchSize: most,
      includeMetadata: true,
      // Of the jobs that wait only the next one is looked at, however many there are.
      minPriority: Math.floor((priorityOrigin - now.getTime() - clockSlackMs) / 1000),
      ignoreGroups: [...unknown],
    });
    const others = jobs.filter((job) => !isKnown(keyOf(job)));
    for (const job of others) unknown.add(keyOf(job));
    const early = await notDue(db, jobs, now);
    const back = new Set([...others, ...early]);
    for (const job of back) await giveBack(db, boss, queue, keyOf(job), holdOf(job));
    if (back.size === jobs.length && jobs.length > 0) continue;
    const ours = jobs.filter((job) => !back.has(job));
    return ours.sort((a, b) => Number(a.startAfter) - Number(b.startAfter));
  }
}

/**
 * A job whose holder died is due at once, whatever its query's watches say: that of a check on demand may be due tomorrow,
 * and nobody has asked the daemon to pay for it.
 */
async function notDue(db: Db, jobs: readonly JobWithMetadata[], now: Date): Promise<JobWithMetadata[]> {
  const again = jobs.filter((job) => job.retryCount > 0);
  const dueAt = await dueTimesOf(db, again.map(keyOf));
  return again.filter((job) => {
    const at = dueAt.get(keyOf(job));
    // Due by this machine's clock or by that of the server, by which it was fetched.
    return at === undefined || (at > now.toISOString() && at > new Date(job.startAfter).toISOString());
  });
}

async function giveBack(db: Db, boss: PgBoss, queue: string, queryId: string, job: HeldJob): Promise<void> {
  await beside(db, async (trx) => {
    if (await releaseJob(boss, trx, queue, job)) await planCheck(trx, queryId);
  });
}

function queueOf(service: string | undefined): string {
  return service === undefined ? checksQueue : `${checksQueue}/${service}`;
}

async function planCheck(db: Db, queryId: string): Promise<void> {
  await sql`select plan_check(${queryId})`.execute(db);
}

function keyOf(job: JobWithMetadata): string {
  return job.singletonKey ?? '';
}

function holdOf({ id, retryCount }: JobWithMetadata): HeldJob {
  return { owner: id, fence: retryCount };
}

/** @param servesUntil absent: each claim serves what was due by the moment its job was due */
async function claimsOf(db: Db, jobs: readonly JobWithMetadata[], servesUntil?: Date): Promise<QueryClaim[]> {
  const queries = await loadQueries(db, jobs.map(keyOf));
  return jobs.flatMap((job) => {
    const query = queries.get(keyOf(job));
    if (query === undefined) return [];
    return [{ queryId: query.id, ...holdOf(job), query, servesUntil: servesUntil ?? new Date(job.startAfter) }];
  });
}
