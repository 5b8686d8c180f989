import type { Queue } from '../../queue/queue.ts';
import type { Db } from '../../tables.ts';
import { alertJobs } from './alertJobs.ts';
import { lazyBoss } from './boss.ts';
import { checkJobs } from './checkJobs.ts';

/** The queue of a Postgres: pg-boss, for any number of machines. What its jobs are follows from the rows (migrations/0024_jobs.ts). */
export function jobQueue(db: Db, address: string): Queue {
  const boss = lazyBoss(address);
  return {
    checks: checkJobs(db, boss.get),
    alerts: alertJobs(db, boss.get),
    // Frees what gives no sign of life, if nobody else has looked in the last seconds.
    freeTheDead: async () => (await boss.get()).supervise(),
    close: boss.stop,
  };
}
