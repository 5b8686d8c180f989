import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/** Who an account of an OpenID provider is here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull().references('users.name'))
    .addColumn('connected_at', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema.createIndex('identities_user').on('identities').columns(['user_name']).execute();
}
