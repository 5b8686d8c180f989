import { randomUUID } from 'node:crypto';
import type { Db } from '../db.ts';
import { writeSetting } from '../settings.ts';
import { withSync } from './synced.ts';

const afterMs = 1000;

/** Brings to the disk what was committed without waiting for it: a commit that waits takes everything before it along. */
export class LateSync {
  readonly #db: Db;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Has it done within a second. Killed before, the process leaves it to the system, which writes it unless the power fails. */
  soon(): void {
    if (this.#ended) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // A store that refuses to write says so to whoever writes next; this is tried again.
      this.#running = this.#sync().catch(() => this.soon());
    }, afterMs).unref();
  }

  /** Does now what was still to be done. */
  async end(): Promise<void> {
    this.#ended = true;
    const wasDue = this.#timer !== undefined;
    clearTimeout(this.#timer);
    await this.#running;
    if (wasDue) await this.#sync();
  }

  #sync(): Promise<void> {
    // What is written does not matter, but SQLite writes only what differs.
    return withSync(this.#db, (connection) => writeSetting(connection, 'synced', randomUUID()));
  }
}
