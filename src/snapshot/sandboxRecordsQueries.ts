import type { Db } from '../database/schema/tables.ts';
import { bodyLike } from './bodyLikeQueries.ts';

/**
 * Whether the records are those that a sandbox made up: their links lead to hosts that nobody can have (RFC 2606), whatever its seed. It reads all
 * records where they are not. @returns undefined when there is no record
 */
export async function holdsSandboxRecords(db: Db): Promise<boolean | undefined> {
  const any = await db.selectFrom('records').select('id').limit(1).executeTakeFirst();
  if (any === undefined) return undefined;
  const [designs, dockets] = [
    db.selectFrom('records').where('type', '=', 'design').where(bodyLike(db, '%//designs.example/%')),
    db.selectFrom('entries').where('pdf_url', 'like', 'https://dockets.example/%'),
  ];
  if ((await designs.select('id').limit(1).executeTakeFirst()) !== undefined) return true;
  return (await dockets.select('record_id').limit(1).executeTakeFirst()) !== undefined;
}
