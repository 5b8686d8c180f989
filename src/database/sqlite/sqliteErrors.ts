import { codeOf, messageOf, TipstaffError } from '../../errors.ts';

/** What to do, by the family of SQLite's result code (https://www.sqlite.org/rescode.html). */
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

/** Whether another process held the database. */
export function isBusy(error: unknown): error is Error {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** Whether the file itself is damaged: no query can be trusted any more. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** The error for a file that cannot be opened, even if we do not know the reason. */
export function cannotOpen(cause: unknown, file: string): TipstaffError {
  const remedy = remedyFor(cause) ?? 'Check the folder and the rights on it; "database" in the config names the file.';
  return new TipstaffError(
    'store.unreadable',
    `The database ${file} cannot be opened: ${messageOf(cause)}. ${remedy}`,
    { cause },
  );
}

/** What to do about an error of SQLite; undefined where we do not know. */
function remedyFor(error: unknown): string | undefined {
  return remedies[/^SQLITE_([A-Z]+)/.exec(codeOf(error))?.[1] ?? ''];
}

/** An error of SQLite, which does not name the file, with the file's name and a remedy. Any other error as it is. */
export function withFile(error: unknown, file: string): unknown {
  const remedy = remedyFor(error);
  if (!(error instanceof Error) || remedy === undefined) return error;
  return new TipstaffError('store.refused', `The database ${file} refuses: ${error.message}. ${remedy}`, {
    retryable: isBusy(error),
    cause: error,
  });
}
