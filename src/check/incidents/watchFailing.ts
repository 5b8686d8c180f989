import { slotsAfter } from '../../schedule/cron.ts';
import { firstCheckOf, loadCheck } from '../../store/ledger/checks.ts';
import { schedulesOf } from '../../store/queue/due.ts';
import type { StoredQuery } from '../../store/queue/queries.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckEnd } from '../checkEnd.ts';
import type { CommittedResult } from '../commitResult.ts';
import type { About, SetIncident } from './noteIncidents.ts';
import type { Looked } from './watchUnwatched.ts';

const hourMs = 3_600_000;

/**
 * A watch without a complete check for two of its intervals, or an hour, whichever is longer. A search that the service refuses
 * begins at once: it will fail every time. Its readers are notified whatever the cause; the operators are not where the key or the
 * budget keeps it from being checked, for that is an incident of its own.
 */
export async function watchFailing(
  trx: Trx,
  set: SetIncident,
  { subject, label }: About,
  query: StoredQuery,
  end: CheckEnd,
  { row, now }: CommittedResult & { readonly now: Date },
): Promise<Looked> {
  const about = { kind: 'watch-failing' as const, subject, label };
  if (row.outcome === 'complete') {
    await set(false, { ...about, detail: `${label} is checked completely again.` });
    return { row, since: now, overdue: false, now };
  }
  const error = end.kind === 'failed' ? end.error : end.kind === 'read' ? end.result.error : undefined;
  const since = await lastCompleteAt(trx, query, now);
  const overdue = error?.errorClass === 'request' || (await schedulesOf(trx, query.id)).some(isOverdueBy(since, now));
  const ofTheKey = end.kind === 'skipped' || error?.errorClass === 'account' || error?.errorClass === 'credits';
  if (overdue && !ofTheKey) {
    const detail = `${label} has not been checked completely since ${since.toISOString()}: ${row.reason ?? 'the reason is not known'} Until that works again, nothing later is known of this watch.`;
    await set(true, { ...about, detail });
  }
  return { row, since, overdue, now };
}

/** Whether two slots of a schedule, and an hour, have passed since a moment. */
function isOverdueBy(since: Date, now: Date) {
  return ({ schedule, timezone }: { readonly schedule: string; readonly timezone: string }): boolean => {
    const second = slotsAfter(schedule, timezone, since, 2)[1];
    return second !== undefined && second <= now && now.getTime() - since.getTime() >= hourMs;
  };
}

/** When the query was last checked completely; where it never was, when it was first checked. Never later than now. */
async function lastCompleteAt(trx: Trx, { id, lastCompleteCheck }: StoredQuery, now: Date): Promise<Date> {
  const check = lastCompleteCheck === null ? await firstCheckOf(trx, id) : await loadCheck(trx, lastCompleteCheck);
  const at = check === undefined ? now : new Date(lastCompleteCheck === null ? check.startedAt : check.endedAt);
  return at < now ? at : now;
}
