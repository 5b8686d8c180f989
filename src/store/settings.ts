import type { Db } from './db.ts';

/** A single value worth remembering, as JSON; undefined when it was never set. The caller knows its shape. */
export async function readSetting<T>(db: Db, name: string): Promise<T | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.value) as T);
}

export async function writeSetting(db: Db, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
}

export async function deleteSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}
