import { sameNewsOf } from '../../alerts/toldTwice.ts';
import { foldText } from '../../diff/foldText.ts';
import { casesOfChange } from '../../diff/litigation.ts';
import { channelsToldOfRecord } from '../../store/snapshot/changes.ts';
import { findKnown, loadRecords } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';
import type { ReportedChange } from './recipients.ts';

/** News of a docket and of the design that it concerns come within days of one another, by the schedules of their watches. */
const sameNewsWithinDays = 7;

/**
 * The channels that have a `design.litigation` change already, as news of the dockets themselves: every one of its cases was reported
 * there lately, and stands in the snapshot as the change has it.
 */
export async function channelsToldAsDocket(
  trx: Trx,
  { recordId, draft }: ReportedChange,
  now: Date,
): Promise<ReadonlySet<string>> {
  const design = (await loadRecords(trx, [recordId])).get(recordId)?.record;
  const news = design?.type === 'design' ? casesOfChange(design, draft.fields) : undefined;
  if (news === undefined) return new Set();
  const known = await findKnown(
    trx,
    'docket',
    news.map((one) => ({ key: one.case.caseId })),
  );
  const since = new Date(now.getTime() - sameNewsWithinDays * 86_400_000).toISOString();
  const told: ReadonlySet<string>[] = [];
  for (const one of news) {
    const docket = [...known.values()].find(({ key }) => key === one.case.caseId);
    const record = docket && (await loadRecords(trx, [docket.id])).get(docket.id)?.record;
    if (record?.type !== 'docket' || foldText(record.status ?? '') !== foldText(one.case.status)) return new Set();
    told.push(await channelsToldOfRecord(trx, docket?.id ?? 0, sameNewsOf(one), since));
  }
  const [first = new Set<string>(), ...others] = told;
  return new Set([...first].filter((channel) => others.every((some) => some.has(channel))));
}
