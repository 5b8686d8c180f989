import type { Kysely } from 'kysely';
import { fraction } from './columns.ts';

/** What the message of a new design said of it; null until it went out, and for those of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('design_finds').addColumn('said_own', 'text').execute();
  await db.schema.alterTable('design_finds').addColumn('said_likeness', fraction(db)).execute();
}
