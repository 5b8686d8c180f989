import type { Db } from '../store.ts';

/**
 * Makes due at once the queries whose last check was skipped, or refused for the key's sake: after a restart with a working key or
 * a larger budget nothing waits for the time when the old one would have been tried again.
 */
export async function retrySkipped(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('watch_queries')
    .set({ next_due_at: at })
    .where('next_due_at', '>', at)
    .where('query_id', 'in', (eb) =>
      eb
        .selectFrom('queries')
        .innerJoin('checks', 'checks.id', 'queries.last_check')
        .select('queries.id')
        .where((check) =>
          check.or([
            check('outcome', '=', 'skipped'),
            check('reason', 'like', 'search.account:%'),
            check('reason', 'like', 'search.credits:%'),
          ]),
        ),
    )
    .execute();
}
