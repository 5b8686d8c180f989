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
  /** Turns on the connection. While a caller executes a query, it has the turn. */
  readonly turns: Turns;
  /** How long to wait for another process. */
  readonly busySeconds: number;
  readonly guard: FileGuard | undefined;
}

/**
 * Runs a statement again when another process holds the database, with pauses in which the event loop goes on. Only
 * outside a transaction: there, a statement that finds the database busy has done nothing, and that includes `begin
 * immediate`. Inside an immediate transaction the write lock is ours.
 * @throws TipstaffError `store.busy`, retryable, when the database stays busy for `busySeconds`
 */
export class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #patience: Patience;

  constructor(inner: DatabaseConnection, patience: Patience) {
    this.#inner = inner;
    this.#patience = patience;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { database, busySeconds, guard } = this.#patience;
    const begun = performance.now();
    for (;;) {
      try {
        return await this.#inner.executeQuery<R>(query);
      } catch (error) {
        guard?.note(error);
        if (!isBusy(error) || database.inTransaction) throw error;
        if (performance.now() - begun > busySeconds * 1000) throw this.#heldTooLong(error);
      }
      await this.#pause();
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize);
  }

  /** Lets others in this process use the connection meanwhile, so that readers need not wait. */
  async #pause(): Promise<void> {
    this.#patience.turns.give();
    await sleep(shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs));
    await this.#patience.turns.take();
  }

  #heldTooLong(cause: Error): TipstaffError {
    const { database, busySeconds } = this.#patience;
    const message = `The database ${database.name} is locked. Another process has held it for longer than ${busySeconds} seconds: try again when it is done.`;
    return new TipstaffError('store.busy', message, { retryable: true, cause });
  }
}
