import { readOldEntries } from '../check/readOldEntries.ts';
import { deleteExpiredKeys } from '../people/accessKeysTable.ts';
import { deleteSignInsBefore } from '../people/signInsTable.ts';
import type { CalendarJob } from '../schedule/calendar.ts';
import { deleteRawResponsesBefore } from '../snapshot/rawResponsesTable.ts';
import { remindOfFoundNothing } from './foundNothing.ts';
import type { Program } from './program.ts';

const dayMs = 86_400_000;

type UpkeepParts = Pick<Program, 'config' | 'store' | 'clock' | 'log'> & {
  /** Fires when the daemon stops: work that is done in pieces ends after the current piece. */
  readonly signal: AbortSignal;
};

/** What the daemon does by the calendar, at hours that exist on every day: clocks change between 0 and 4 o'clock. */
export function upkeepJobs(program: UpkeepParts): CalendarJob[] {
  const { store } = program;
  return [
    { name: 'retention', schedule: '40 4 * * *', atStart: true, work: () => deleteExpired(program) },
    { name: 'readings', schedule: '45 4 * * *', atStart: true, work: () => readOld(program) },
    { name: 'found nothing', schedule: '30 8 * * 1', atStart: true, work: () => remindOfFoundNothing(program) },
    { name: 'optimize', schedule: '50 4 * * 0', work: () => store.optimize() },
  ];
}

/** How long attempts to sign in are kept. */
const signInsKeptDays = 90;

/** Deletes raw responses that are older than `retainRawDays`, and expired sessions, keys and attempts to sign in. */
async function deleteExpired({ config, store, clock }: Pick<Program, 'config' | 'store' | 'clock'>): Promise<void> {
  const keepSince = new Date(clock().getTime() - config.retainRawDays * dayMs);
  const signInsSince = new Date(clock().getTime() - signInsKeptDays * dayMs);
  await store.transaction(async (trx) => {
    await deleteRawResponsesBefore(trx, keepSince.toISOString());
    await deleteExpiredKeys(trx, clock());
    await deleteSignInsBefore(trx, signInsSince.toISOString());
  });
}

async function readOld({ store, log, signal }: UpkeepParts): Promise<void> {
  const read = await readOldEntries(store, { signal });
  if (read > 0) log.info({ entries: read }, 'entries stored before were read');
}
