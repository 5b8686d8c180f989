import type { Db } from '../database/store.ts';
import type { Design } from '../records/design.ts';

/** The designs that expire, by their register, in a span of ISO days, both ends included. */
export async function designsExpiring(
  db: Db,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<Map<number, Design>> {
  const rows = await db
    .selectFrom('records')
    .select(['id', 'body'])
    .where('expires', '>=', from)
    .where('expires', '<=', until)
    .orderBy('expires')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.id, JSON.parse(row.body) as Design]));
}
