import type { CalendarJob } from '../schedule/calendar.ts';
import { deleteRawResponsesBefore } from '../store/snapshot/rawResponses.ts';
import type { Program } from './program.ts';

const dayMs = 86_400_000;

/** What the daemon does by the calendar. At hours that exist on every day: clocks change between 0 and 4 o'clock. */
export function upkeepJobs(program: Pick<Program, 'config' | 'store' | 'clock'>): CalendarJob[] {
  const { store } = program;
  return [
    { name: 'retention', schedule: '40 4 * * *', atStart: true, work: () => deleteExpired(program) },
    { name: 'optimize', schedule: '50 4 * * 0', work: () => store.optimize() },
  ];
}

/** Deletes raw responses that are older than `retainRawDays`. */
async function deleteExpired({ config, store, clock }: Pick<Program, 'config' | 'store' | 'clock'>): Promise<void> {
  const keepSince = new Date(clock().getTime() - config.retainRawDays * dayMs);
  await store.transaction((trx) => deleteRawResponsesBefore(trx, keepSince.toISOString()));
}
