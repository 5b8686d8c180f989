import type { Kysely } from 'kysely';
import { addId, ending } from './columns.ts';

/** Users and what they may do; their sessions, keys for programs and share links; and attempts to sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('matters', 'text')
    .addColumn('confidential', 'integer', (c) => c.notNull())
    .addColumn('password', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();

  await db.schema
    .createTable('access_keys')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull().references('users.name'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('path', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('access_keys_user').on('access_keys').columns(['user_name']).execute();

  await addId(db, db.schema.createTable('sign_ins'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('accepted', 'integer', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('sign_ins_at').on('sign_ins').columns(['at']).execute();
}
