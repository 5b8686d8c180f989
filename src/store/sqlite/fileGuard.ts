import { type BigIntStats, realpathSync, renameSync, statSync } from 'node:fs';
import { codeOf, messageOf, TipstaffError } from '../../base/errors.ts';

/** A deleted or replaced file loses commits. `lost` fires once: `store.file-lost`, or `store.refused` when damaged. */
export class FileGuard {
  readonly #file: string;
  readonly #real: string; // The path with links followed: SQLite keeps the -wal and -shm files there.
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

  /** Takes some microseconds. @throws TipstaffError `store.file-lost` */
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
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) this.#lost.abort(withFile(error, this.#file));
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

const remedies: Readonly<Record<string, string>> = {
  FULL: 'Make room on its disk, then try again.',
  BUSY: 'Another process has locked it: try again when it is done.',
  READONLY: 'Give the user that Tipstaff runs as the right to write to it and its folder.',
  IOERR: 'Check the disk that it is on.',
  CORRUPT: 'Stop the daemon and put a backup in its place (docs/running.md).',
  NOTADB:
    'It is damaged, or not a database: put a backup in its place, or name Tipstaff’s file under ' +
    '"database" in the config.',
};

export function isBusy(error: unknown): error is Error {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

export function cannotOpen(cause: unknown, file: string): TipstaffError {
  const remedy = remedyFor(cause) ?? 'Check the folder and the rights on it; "database" in the config names the file.';
  return new TipstaffError(
    'store.unreadable',
    `The database ${file} cannot be opened: ${messageOf(cause)}. ${remedy}`,
    { cause },
  );
}

function remedyFor(error: unknown): string | undefined {
  return remedies[/^SQLITE_([A-Z]+)/.exec(codeOf(error))?.[1] ?? ''];
}

export function withFile(error: unknown, file: string): unknown {
  const remedy = remedyFor(error);
  if (!(error instanceof Error) || remedy === undefined) return error;
  return new TipstaffError('store.refused', `The database ${file} refuses: ${error.message}. ${remedy}`, {
    retryable: isBusy(error) || codeOf(error) === 'SQLITE_FULL',
    cause: error,
  });
}
