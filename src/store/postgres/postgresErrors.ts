import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, messageOf, TipstaffError } from '../../base/errors.ts';
import type { Db, Trx } from '../schema/tables.ts';

type Remedy = Readonly<{ retryable: boolean; remedy: string }>;

const away: Remedy = {
  retryable: true,
  remedy:
    'Make sure that Postgres runs and can be reached from this machine. When it is back, a daemon ' +
    'continues by itself.',
};
const full: Remedy = {
  retryable: true,
  remedy: 'Make room there (disk, memory, max_connections; each process takes up to 13), then try again.',
};
const login: Remedy = {
  retryable: false,
  remedy: 'Correct the user and password in "database" (TIPSTAFF_DATABASE), or pg_hba.conf there.',
};

// biome-ignore format: a list of words
const codesOfAway = [
  'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN',
];

/** Remedies by SQLSTATE or its class (errcodes-appendix of the manual), or by the code of Node's error. */
const remedies: Readonly<Record<string, Remedy>> = {
  '08': away,
  '57P': away,
  // The server ended a transaction in which the process hung.
  '25P03': away,
  ...Object.fromEntries(codesOfAway.map((code) => [code, away])),
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
  '55P03': { retryable: true, remedy: 'Another process has locked what is to be written: try again when it is done.' },
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

const brokenConnection = new RegExp(
  '^(?:Connection terminated|timeout exceeded when trying to connect' +
    '|Client has encountered a connection error|The server does not support SSL)',
);

/** Returns an error with the database's name and a remedy, or an unknown error unchanged. */
export function withDatabase(error: unknown, name: string): unknown {
  const found = remedyOf(error);
  if (found === undefined) return error;
  const words = `The database ${name} refuses: ${reasonOf(error)}. ${found.remedy}`;
  return new TipstaffError('store.refused', words, { retryable: found.retryable, cause: error });
}

export function cannotOpen(error: unknown, name: string): TipstaffError {
  const { retryable, remedy } = remedyOf(error) ?? { retryable: false, remedy: 'Look at "database" in the config.' };
  const words = `The database ${name} cannot be opened: ${reasonOf(error)}. ${remedy}`;
  return new TipstaffError('store.unreadable', words, { retryable, cause: error });
}

export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError || remedyOf(error) !== undefined;
}

export function wasClosedIdle(error: unknown): boolean {
  return codeOf(error) === '57P05';
}

/** True when others wrote to the same rows or held them too long, so that another run may succeed. */
export function isRace(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(codeOf(error));
}

function isDuplicate(error: unknown): boolean {
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

/** Takes the first address's error when a host has several, because the combined error says nothing. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  return messageOf(first ?? error);
}

const longestPauseMs = 250;
/** The later of two inserts of one row finds the row on its next run. A bug of ours fails every time. */
const duplicatesAtMost = 5;

/** Runs again after a conflict, which changed nothing. @throws TipstaffError `store.busy` after `busySeconds` */
export async function retryConflicts<T>(
  busySeconds: number,
  run: () => Promise<T>,
  hasDoneNothing: (error: unknown) => boolean = () => false,
): Promise<T> {
  const begun = performance.now();
  let duplicates = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (isDuplicate(error)) duplicates += 1;
      const others = isRace(error) || isDuplicate(error);
      if (!(others || hasDoneNothing(error)) || duplicates > duplicatesAtMost) throw error;
      if (performance.now() - begun > busySeconds * 1000) throw others ? cameBetween(busySeconds, error) : error;
    }
    await sleep(Math.random() * Math.min(longestPauseMs, 2 ** (attempt + 2)));
  }
}

function cameBetween(busySeconds: number, cause: unknown): TipstaffError {
  const message =
    `Others kept writing to the same rows of the database for longer than ${busySeconds} seconds: try ` +
    'again when it is less busy.';
  return new TipstaffError('store.busy', message, { retryable: true, cause });
}

/** Runs again after a conflict or a connection lost before the commit. Throws when the commit's outcome is unknown. */
export function runTransaction<T>(db: Db, busySeconds: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  let committing = false;
  const run = () =>
    db.transaction().execute(async (trx) => {
      committing = false;
      const done = await work(trx);
      committing = true;
      return done;
    });
  return retryConflicts(busySeconds, run, (error) => !committing && remedyOf(error) === away);
}
