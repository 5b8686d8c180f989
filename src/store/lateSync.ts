import { writeSetting } from './settings.ts';
import type { Db } from './store.ts';

const afterMs = 1000;

/** Brings to the disk what was committed without waiting for it: a commit that waits takes everything before it along. */
export class LateSync {
  readonly #db: Db;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Has it done within a second, unless the process ends before: then the system still writes it, if the power lasts. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // A store that refuses to write says so to whoever writes next; this is tried again.
      this.#sync().catch(() => this.soon());
    }, afterMs).unref();
  }

  /** Has it done now if it was still to be done. */
  async end(): Promise<void> {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#sync();
  }

  #sync(): Promise<void> {
    // What is written does not matter, but SQLite writes only what differs.
    return writeSetting(this.#db, 'synced-at', new Date().toISOString());
  }
}
