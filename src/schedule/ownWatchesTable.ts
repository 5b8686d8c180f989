import { sql } from 'kysely';
import type { OwnWatch, WatchBody } from '../config/config.ts';
import { type Db, readSetting, type Trx } from '../store/store.ts';

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

export interface WatchImport {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  /** `body` is null where there was no watch of the page. */
  readonly before: readonly { readonly id: string; readonly body: WatchBody | null }[];
}

/** Only the last import of each person can be undone. @param stored the watches of the page before it */
export async function noteImport(
  trx: Trx,
  stored: readonly OwnWatch[],
  ids: readonly string[],
  { who, now }: { readonly who: string; readonly now: Date },
): Promise<void> {
  const bodies = new Map(stored.map(({ id, body }) => [id, body]));
  const before = JSON.stringify(ids.map((id) => ({ id, body: bodies.get(id) ?? null })));
  await trx.deleteFrom('watch_imports').where('who', '=', who).execute();
  await trx.insertInto('watch_imports').values({ at: now.toISOString(), who, before }).execute();
}

/** The last import, unless it is undone. @param by only one of theirs; default: anybody's */
export async function lastImport(db: Db, by?: string): Promise<WatchImport | undefined> {
  const row = await db
    .selectFrom('watch_imports')
    .select(['id', 'at', 'who', 'before'])
    .$if(by !== undefined, (query) => query.where('who', '=', by ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, before: JSON.parse(row.before) as WatchImport['before'] };
}

export async function endImport(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('watch_imports').where('id', '=', id).execute();
}
