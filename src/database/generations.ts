import type { Db, Trx } from './store.ts';

/** A config that a process brought. The newest one is in force, for all processes. */
export interface Generation {
  /** Each one is higher than those before it. */
  readonly number: number;
  readonly digest: string;
  /** ISO, UTC. */
  readonly broughtAt: string;
}

/**
 * The config in force, without its watches, because every daemon asks for this every two seconds. Undefined where no
 * process has brought one yet.
 */
export async function newestGeneration(db: Db): Promise<Generation | undefined> {
  return db
    .selectFrom('config_generations')
    .select(['number', 'digest', 'brought_at as broughtAt'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The watches of the config's file. Watches that are kept on the page belong to no config. */
export async function watchesOfGeneration(db: Db, { number }: Generation): Promise<ReadonlySet<string>> {
  const { watches } = await db
    .selectFrom('config_generations')
    .select('watches')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return new Set(JSON.parse(watches) as string[]);
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

/** If two processes add the same number at once, the database refuses one of them, which then looks again. */
export async function addGeneration(trx: Trx, generation: Generation, watchIds: readonly string[]): Promise<void> {
  const { number, digest, broughtAt } = generation;
  const watches = JSON.stringify(watchIds.toSorted());
  await trx.insertInto('config_generations').values({ number, digest, watches, brought_at: broughtAt }).execute();
}
