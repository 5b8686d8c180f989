import { setTimeout as sleep } from 'node:timers/promises';
import type SQLite from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { TipstaffError } from '../../errors.ts';
import { isBusy } from './sqliteErrors.ts';

const shortestPauseMs = 20;
const longestPauseMs = 150;

/**
 * Runs a statement again when another process holds the database, with pauses in which the event loop goes on. Only outside a
 * transaction: there a statement that finds the database busy has done nothing, `begin immediate` included, and inside an
 * immediate transaction the write lock is ours.
 * @throws TipstaffError `store.busy`, retryable, when the database stays busy for `busySeconds`.
 */
export class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #database: SQLite.Database;
  readonly #busySeconds: number;

  constructor(inner: DatabaseConnection, database: SQLite.Database, busySeconds: number) {
    this.#inner = inner;
    this.#database = database;
    this.#busySeconds = busySeconds;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const begun = performance.now();
    for (;;) {
      try {
        return await this.#inner.executeQuery<R>(query);
      } catch (error) {
        if (!isBusy(error) || this.#database.inTransaction) throw error;
        if (performance.now() - begun > this.#busySeconds * 1000) throw this.#heldTooLong(error);
      }
      await sleep(shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs));
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize);
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
