import { sql } from 'kysely';
import { type Db, readSetting, type Trx } from '../database/store.ts';
import type { OwnWatch, WatchBody } from './config.ts';

const setting = 'own-watches-generation';

/** A number that changes with every edit. */
export async function ownWatchesGeneration(db: Db): Promise<number> {
  return (await readSetting<number>(db, setting)) ?? 0;
}

/** Ordered by id, so that a list reads the same each time. */
export async function listOwnWatches(db: Db): Promise<OwnWatch[]> {
  const rows = await db
    .selectFrom('own_watches')
    .select(['id', 'body', 'changed_by as changedBy', 'changed_at as changedAt'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) as WatchBody }));
}

/** Adds a watch, or replaces the one with its id. */
export async function saveOwnWatch(trx: Trx, { id, body, changedBy, changedAt }: OwnWatch): Promise<void> {
  const row = { body: JSON.stringify(body), changed_by: changedBy, changed_at: changedAt };
  await trx
    .insertInto('own_watches')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await nextGeneration(trx);
}

export async function removeOwnWatch(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('own_watches').where('id', '=', id).execute();
  await nextGeneration(trx);
}

async function nextGeneration(trx: Trx): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ name: setting, value: '1' })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql`cast(cast(settings.value as integer) + 1 as text)` }),
    )
    .execute();
}
