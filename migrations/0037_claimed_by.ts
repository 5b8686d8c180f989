import type { Kysely } from 'kysely';

/**
 * Who holds a query or an alert stands under another name. A program of 0.1.0, which does not look whether a newer one took the
 * database over, then cannot claim a search that it would check wrongly: each of its attempts fails before anything is asked or paid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['queries', 'alerts']) {
    await db.schema.alterTable(table).renameColumn('lease_owner', 'claimed_by').execute();
  }
}
