import type { Kysely } from 'kysely';

/** The name of a user without upper case: `Ada` and `ada` are one. */
export async function up(db: Kysely<{ users: { name: string; folded: string } }>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('folded', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  for (const { name } of await db.selectFrom('users').select('name').execute()) {
    const folded = name.normalize('NFC').toLowerCase();
    await db.updateTable('users').set({ folded }).where('name', '=', name).execute();
  }
  await db.schema.createIndex('users_folded').unique().on('users').columns(['folded']).execute();
}
