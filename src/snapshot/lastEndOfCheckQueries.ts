import { chunks, type Db } from '../database/store.ts';

/** When the last complete check of any query, or of any of these, ended; undefined before the first. */
export async function lastEndOfCheck(db: Db, queryIds?: readonly string[]): Promise<string | undefined> {
  let last: string | undefined;
  for (const part of queryIds === undefined ? [undefined] : chunks(queryIds)) {
    const row = await db
      .selectFrom('queries')
      .innerJoin('checks', 'checks.id', 'queries.last_complete_check')
      .select((eb) => eb.fn.max('checks.ended_at').as('at'))
      .$if(part !== undefined, (all) => all.where('queries.id', 'in', part ?? []))
      .executeTakeFirst();
    if (row?.at && (last === undefined || row.at > last)) last = row.at;
  }
  return last;
}
