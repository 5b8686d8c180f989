import type { Db, Trx } from '../store.ts';

/** A config that a process brought: the newest is in force, for all of them. */
export interface Generation {
  /** Rising. */
  readonly number: number;
  readonly digest: string;
  /** The watches of its file: those of the page belong to no config. */
  readonly watchIds: ReadonlySet<string>;
  /** ISO, UTC. */
  readonly broughtAt: string;
}

/** The one in force; undefined where no process brought any yet. */
export async function newestGeneration(db: Db): Promise<Generation | undefined> {
  const row = await db
    .selectFrom('config_generations')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const watchIds = new Set(JSON.parse(row.watches) as string[]);
  return { number: row.number, digest: row.digest, watchIds, broughtAt: row.brought_at };
}

/** Whether such a config was ever in force. */
export async function wasBrought(db: Db, digest: string): Promise<boolean> {
  const row = await db
    .selectFrom('config_generations')
    .select('number')
    .where('digest', '=', digest)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of two processes that add the same number at once the database refuses one, which looks again. */
export async function addGeneration(trx: Trx, generation: Generation): Promise<void> {
  const { number, digest, watchIds, broughtAt } = generation;
  const watches = JSON.stringify([...watchIds].sort());
  await trx.insertInto('config_generations').values({ number, digest, watches, brought_at: broughtAt }).execute();
}
