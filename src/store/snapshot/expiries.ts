import { sql } from 'kysely';
import type { Design } from '../../records/design.ts';
import type { Db } from '../store.ts';

/** The designs whose register names a day of expiry in one of these years. Reads the whole table. */
export async function designsExpiring(db: Db, years: readonly string[]): Promise<Map<number, Design>> {
  const rows = await db
    .selectFrom('records')
    .select(['id', 'body'])
    .where('type', '=', 'design')
    .where((eb) => eb.or(years.map((year) => sql<boolean>`body like ${`%"expires":"${year}-%`}`)))
    .execute();
  return new Map(rows.map((row) => [row.id, JSON.parse(row.body) as Design]));
}
