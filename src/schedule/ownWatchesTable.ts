import type { OwnWatch, WatchBody } from '../config/config.ts';
import { type Db, deleteSetting, readSetting, type Trx, writeSetting } from '../store/store.ts';

// A watch of the page is one setting, and so is the last import of each person.

const generation = 'own-watches-generation';
const ofWatch = 'own-watch:';
const ofImport = 'watch-import:';

/** Returns a number that increases with every edit. */
export async function ownWatchesGeneration(db: Db): Promise<number> {
  return (await readSetting<number>(db, generation)) ?? 0;
}

/** Sorted by id. */
export async function listOwnWatches(db: Db): Promise<OwnWatch[]> {
  return (await readAll<Omit<OwnWatch, 'id'>>(db, ofWatch)).map(([id, rest]) => ({ id, ...rest }));
}

export async function isOwnWatch(db: Db, id: string): Promise<boolean> {
  return (await readSetting(db, ofWatch + id)) !== undefined;
}

export async function saveOwnWatch(trx: Trx, { id, ...rest }: OwnWatch): Promise<void> {
  await writeSetting(trx, ofWatch + id, rest);
  await nextGeneration(trx);
}

export async function removeOwnWatch(trx: Trx, id: string): Promise<void> {
  await deleteSetting(trx, ofWatch + id);
  await nextGeneration(trx);
}

/** Edits run one at a time (`oneAtATime`), so none is lost between the read and the write. */
async function nextGeneration(trx: Trx): Promise<void> {
  await writeSetting(trx, generation, (await ownWatchesGeneration(trx)) + 1);
}

async function readAll<T>(db: Db, prefix: string): Promise<[string, T][]> {
  const settings = db.selectFrom('settings').selectAll().where('name', 'like', `${prefix}%`).orderBy('name');
  return (await settings.execute()).map(({ name, value }) => [name.slice(prefix.length), JSON.parse(value) as T]);
}

export interface WatchImport {
  readonly who: string;
  readonly at: string;
  /** `body` is null if the import added the watch. */
  readonly before: readonly { readonly id: string; readonly body: WatchBody | null }[];
}

/** Replaces the person's former import, so only the last one can be undone. @param stored the watches before it */
export async function noteImport(
  trx: Trx,
  stored: readonly OwnWatch[],
  ids: readonly string[],
  { who, now }: { readonly who: string; readonly now: Date },
): Promise<void> {
  const bodies = new Map(stored.map(({ id, body }) => [id, body]));
  const before = ids.map((id) => ({ id, body: bodies.get(id) ?? null }));
  await writeSetting(trx, ofImport + who, { at: now.toISOString(), before });
}

/** Returns the latest import that is not undone. @param by only an import of this person; default: of anybody */
export async function lastImport(db: Db, by?: string): Promise<WatchImport | undefined> {
  const imports = await readAll<Omit<WatchImport, 'who'>>(db, ofImport);
  return imports
    .map(([who, rest]) => ({ who, ...rest }))
    .filter(({ who }) => by === undefined || who === by)
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .at(-1);
}

export async function endImport(trx: Trx, { who }: Pick<WatchImport, 'who'>): Promise<void> {
  await deleteSetting(trx, ofImport + who);
}
