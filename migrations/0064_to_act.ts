import { type Kysely, sql } from 'kysely';

/** Which changes may ask the readers of a watch to act: Today shows them until somebody acknowledges them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('change_watches')
    .addColumn('to_act', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('change_watches_to_act')
    .on('change_watches')
    .columns(['watch_id', 'change_id'])
    .where(sql.ref('to_act'), '=', 1)
    .execute();
}
