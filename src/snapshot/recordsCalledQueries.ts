import type { Db } from '../database/store.ts';
import { bodyLike } from './bodyLikeQueries.ts';

/** The ids of the records with this key, case number or registration number. Reads the whole table. */
export async function findRecordsCalled(db: Db, name: string): Promise<number[]> {
  const inBody = (field: string) => `%"${field}":${JSON.stringify(name).replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .selectFrom('records')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('key', '=', name),
        eb('other_key', '=', name),
        bodyLike(db, inBody('docketNumber')),
        bodyLike(db, inBody('registrationNumber')),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
