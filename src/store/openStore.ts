import { Kysely, sql } from 'kysely';
import { migrations } from '../../migrations/index.ts';
import { TipstaffError } from '../base/errors.ts';
import { isPostgres } from '../config/fields/databaseUrl.ts';
import { migrateToLatest } from './migrate.ts';
import type { Db, Tables } from './schema/tables.ts';
import { openFile, readFile } from './sqlite/openFile.ts';
import { committed, type Engine, type ReadOnlyDialect, type Store } from './store.ts';

/** How long a write waits for other writers, by default. */
const busySeconds = 30;

/**
 * Opens the store at `database`, which is a file or the address of a Postgres, and brings its schema up to date.
 * @throws TipstaffError `store.newer` when a newer program wrote it, `store.older` when one of before the present
 * schema did, `store.other-program` when another program did, `store.history-lost` when a file is gone but its -wal is
 * not, `store.unreadable` when it cannot be opened
 */
export async function openStore(database: string, options: OpenOptions = {}): Promise<Store> {
  const engine = await openEngine(database, options.busySeconds ?? busySeconds);
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  const former = options.keepsFormer === false ? { keepFormer: async () => {} } : {};
  const migrated = await migrateOrClose(db, { ...engine, ...former });
  const queue = engine.queue(db);
  const { name, lost, lastIds, setLastIds, explain } = engine;
  let closing: Promise<void> | undefined;
  return {
    ...{ db, queue, name, migrated, lost, lastIds, setLastIds, explain },
    transaction: (work) => committed(engine, db, work),
    ping: async () => void (await sql`select 1`.execute(db)),
    backup: (target) => engine.backup(db, target),
    optimize: () => engine.optimize(db),
    serverTime: () => engine.serverTime(db),
    close: () => {
      closing ??= (lost.aborted ? Promise.resolve() : engine.optimize(db))
        .finally(() => queue.close())
        .finally(() => db.destroy());
      return closing;
    },
  };
}

interface OpenOptions {
  readonly busySeconds?: number;
  /** Whether a file is copied before its schema is brought up to date. Default true. */
  readonly keepsFormer?: boolean;
}

/** The driver of Postgres is loaded only where it is used. */
async function openEngine(database: string, seconds: number): Promise<Engine> {
  if (!isPostgres(database)) return openFile(database, seconds);
  const { openServer } = await import('./postgres/server.ts');
  return openServer(database, seconds);
}

async function migrateOrClose(db: Kysely<Tables>, engine: Engine): Promise<string[]> {
  try {
    return await engine.migrating(() => migrateToLatest(db, engine));
  } catch (error) {
    await db.destroy();
    throw error instanceof TipstaffError ? error : engine.cannotOpen(error);
  }
}

/**
 * Reads from the database without writing a byte: nothing is made, and no schema is brought up to date. For callers
 * that can do without what they would learn from it.
 * @param onUnreadable is told why a database that is there cannot be read
 * @returns undefined where there is no database, or none with exactly this program's schema that can be read
 */
export async function readOnly<T>(
  database: string,
  read: (db: Db) => Promise<T>,
  onUnreadable?: (error: unknown) => void,
): Promise<T | undefined> {
  const opened = await open(database);
  if (opened === undefined) return undefined;
  const db = new Kysely<Tables>({ dialect: opened.dialect });
  try {
    return (await isUpToDate(db)) ? await read(db) : undefined;
  } catch (error) {
    if (!opened.isUnreadable(error)) throw error;
    onUnreadable?.(error);
    return undefined;
  } finally {
    await db.destroy();
  }
}

async function open(database: string): Promise<ReadOnlyDialect | undefined> {
  if (isPostgres(database)) return (await import('./postgres/server.ts')).readServer(database);
  return readFile(database);
}

async function isUpToDate<T>(db: Kysely<T>): Promise<boolean> {
  const untyped = db as unknown as Kysely<{ kysely_migration: { name: string } }>;
  const applied = await untyped.selectFrom('kysely_migration').select('name').execute();
  const known = Object.keys(migrations);
  return applied.length === known.length && applied.every((row) => known.includes(row.name));
}
