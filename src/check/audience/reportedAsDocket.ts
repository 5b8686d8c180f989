import type { Trx } from '../../database/store.ts';
import { foldText } from '../../diff/foldText.ts';
import { casesOfChange } from '../../diff/litigation.ts';
import { channelsNotifiedOfRecord } from '../../outbox/channelsNotifiedQueries.ts';
import { sameNewsOf } from '../../outbox/reportedTwice.ts';
import { findKnown, loadRecords } from '../../snapshot/recordsTable.ts';
import type { ReportedChange } from './recipients.ts';

/** How far apart the news of a docket and of its design may come: it depends on the schedules of their watches. */
const sameNewsWithinDays = 7;

/**
 * The channels that already know a `design.litigation` change from the dockets themselves: each of its cases was
 * reported there in the last days, and the stored docket has the status that the change shows.
 */
export async function channelsWithDocketNews(
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
    news.map((caseNews) => ({ key: caseNews.case.caseId })),
  );
  const since = new Date(now.getTime() - sameNewsWithinDays * 86_400_000).toISOString();
  const notified: ReadonlySet<string>[] = [];
  for (const caseNews of news) {
    const docket = [...known.values()].find(({ key }) => key === caseNews.case.caseId);
    const record = docket && (await loadRecords(trx, [docket.id])).get(docket.id)?.record;
    if (record?.type !== 'docket' || foldText(record.status ?? '') !== foldText(caseNews.case.status)) return new Set();
    notified.push(await channelsNotifiedOfRecord(trx, docket?.id ?? 0, sameNewsOf(caseNews), since));
  }
  const [first = new Set<string>(), ...others] = notified;
  return new Set([...first].filter((channel) => others.every((channels) => channels.has(channel))));
}
