import type { Db } from '../database/store.ts';

/** What one run of some queries costs, by the schedule that they share. */
export interface CreditsDue {
  readonly schedule: string;
  readonly timezone: string;
  readonly credits: number;
}

/**
 * What the queries that have a baseline and fall due until a moment (ISO) cost each time, as their last complete check did.
 * @param service only those of the service with this name; absent: all
 */
export async function creditsDue(db: Db, until: string, service?: string): Promise<CreditsDue[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('watch_queries')
        .select([
          'query_id',
          ({ fn }) => fn.min('schedule').as('schedule'),
          ({ fn }) => fn.min('timezone').as('timezone'),
        ])
        .where('baseline_at', 'is not', null)
        .where('next_due_at', '<', until)
        .groupBy('query_id')
        .as('due'),
    )
    .innerJoin('queries', 'queries.id', 'due.query_id')
    .innerJoin('checks', 'checks.id', 'queries.last_complete_check')
    .select(['due.schedule', 'due.timezone', ({ fn }) => fn.sum<number | string>('checks.credits').as('credits')])
    .$if(service !== undefined, (query) => query.where('queries.service', '=', service ?? ''))
    .groupBy(['due.schedule', 'due.timezone'])
    .execute();
  return rows.map(({ schedule, timezone, credits }) => ({ schedule, timezone, credits: Number(credits) }));
}
