import { beginIncident } from '../alerts/incidents.ts';
import { advanceDue } from '../schedule/advanceDue.ts';
import { dayOf } from '../schedule/budget.ts';
import type { SearchError } from '../search/http/searchError.ts';
import { insertCheck } from '../store/ledger/checks.ts';
import { recordSpending } from '../store/ledger/spending.ts';
import { loadWatchQueries, noteCheck, type StoredQuery } from '../store/queue/queries.ts';
import type { Trx } from '../store/store.ts';
import { suspendKey } from './admission/keySuspension.ts';
import { errorIncidents } from './incidents/fromError.ts';
import { watchesLabel } from './incidents/watchesLabel.ts';
import type { CheckParts, CheckSummary } from './parts.ts';
import { summarise } from './summarise.ts';

/** So many failed checks in a row are told to the operators. */
const failuresTold = 3;

/** Stores a check whose first page could not be had. What was known stays as it is. */
export async function commitFailure(
  trx: Trx,
  parts: Pick<CheckParts, 'config' | 'watches'>,
  query: StoredQuery,
  error: SearchError,
  times: { startedAt: Date; now: Date },
): Promise<CheckSummary> {
  const { config } = parts;
  const { now } = times;
  const check = {
    queryId: query.id,
    startedAt: times.startedAt.toISOString(),
    endedAt: now.toISOString(),
    outcome: 'failed' as const,
    reason: `${error.code}: ${error.message}`,
    requests: error.requests,
    // A failed call is not charged (docs/service.md, section 9).
    credits: 0,
    hits: 0,
    total: null,
    evidence: {},
  };
  const checkId = await insertCheck(trx, check);
  const failures = query.failures + 1;
  await noteCheck(trx, query.id, { checkId, complete: false, failures });
  await recordSpending(trx, { day: dayOf(now), operation: query.operation, requests: error.requests, credits: 0 });
  const stop = await suspendKey(trx, config.service, error, now);
  const retryAt = stop && new Date(stop.nextProbeAt);
  await advanceDue(trx, query.id, { now, spreadSeconds: config.spreadSeconds, retryAt });
  await errorIncidents(trx, config, error, now);
  await reportFailing(trx, parts, query, error, failures, now);
  return summarise(query.id, { id: checkId, ...check }, []);
}

async function reportFailing(
  trx: Trx,
  { config, watches }: Pick<CheckParts, 'config' | 'watches'>,
  query: StoredQuery,
  error: SearchError,
  failures: number,
  now: Date,
): Promise<void> {
  // The key's own incident is told as such, once, not for every watch.
  if (error.errorClass === 'account' || error.errorClass === 'credits') return;
  // A refused request fails every time: waiting for the third would only cost time.
  if (failures < failuresTold && error.errorClass !== 'request') return;
  const watchQueries = await loadWatchQueries(trx, [query.id]);
  const label = watchesLabel(
    watchQueries.map((watchQuery) => watchQuery.watchId),
    watches,
  );
  const times = failures === 1 ? 'failed' : `failed ${failures} times in a row`;
  const detail = `The check of ${label} ${times}: ${error.message} Until it works again, nothing is known of this watch.`;
  await beginIncident(trx, config.operators, { kind: 'watch-failing', subject: query.id, label, detail }, now);
}
