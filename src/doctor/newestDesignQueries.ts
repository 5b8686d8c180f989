import type { Db } from '../database/store.ts';

/** The design stored last; undefined when there is none. */
export async function newestDesignId(db: Db): Promise<number | undefined> {
  const newest = db.selectFrom('records').select('id').where('type', '=', 'design').orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.id;
}
