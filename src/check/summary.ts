import { labelOf, titleOf } from '../records/record.ts';
import type { CheckRow } from '../store/ledger/checks.ts';
import type { ReportedChange } from './audience/reportedChange.ts';
import type { CheckSummary } from './parts.ts';

/** A finished check for its caller. */
export function summaryOf(queryId: string, check: CheckRow, reported: readonly ReportedChange[]): CheckSummary {
  const { outcome, reason, requests, credits, hits } = check;
  const changes = reported.map(({ changeId, draft, watchIds, record }) => ({
    id: changeId,
    kind: draft.kind,
    label: labelOf(record),
    title: titleOf(record),
    watchIds,
  }));
  return { checkId: check.id, queryId, outcome, reason, requests, credits, hits, changes };
}
