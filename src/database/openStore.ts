import { Kysely, sql } from 'kysely';
import { TipstaffError } from '../errors.ts';
import { isPostgres } from '../fields/databaseUrl.ts';
import type { Engine } from './engine.ts';
import { migrateToLatest } from './migrate.ts';
import type { Tables } from './schema/tables.ts';
import { openFile } from './sqlite/openFile.ts';
import { committed, type Store } from './store.ts';

/** How long a write waits for other writers, by default. */
const busySeconds = 30;

/**
 * Opens the store at `database`, which is a file or the address of a Postgres, and brings its schema up to date.
 * @throws TipstaffError `store.newer` when a newer program wrote it, `store.other-program` when another program did,
 * `store.history-lost` when a file is gone but its -wal is not, `store.unreadable` when it cannot be opened
 */
export async function openStore(database: string, options: OpenOptions = {}): Promise<Store> {
  const engine = await openEngine(database, options.busySeconds ?? busySeconds);
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  const migrated = await migrateOrClose(db, options.keepsFormer === false ? withoutFormer(engine) : engine);
  const queue = engine.queue(db);
  let closing: Promise<void> | undefined;
  return {
    db,
    queue,
    name: engine.name,
    migrated,
    lost: engine.lost,
    transaction: (work) => committed(engine, db, work),
    ping: async () => void (await sql`select 1`.execute(db)),
    backup: (target) => engine.backup(db, target),
    optimize: () => engine.optimize(db),
    serverTime: () => engine.serverTime(db),
    lastIds: engine.lastIds,
    setLastIds: engine.setLastIds,
    explain: engine.explain,
    close: () => {
      closing ??= (engine.lost.aborted ? Promise.resolve() : engine.optimize(db))
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

function withoutFormer(engine: Engine): Engine {
  return { ...engine, keepFormer: async () => {} };
}

/** The driver of Postgres is loaded only where it is used. */
async function openEngine(database: string, seconds: number): Promise<Engine> {
  if (!isPostgres(database)) return openFile(database, seconds);
  const { openServer } = await import('./postgres/openServer.ts');
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
