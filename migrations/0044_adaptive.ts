import type { Kysely } from 'kysely';

/**
 * When a query is to be asked, beyond what a fixed schedule says: the nudge that no check has followed yet, what was learnt of
 * how often it has news, and why its next look is then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['nudge', 'rhythm', 'due_reason']) {
    await db.schema.alterTable('queries').addColumn(column, 'text').execute();
  }
}
