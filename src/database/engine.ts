import type { Dialect } from 'kysely';
import type { TipstaffError } from '../errors.ts';
import type { Queue } from './claims/queue.ts';
import type { Db, Trx } from './schema/tables.ts';

/** What SQLite and Postgres each do in their own way. Made by `sqlite/openFile.ts` and `postgres/openServer.ts`. */
export interface Engine {
  /** The database as messages name it, without a password. */
  readonly name: string;
  readonly dialect: Dialect;
  /**
   * Fires when the open database is lost for good. It does not fire for a server that is away, because that comes back.
   */
  readonly lost: AbortSignal;
  /** Makes what must exist before the schema is brought up to date. */
  prepare(): Promise<void>;
  /** Keeps the database as it is before the schema is brought up to date by this and later steps. */
  keepFormer(db: Db, firstStep: string): Promise<void>;
  /**
   * Brings the schema up to date by `work`, which changes nothing when it fails. Runs it again where other users of the
   * database came in between.
   */
  migrating<T>(work: () => Promise<T>): Promise<T>;
  /** Decides who does what is due. */
  queue(db: Db): Queue;
  transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Copies everything into a new file.
   * @throws TipstaffError `usage.backup` where it cannot
   */
  backup(db: Db, target: string): Promise<void>;
  optimize(db: Db): Promise<void>;
  /** The time by the clock of the database's machine; undefined where that is this machine. */
  serverTime(db: Db): Promise<Date | undefined>;
  /**
   * The last id that each table assigned, for tables that count their ids: such a table assigns none twice, whatever
   * was deleted.
   */
  lastIds(db: Db): Promise<ReadonlyMap<string, number>>;
  setLastIds(db: Db, ids: ReadonlyMap<string, number>): Promise<void>;
  /**
   * An error of the database as a TipstaffError `store.*`, with the database's name and a remedy; any other error as it
   * is.
   */
  explain(error: unknown): unknown;
  /** The error for a database that could not be opened, with the reason. */
  cannotOpen(error: unknown): TipstaffError;
}

/** How a database is opened for reading only. */
export interface ReadOnlyDialect {
  readonly dialect: Dialect;
  /** Whether an error means that nothing can be read there. */
  isUnreadable(error: unknown): boolean;
}
