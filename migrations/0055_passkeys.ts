import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/** Passkeys of users, and whether one is asked for after the password too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_name', 'text', (c) => c.notNull().references('users.name'))
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'text', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('last_challenge', 'text')
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('passkeys_user').on('passkeys').columns(['user_name']).execute();
  await db.schema
    .alterTable('users')
    .addColumn('second_factor', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
