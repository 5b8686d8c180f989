import { lookAtService } from '../../src/check/incidents/noteIncidents.ts';
import { dueQueries } from '../../src/store/claims/due.ts';
import { letTimePass } from '../schedule/letTimePass.ts';
import type { Office } from './office.ts';

const minuteMs = 60_000;

/**
 * Runs the daemon for so many minutes: checks each query when it falls due, and calls `lookAt` after each step.
 * @param stepMinutes the longest step between two checks
 * @param meanwhile is called after each step with the minutes that have passed
 */
export async function daemonMinutes(
  office: Office,
  count: number,
  meanwhile: (after: number) => Promise<void>,
  stepMinutes = 30,
): Promise<void> {
  const { db } = office.store;
  const rows = await db.selectFrom('watchQueries').select(['watchId', 'queryId']).execute();
  const began = office.now.getTime();
  const end = began + count * minuteMs;
  while (office.now.getTime() < end) {
    const before = office.now.getTime();
    const later = db.selectFrom('watchQueries').select('nextDueAt').where('nextDueAt', '>', office.now.toISOString());
    const first = await later.orderBy('nextDueAt').limit(1).executeTakeFirst();
    const next = Date.parse(first?.nextDueAt ?? new Date(end).toISOString());
    office.now = new Date(Math.min(next, before + stepMinutes * minuteMs, end));
    await letTimePass(db, office.now.getTime() - before);
    for (const queryId of await dueQueries(db, office.now, 100)) {
      await office.daemonCheck(rows.find((row) => row.queryId === queryId)?.watchId ?? '');
    }
    await lookAt(office);
    await meanwhile(Math.round((office.now.getTime() - began) / minuteMs));
  }
}

/** Calls lookAtService, which the daemon does periodically, whatever is due. */
export async function lookAt(office: Office): Promise<void> {
  await office.store.transaction((trx) => lookAtService(trx, office.parts(), office.now));
}
