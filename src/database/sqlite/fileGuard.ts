import { type BigIntStats, realpathSync, renameSync, statSync } from 'node:fs';
import { TipstaffError } from '../../errors.ts';
import { isDamage, withFile } from './sqliteErrors.ts';

/**
 * Watches the open database file. If somebody deletes it, or moves a backup over it, we still have open a file that
 * nobody will ever read again: what is committed to it is lost, and what was delivered is delivered again. `lost` fires
 * once: with the TipstaffError `store.file-lost`, or with `store.refused` when SQLite finds a damaged page.
 */
export class FileGuard {
  readonly #file: string;
  /** The path with links followed: SQLite keeps the -wal and -shm files there. */
  readonly #real: string;
  readonly #opened: BigIntStats | undefined;
  /** Set with the first write, which makes the file. */
  #openedWal: BigIntStats | undefined;
  readonly #lost = new AbortController();

  /** To be called once the file is open and in WAL mode. */
  constructor(file: string) {
    this.#file = file;
    this.#opened = statusOf(file);
    this.#real = realpathSync(file);
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * Compares the file at the path with the open one. Takes some microseconds.
   * @throws TipstaffError `store.file-lost`
   */
  check(): void {
    this.lost.throwIfAborted();
    if (this.#opened === undefined) return;
    const what = whatHappened(this.#opened, statusOf(this.#file));
    if (what === undefined) {
      this.#openedWal ??= statusOf(`${this.#real}-wal`);
      return;
    }
    if (what === 'replaced') this.#moveWalAway();
    this.#lost.abort(fileLost(this.#file, what));
    this.lost.throwIfAborted();
  }

  /** Looks at the error of a query: a damaged page stays damaged, so the file is lost. */
  note(error: unknown): void {
    if (isDamage(error)) this.#lost.abort(withFile(error, this.#file));
  }

  /** Otherwise SQLite would write our -wal into the file that replaced ours, and damage it. */
  #moveWalAway(): void {
    const wal = `${this.#real}-wal`;
    if (this.#openedWal === undefined || !isSameFile(this.#openedWal, statusOf(wal))) return;
    renameSync(wal, `${wal}.former`);
    if (statusOf(`${this.#real}-shm`) !== undefined) renameSync(`${this.#real}-shm`, `${this.#real}-shm.former`);
  }
}

function statusOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function isSameFile(opened: BigIntStats, found: BigIntStats | undefined): boolean {
  return found !== undefined && found.dev === opened.dev && found.ino === opened.ino;
}

function whatHappened(
  opened: BigIntStats,
  found: BigIntStats | undefined,
): 'deleted' | 'replaced' | 'emptied' | undefined {
  if (found === undefined) return 'deleted';
  if (!isSameFile(opened, found)) return 'replaced';
  return found.size === 0n ? 'emptied' : undefined;
}

function fileLost(file: string, what: 'deleted' | 'replaced' | 'emptied'): TipstaffError {
  return new TipstaffError(
    'store.file-lost',
    `The database ${file} was ${what} while it was open; nothing more is checked or delivered from it. Stop ` +
      'Tipstaff before you move the database or restore a backup (docs/running.md), put the right file in place, ' +
      'and start again.',
  );
}
