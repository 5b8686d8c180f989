import { beginIncident, endIncident, type Incident } from '../../alerts/incidents.ts';
import type { Config } from '../../config/config.ts';
import { labelOf, titleOf } from '../../records/record.ts';
import type { SearchError } from '../../search/http/searchError.ts';
import type { SearchResult } from '../../search/paging/searchResult.ts';
import { isAnyOpen } from '../../store/incidents.ts';
import type { StoredQuery } from '../../store/queue/queries.ts';
import type { Trx } from '../../store/store.ts';
import { counted } from '../../words/counted.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import type { ComparedRecord } from '../compare/comparedRecord.ts';
import type { CheckParts } from '../parts.ts';
import { endPastBudgets } from './budget.ts';
import { errorIncidents, keySubject } from './fromError.ts';
import { watchesLabel } from './watchesLabel.ts';

interface ReadCheck {
  readonly reading: SearchResult;
  readonly compared: readonly ComparedRecord[];
  readonly steps: readonly BaselineStep[];
  readonly suspicious: string | undefined;
  readonly now: Date;
}

/** Tells the operators what a check that was read says of the service, and what is over now that it was read. */
export async function resultIncidents(
  trx: Trx,
  { config, watches }: Pick<CheckParts, 'config' | 'watches'>,
  query: StoredQuery,
  check: ReadCheck,
): Promise<void> {
  const { reading, now } = check;
  if (beginsNone(check) && !(await isAnyOpen(trx, [query.id, keySubject], 'budget-reached'))) return;
  const watchIds = check.steps.map((step) => step.watchQuery.watchId);
  const about = { subject: query.id, label: watchesLabel(watchIds, watches) };
  const discreet = watchIds.some((id) => watches.get(id)?.confidential);
  const set = (active: boolean, incident: Incident) =>
    (active ? beginIncident : endIncident)(trx, config.operators, incident, now);

  await set(reading.setAsideCount > 0, {
    ...about,
    kind: 'hits-set-aside',
    detail: unreadableDetail(about.label, reading),
  });
  // A partial answer neither raises nor settles the doubt.
  if (reading.outcome === 'complete') {
    await set(check.suspicious !== undefined, {
      ...about,
      kind: 'suspicious-answer',
      detail: suspicionDetail(
        about.label,
        check.suspicious,
        config.goneAfterChecks,
        discreet ? undefined : watchIds[0],
      ),
    });
  }
  await baselineIncident(trx, config, about, check);
  for (const record of check.compared.filter((each) => each.outgrewWindow)) {
    await beginIncident(
      trx,
      config.operators,
      outgrown(record, discreet ? `a docket of ${about.label}` : undefined),
      now,
    );
  }
  await set(false, { ...about, kind: 'watch-failing', detail: `${about.label} is checked again: ${reading.outcome}.` });
  await endPastBudgets(trx, config.operators, now);
  await errorIncidents(trx, config, refusalOf(reading), now);
}

/** Nearly every check: then, with none open that it could end, there is nothing to do. */
function beginsNone({ reading, compared, steps, suspicious }: ReadCheck): boolean {
  return (
    reading.setAsideCount === 0 &&
    suspicious === undefined &&
    refusalOf(reading) === undefined &&
    !steps.some((step) => step.lacking) &&
    !compared.some((record) => record.outgrewWindow)
  );
}

/** A page came, so the key worked; unless a later one was refused for its sake. */
function refusalOf({ error }: SearchResult): SearchError | undefined {
  return error?.errorClass === 'account' || error?.errorClass === 'credits' ? error : undefined;
}

function unreadableDetail(label: string, reading: SearchResult): string {
  if (reading.setAsideCount === 0) return `The answers for ${label} can be read whole again.`;
  const [first] = reading.setAside;
  const example = first === undefined ? '' : `, the first at ${first.path}: ${first.reason}`;
  return `${counted(reading.setAsideCount, 'part')} of the answer for ${label} could not be read${example}. The rest counts; the check is partial.`;
}

/** @param watchId whose status shows more; undefined where it may not be named. */
function suspicionDetail(
  label: string,
  suspicious: string | undefined,
  goneAfterChecks: number,
  watchId: string | undefined,
): string {
  if (suspicious === undefined) return `The answer for ${label} is no longer in doubt.`;
  const kept = `What was known is kept, and believed gone only after ${goneAfterChecks} complete checks in a row without it.`;
  return `The answer for ${label} is suspicious: ${suspicious}. ${kept} See: tipstaff status${watchId === undefined ? '' : ` ${watchId}`}`;
}

async function baselineIncident(
  trx: Trx,
  config: Config,
  about: { subject: string; label: string },
  { steps, reading, now }: ReadCheck,
): Promise<void> {
  const lacking = steps.some((step) => step.lacking);
  if (!lacking && reading.outcome !== 'complete') return;
  const detail = lacking
    ? `The first checks of ${about.label} were partial three times, so the baseline stands as it is. It lacks: ${reading.reason ?? 'unknown'}. What turns up later is told as newly visible.`
    : `A complete check of ${about.label} has filled what the baseline lacked.`;
  const incident: Incident = { ...about, kind: 'baseline-incomplete', detail };
  await (lacking ? beginIncident : endIncident)(trx, config.operators, incident, now);
}

/** @param discreetLabel what to call it where its name may not be told. */
function outgrown({ key, record }: ComparedRecord, discreetLabel: string | undefined): Incident {
  const label = discreetLabel ?? `${titleOf(record)} (${labelOf(record)})`;
  return {
    kind: 'docket-outgrew-window',
    subject: key,
    label,
    detail: `${label} has more entries than the service shows in one answer. New entries that it does not show are told by their number only; look at the court's own page for them. This is told once.`,
  };
}
