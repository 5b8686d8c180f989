import type { KnownAnswer } from './queue/queries.ts';
import type { Db } from './store.ts';

/** How many pages each query's last complete check took, by query id; a query without one is absent. */
export async function expectedPages(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('queries')
    .select(['id', 'known_answer'])
    .where('known_answer', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap((row) =>
      row.known_answer === null ? [] : [[row.id, (JSON.parse(row.known_answer) as KnownAnswer).pages.length]],
    ),
  );
}
