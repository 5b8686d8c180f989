import type { Queue } from '../../claims/queue.ts';
import type { Db } from '../../schema/tables.ts';
import { alertJobs } from './alertJobs.ts';
import { lazyBoss } from './boss.ts';
import { checkJobs } from './checkJobs.ts';

/**
 * The queue on Postgres: pg-boss, for any number of machines. Its jobs follow from the rows (migrations/0024_jobs.ts).
 */
export function jobQueue(db: Db, address: string): Queue {
  const boss = lazyBoss(address);
  return {
    checks: checkJobs(db, boss.get),
    alerts: alertJobs(db, boss.get),
    // Frees jobs whose holders give no sign of life, unless another process has just done so.
    freeTheDead: async () => (await boss.get()).supervise(),
    close: boss.stop,
  };
}
