import { labelOf, titleOf } from '../records/record.ts';
import type { CheckRow } from '../store/ledger/checks.ts';
import type { ReportedChange } from './audience/route.ts';
import type { CheckSummary } from './parts.ts';

/** What the caller of a check hears of it. */
export function summarise(queryId: string, check: CheckRow, told: readonly ReportedChange[]): CheckSummary {
  return {
    checkId: check.id,
    queryId,
    outcome: check.outcome,
    reason: check.reason,
    requests: check.requests,
    credits: check.credits,
    hits: check.hits,
    changes: told.map(({ changeId, draft, watchIds, record }) => ({
      id: changeId,
      kind: draft.kind,
      label: labelOf(record),
      title: titleOf(record),
      watchIds,
    })),
  };
}
