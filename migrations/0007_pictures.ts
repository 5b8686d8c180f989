import type { Kysely } from 'kysely';
import { bytes, ending } from './columns.ts';

/** Pictures of designs as they were on the day when they were told: the service may show others under their addresses later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pictures')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('bytes', bytes(db), (c) => c.notNull())
    .addColumn('kept_at', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
}
