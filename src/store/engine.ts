import type { Dialect } from 'kysely';
import type { TipstaffError } from '../errors.ts';
import type { Queue } from './queue/queue.ts';
import type { Db, Trx } from './tables.ts';

/** What SQLite and Postgres each do in their own way: `sqlite/openFile.ts` and `postgres/openServer.ts` make one. */
export interface Engine {
  /** The database as messages name it, without a password. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Fires when what is open is lost for good; a server that is away comes back. */
  readonly lost: AbortSignal;
  /** What must be there before the schema is brought up to date. */
  prepare(): Promise<void>;
  /** Brings it up to date, by `work`, which does nothing where it fails: again where others that use it came between. */
  migrating<T>(work: () => Promise<T>): Promise<T>;
  /** Who does what is due. */
  queue(db: Db): Queue;
  transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Copies everything into a new file. @throws TipstaffError `usage.backup` where it cannot. */
  backup(db: Db, target: string): Promise<void>;
  optimize(db: Db): Promise<void>;
  /** What the clock of the database's machine says; undefined where that is this machine. */
  serverTime(db: Db): Promise<Date | undefined>;
  /** The last id that each table gave, of those that count theirs: it gives none twice, whatever was deleted. */
  lastIds(db: Db): Promise<ReadonlyMap<string, number>>;
  setLastIds(db: Db, ids: ReadonlyMap<string, number>): Promise<void>;
  /** What the database refused, with its name and a remedy, as a TipstaffError `store.*`; any other error as it is. */
  explain(error: unknown): unknown;
  /** Why it could not be opened. */
  cannotOpen(error: unknown): TipstaffError;
}
