import { readOldEntries } from '../check/readOldEntries.ts';
import type { CalendarJob } from '../schedule/calendar.ts';
import { deleteRawResponsesBefore } from '../store/snapshot/rawResponses.ts';
import type { Program } from './program.ts';

const dayMs = 86_400_000;

type UpkeepParts = Pick<Program, 'config' | 'store' | 'clock' | 'log'> & {
  /** Fires when the daemon stops: what is under way in pieces ends after the piece. */
  readonly signal: AbortSignal;
};

/** What the daemon does by the calendar. At hours that exist on every day: clocks change between 0 and 4 o'clock. */
export function upkeepJobs(program: UpkeepParts): CalendarJob[] {
  const { store } = program;
  return [
    { name: 'retention', schedule: '40 4 * * *', atStart: true, work: () => deleteExpired(program) },
    { name: 'readings', schedule: '45 4 * * *', atStart: true, work: () => readOld(program) },
    { name: 'optimize', schedule: '50 4 * * 0', work: () => store.optimize() },
  ];
}

/** Deletes raw responses that are older than `retainRawDays`. */
async function deleteExpired({ config, store, clock }: Pick<Program, 'config' | 'store' | 'clock'>): Promise<void> {
  const keepSince = new Date(clock().getTime() - config.retainRawDays * dayMs);
  await store.transaction((trx) => deleteRawResponsesBefore(trx, keepSince.toISOString()));
}

async function readOld({ store, log, signal }: UpkeepParts): Promise<void> {
  const read = await readOldEntries(store, { signal });
  if (read > 0) log.info({ entries: read }, 'entries stored before were read');
}
