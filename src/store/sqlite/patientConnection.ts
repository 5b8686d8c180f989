import { setTimeout as sleep } from 'node:timers/promises';
import type SQLite from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { TipstaffError } from '../../errors.ts';
import type { FileGuard } from './fileGuard.ts';
import { isBusy } from './sqliteErrors.ts';
import type { Turns } from './turns.ts';

const shortestPauseMs = 20;
const longestPauseMs = 150;

interface Patience {
  readonly database: SQLite.Database;
  /** Whose turn it is on the connection: the caller's, while it executes. */
  readonly turns: Turns;
  /** How long to wait for another process. */
  readonly busySeconds: number;
  readonly guard: FileGuard | undefined;
}

/**
 * Runs a statement again when another process holds the database, with pauses in which the event loop goes on. Only outside a
 * transaction: there a statement that finds the database busy has done nothing, `begin immediate` included, and inside an
 * immediate transaction the write lock is ours.
 * @throws TipstaffError `store.busy`, retryable, when the database stays busy for `busySeconds`.
 */
export class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #database: SQLite.Database;
  readonly #turns: Turns;
  readonly #busySeconds: number;
  readonly #guard: FileGuard | undefined;

  constructor(inner: DatabaseConnection, { database, turns, busySeconds, guard }: Patience) {
    this.#inner = inner;
    this.#database = database;
    this.#turns = turns;
    this.#busySeconds = busySeconds;
    this.#guard = guard;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const begun = performance.now();
    for (;;) {
      try {
        return await this.#inner.executeQuery<R>(query);
      } catch (error) {
        this.#guard?.note(error);
        if (!isBusy(error) || this.#database.inTransaction) throw error;
        if (performance.now() - begun > this.#busySeconds * 1000) throw this.#heldTooLong(error);
      }
      await this.#pause();
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize);
  }

  /** Lets others of this process have the connection meanwhile: readers need not wait. */
  async #pause(): Promise<void> {
    this.#turns.give();
    await sleep(shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs));
    await this.#turns.take();
  }

  #heldTooLong(cause: Error): TipstaffError {
    const what = `The database ${this.#database.name} is locked. Another process has held it for longer than`;
    return new TipstaffError(
      'store.busy',
      `${what} ${this.#busySeconds} seconds: do this again when that one is done.`,
      {
        retryable: true,
        cause,
      },
    );
  }
}
