import type { Kysely } from 'kysely';

/** For which matters the author of a note saw its record (JSON list; null in it: a watch without one): who sees only others does not read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('notes').addColumn('matters', 'text').execute();
}
