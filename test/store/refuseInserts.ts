import { sql } from 'kysely';
import type { Store } from '../../src/store/store.ts';
import { onPostgres } from './database.ts';

/** Makes the database refuse every new row of a table with this message. @returns a function that ends this */
export async function refuseInserts(
  { db }: Pick<Store, 'db'>,
  table: string,
  words: string,
): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(db);
  if (onPostgres) {
    await run(
      `create function mistake() returns trigger language plpgsql as $$ begin raise exception '${words}'; end $$`,
    );
    await run(`create trigger mistake before insert on ${table} for each row execute function mistake()`);
  } else {
    await run(`create trigger mistake before insert on ${table} begin select raise(abort, '${words}'); end`);
  }
  return async () => void (await run(`drop trigger mistake ${onPostgres ? `on ${table}` : ''}`));
}
