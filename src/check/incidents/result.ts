import type { Incident } from '../../alerts/incidents.ts';
import type { Config } from '../../config/config.ts';
import { labelOf, titleOf } from '../../records/record.ts';
import type { SearchResult } from '../../search/paging/searchResult.ts';
import { counted } from '../../words/counted.ts';
import type { CommittedResult } from '../commitResult.ts';
import type { ComparedRecord } from '../compare/compareRecords.ts';
import type { About, SetIncident } from './noteIncidents.ts';

/** What a result that was read says of the service, and what is over now that it was read. */
export async function resultIncidents(
  set: SetIncident,
  config: Config,
  about: About,
  result: SearchResult,
  { steps, suspicious, outgrown }: CommittedResult,
): Promise<void> {
  const { subject, label } = about;
  const isUnreadable = result.unreadableCount > 0;
  await set(isUnreadable, { kind: 'unreadable-hits', subject, label, detail: unreadableDetail(label, result) });
  const lacking = steps.some((step) => step.lacking);
  // A partial result neither raises nor removes the doubt, nor does it fill a baseline.
  if (result.outcome === 'complete') {
    const detail = suspicionDetail(about, suspicious, config.goneAfterChecks);
    await set(suspicious !== undefined, { kind: 'suspicious-result', subject, label, detail });
  }
  if (lacking || result.outcome === 'complete') {
    await set(lacking, { kind: 'baseline-incomplete', subject, label, detail: baselineDetail(label, lacking, result) });
  }
  for (const record of outgrown) await set(true, truncated(record, about));
  for (const incident of shownWhole(result)) await set(false, incident);
}

function unreadableDetail(label: string, { unreadable: [first], unreadableCount }: SearchResult): string {
  if (unreadableCount === 0) return `The results for ${label} can be read whole again.`;
  const example = first === undefined ? '' : `, the first at ${first.path}: ${first.reason}`;
  return `${counted(unreadableCount, 'part')} of the result for ${label} could not be read${example}. The rest counts; the check is partial.`;
}

function suspicionDetail({ label, watchId }: About, suspicious: string | undefined, goneAfterChecks: number): string {
  if (suspicious === undefined) return `The result for ${label} is no longer in doubt.`;
  const kept = `What was known is kept, and believed gone only after ${goneAfterChecks} complete checks in a row without it.`;
  return `The result for ${label} is suspicious: ${suspicious}. ${kept} See: tipstaff status${watchId === undefined ? '' : ` ${watchId}`}`;
}

function baselineDetail(label: string, lacking: boolean, { reason = 'unknown' }: SearchResult): string {
  return lacking
    ? `The first checks of ${label} were partial three times, so the baseline is taken as it is. It lacks: ${reason}. What turns up later is reported as newly visible.`
    : `A complete check of ${label} has filled what the baseline lacked.`;
}

function truncated({ key, record }: ComparedRecord, { label: watches, confidential }: About): Incident {
  const label = confidential ? `a docket of ${watches}` : `${titleOf(record)} (${labelOf(record)})`;
  const detail = `${label} has more entries than the service shows in one response. New entries that it does not show are reported by their number only; look at the court's own page for them. This is said once.`;
  return { kind: 'docket-truncated', subject: key, label, detail };
}

/** The dockets that the result shows with all their entries. */
function shownWhole({ records }: SearchResult): Incident[] {
  return [...records.values()].flatMap(({ record }) => {
    if (record.type !== 'docket' || record.entries === undefined) return [];
    if (record.entryTotal === undefined || record.entries.length < record.entryTotal) return [];
    const label = labelOf(record);
    return [
      { kind: 'docket-truncated', subject: record.key, label, detail: `${label} is shown with all its entries again.` },
    ];
  });
}
