import type { OwnWatch, WatchBody } from '../config/config.ts';
import type { Db, Trx } from '../database/store.ts';

/** An import of watches, and what its watches were before. */
export interface WatchImport {
  readonly id: number;
  /** ISO, UTC. */
  readonly at: string;
  readonly who: string;
  /** `body` is null where there was no watch of the page. */
  readonly before: readonly { readonly id: string; readonly body: WatchBody | null }[];
}

/** Older ones cannot be undone any more. */
const mostKept = 20;

/** @param stored the watches of the page before the import */
export async function noteImport(
  trx: Trx,
  stored: readonly OwnWatch[],
  ids: readonly string[],
  { who, now }: { readonly who: string; readonly now: Date },
): Promise<void> {
  const bodies = new Map(stored.map(({ id, body }) => [id, body]));
  const before = JSON.stringify(ids.map((id) => ({ id, body: bodies.get(id) ?? null })));
  await trx.insertInto('watch_imports').values({ at: now.toISOString(), who, before }).execute();
  const oldest = trx.selectFrom('watch_imports').select('id').orderBy('id', 'desc').offset(mostKept).limit(1);
  await trx.deleteFrom('watch_imports').where('id', '<=', oldest).execute();
}

/** The last import that is not undone. @param by only one of theirs; default: anybody's */
export async function lastImport(db: Db, by?: string): Promise<WatchImport | undefined> {
  const row = await db
    .selectFrom('watch_imports')
    .select(['id', 'at', 'who', 'before'])
    .where('undone_at', 'is', null)
    .$if(by !== undefined, (query) => query.where('who', '=', by ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, before: JSON.parse(row.before) as WatchImport['before'] };
}

export async function endImport(trx: Trx, id: number, undoneAt: string): Promise<void> {
  await trx.updateTable('watch_imports').set({ undone_at: undoneAt }).where('id', '=', id).execute();
}
