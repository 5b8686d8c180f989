import pg from 'pg';
import { codeOf, messageOf, TipstaffError } from '../../errors.ts';

interface Remedy {
  /** Whether the same may succeed later without anybody changing anything. */
  readonly retryable: boolean;
  readonly remedy: string;
}

const away: Remedy = {
  retryable: true,
  remedy:
    'Make sure that Postgres runs and can be reached from this machine. Tipstaff continues by itself when it is back.',
};
const full: Remedy = {
  retryable: true,
  remedy: 'Make room there (disk, memory, max_connections; each Tipstaff takes up to 10 connections), then try again.',
};
const login: Remedy = {
  retryable: false,
  remedy: 'Correct the user and password in "database" (TIPSTAFF_DATABASE), or pg_hba.conf there.',
};

/**
 * By SQLSTATE, either all of it or only its class (https://www.postgresql.org/docs/current/errcodes-appendix.html), or
 * by the code of Node's error.
 */
const remedies: Readonly<Record<string, Remedy>> = {
  '08': away,
  '57P': away,
  // The process hung inside a transaction.
  '25P03': away,
  ECONNREFUSED: away,
  ECONNRESET: away,
  ETIMEDOUT: away,
  EPIPE: away,
  EHOSTUNREACH: away,
  ENETUNREACH: away,
  EAI_AGAIN: away,
  ENOTFOUND: {
    retryable: true,
    remedy: 'Correct the host in "database" (TIPSTAFF_DATABASE), or fix the name resolution.',
  },
  ENOENT: {
    retryable: true,
    remedy: 'There is no such socket: correct "database" (TIPSTAFF_DATABASE), or start Postgres.',
  },
  '53': full,
  '28': login,
  '3D': {
    retryable: false,
    remedy: 'Create it (createdb -O USER NAME), or correct the name in "database" (TIPSTAFF_DATABASE).',
  },
  '42501': {
    retryable: false,
    remedy: 'Give the user the right to create and use tables there: it should own the database.',
  },
  '55P03': {
    retryable: true,
    remedy: 'Another process has locked what is to be written: try again when it is done.',
  },
  '25006': {
    retryable: true,
    remedy: 'It is read-only, as a standby is: name the primary in "database" (TIPSTAFF_DATABASE).',
  },
  '58': { retryable: false, remedy: 'Check the disk that it is on, and the log of Postgres.' },
  '0A': { retryable: false, remedy: 'Upgrade that server, or name another one in "database" (TIPSTAFF_DATABASE).' },
  XX: {
    retryable: false,
    remedy: 'Look at the log of Postgres; if it is damaged, restore a backup (docs/running.md).',
  },
};

/** What pg says, without a code, when a connection breaks or cannot be had. */
const brokenConnection = new RegExp(
  '^(?:Connection terminated|timeout exceeded when trying to connect' +
    '|Client has encountered a connection error|The server does not support SSL)',
);

/**
 * An error of Postgres, or of the connection to it, with the database's name and a remedy. Any other error as it is.
 */
export function withDatabase(error: unknown, name: string): unknown {
  const found = remedyOf(error);
  if (found === undefined) return error;
  return new TipstaffError('store.refused', `The database ${name} refuses: ${reasonOf(error)}. ${found.remedy}`, {
    retryable: found.retryable,
    cause: error,
  });
}

/** The error for a database that cannot be opened, even if we do not know the reason. */
export function cannotOpen(error: unknown, name: string): TipstaffError {
  const { retryable, remedy } = remedyOf(error) ?? { retryable: false, remedy: 'Look at "database" in the config.' };
  return new TipstaffError('store.unreadable', `The database ${name} cannot be opened: ${reasonOf(error)}. ${remedy}`, {
    retryable,
    cause: error,
  });
}

export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError || remedyOf(error) !== undefined;
}

/** Whether the connection broke, or there was none to be had. */
export function isAway(error: unknown): boolean {
  return remedyOf(error) === away;
}

/** Whether the server had closed the connection for being idle before this statement reached it. */
export function wasClosedIdle(error: unknown): boolean {
  return codeOf(error) === '57P05';
}

/**
 * Whether others wrote to the same rows at the same time, or held them too long. The transaction may well succeed when
 * it is run again.
 */
export function isRace(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(codeOf(error));
}

/** Whether the row existed already: two transactions inserted it at once, or one of them is wrong. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505';
}

function remedyOf(error: unknown): Remedy | undefined {
  if (!(error instanceof Error) || error instanceof TipstaffError) return undefined;
  const code = codeOf(error);
  return (
    remedies[code] ??
    remedies[code.slice(0, 3)] ??
    remedies[code.slice(0, 2)] ??
    (brokenConnection.test(error.message) ? away : undefined)
  );
}

/** Where a name has several addresses, the error of the first: the error that combines them says nothing. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  return messageOf(first ?? error);
}
