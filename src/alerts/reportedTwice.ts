import type { MessageChange } from '../channels/message/content.ts';
import { type CaseNews, casesOfChange } from '../diff/litigation.ts';

/** The changes, without litigation changes of designs whose cases are all reported here from their own dockets. */
export function withoutReportedTwice(changes: readonly MessageChange[]): MessageChange[] {
  const dockets = new Set(
    changes.filter(({ record }) => record.type === 'docket').map(({ kind, record }) => `${kind} ${record.key}`),
  );
  return changes.filter((change) => {
    if (change.kind !== 'design.litigation' || change.record.type !== 'design') return true;
    const news = casesOfChange(change.record, change.fields);
    return !news?.every((one) => dockets.has(`${sameNewsOf(one)} ${one.case.caseId}`));
  });
}

/** What the docket of a case would report of the same news. */
export function sameNewsOf({ appeared }: CaseNews): 'docket.new' | 'docket.status' {
  return appeared ? 'docket.new' : 'docket.status';
}
