import { holdersMoved } from '../../../alerts/message/designs.ts';
import { kindHeading } from '../../../alerts/message/words/happened.ts';
import { daysAgo } from '../../../base/time.ts';
import type { WatchConfig } from '../../../config/config.ts';
import type { Design } from '../../../records/design.ts';
import { newestChanges } from '../../../store/snapshot/changesAfterQueries.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import { listRecords } from '../../../store/snapshot/listRecordsQueries.ts';
import { loadRecords } from '../../../store/snapshot/recordsTable.ts';
import { starredIds } from '../../../store/snapshot/storeChangesTable.ts';
import type { Db } from '../../../store/store.ts';
import { pageReader } from '../../frame/moment.ts';
import { inWatches, knownBy } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

const newsDays = 30;
const newsAtMost = 300;
const starredAtMost = 24;
const ofOneWatch = 12;
const competitorsAtMost = 3;
const changedAtMost = 12;

interface Lead {
  readonly title: string;
  readonly all?: string | undefined;
  readonly designs: readonly Design[];
}

/** Returns starred designs, then news of named competitors (new before changed), then other changes. */
export async function leadingDesigns(db: Db, watches: readonly WatchConfig[], visit: Visit) {
  const since = daysAgo(visit.now, newsDays);
  const watchIds = watches.map(({ id }) => id);
  const changes = (await newestChanges(db, { watchIds, since }, { limit: newsAtMost })).filter(isOfDesign);
  const fresh = new Set(changes.filter(({ kind }) => kind === 'design.new').map(({ record }) => record.key));
  const happened = new Map(changes.toReversed().map((change) => [change.record.key, wordsOf(change, visit)]));
  const leads: Lead[] = [{ title: 'Starred', designs: await starredOf(db, watches) }];
  const shown = new Set<string>();
  const take = (title: string, some: readonly Design[], atMost: number, all?: string) => {
    const designs = some.filter(({ key }) => !shown.has(key)).slice(0, atMost);
    for (const { key } of designs) shown.add(key);
    leads.push({ title, designs, all });
  };
  for (const watch of watches.filter(namesHolder).slice(0, competitorsAtMost)) {
    const queries = inWatches([watch]).design;
    const { records } = await listRecords(db, queries, { type: 'design' }, 'changed', { limit: ofOneWatch });
    const news = records.flatMap(({ record }) => (record.type === 'design' && happened.has(record.key) ? record : []));
    const newFirst = news.toSorted((a, b) => Number(fresh.has(b.key)) - Number(fresh.has(a.key)));
    take(`News of ${watch.name}`, newFirst, ofOneWatch, `/designs?watch=${encodeURIComponent(watch.id)}`);
  }
  const changed = changes.flatMap(({ kind, record }) => (kind !== 'design.new' ? [record] : []));
  const once = [...new Map(changed.map((one) => [one.key, one])).values()];
  take('Other changes', once, changedAtMost);
  return { leads: leads.filter(({ designs }) => designs.length > 0), fresh, happened };
}

function isOfDesign(change: StoredChange): change is StoredChange & { readonly record: Design } {
  return change.record.type === 'design';
}

function namesHolder({ searches }: Pick<WatchConfig, 'searches'>): boolean {
  return searches.every((one) => one.type === 'designs' && one.holder !== undefined);
}

async function starredOf(db: Db, watches: readonly WatchConfig[]): Promise<Design[]> {
  const ids = await starredIds(db, starredAtMost);
  const records = await loadRecords(db, ids);
  const seen: Design[] = [];
  for (const id of ids) {
    const record = records.get(id)?.record;
    if (record?.type === 'design' && (await knownBy(db, watches, id)).watches.length > 0) seen.push(record);
  }
  return seen;
}

function wordsOf(change: StoredChange, visit: Visit): string {
  if (change.kind === 'design.new') return '';
  const [moved] = holdersMoved(change);
  return moved ?? kindHeading(change, pageReader(visit));
}
