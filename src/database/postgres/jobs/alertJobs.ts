import { sql } from 'kysely';
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type { AlertQueue, ClaimedAlert } from '../../claims/queue.ts';
import type { Db, Trx } from '../../schema/tables.ts';
import { alertsQueue, keepEverySeconds, queuesMade } from './boss.ts';
import { beside, completeJob, holderDied, keepJob, releaseJob } from './jobClaims.ts';

/** Claims alerts by jobs of pg-boss, one queue per channel. The server's clock says what is due. */
export function alertJobs(db: Db, get: () => Promise<PgBoss>): AlertQueue {
  const isMade = queuesMade(get);
  return {
    keepEverySeconds,
    async claimNext(channel) {
      const queue = queueOf(channel);
      // Without a queue the channel never had an alert.
      if (!(await isMade(queue))) return undefined;
      const boss = await get();
      return beside(db, async (trx) => {
        const [job] = await boss.fetch<object>(queue, { db: fromKysely(trx), includeMetadata: true });
        if (job === undefined) return undefined;
        return claimOf(trx, job);
      });
    },
    keep: async (claimed) => keepJob(await get(), queueOf(claimed.channel), claimed),
    async end(trx, claimed) {
      if (!(await completeJob(await get(), trx, queueOf(claimed.channel), claimed))) return false;
      await planAlert(trx, claimed);
      return true;
    },
    async release(claimed) {
      const boss = await get();
      await beside(db, async (trx) => {
        if (!(await releaseJob(boss, trx, queueOf(claimed.channel), claimed))) return;
        await trx.updateTable('alerts').set({ attempts: claimed.attempts }).where('id', '=', claimed.id).execute();
        await planAlert(trx, claimed);
      });
    },
  };
}

async function claimOf(trx: Trx, job: JobWithMetadata): Promise<ClaimedAlert> {
  const died = holderDied(job);
  // An attempt that ends its process counts too. If the last holder died, its attempt was counted when it claimed the job.
  const row = await trx
    .updateTable('alerts')
    .set((eb) => ({ attempts: died ? eb.ref('attempts') : eb('attempts', '+', 1), fence: eb('fence', '+', 1) }))
    .where('id', '=', Number(job.singletonKey))
    .returning(['id', 'channel', 'kind', 'attempts'])
    .executeTakeFirstOrThrow();
  const attempts = Math.max(0, row.attempts - 1);
  return { ...row, attempts, owner: job.id, fence: job.retryCount, holderDied: died };
}

async function planAlert(db: Db, { id }: ClaimedAlert): Promise<void> {
  await sql`select plan_alert(${id}::bigint)`.execute(db);
}

function queueOf(channel: string): string {
  return `${alertsQueue}/${channel}`;
}
