import { imagePathOf } from '../../records/design.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import { compareDesigns } from '../../records/diff/compareDesigns.ts';
import { compareDockets } from '../../records/diff/compareDockets.ts';
import { type BriefRecord, briefOf, type SearchRecord } from '../../records/record.ts';
import type { FoundRecord } from '../../service/paging/pass.ts';
import { insertEntries, loadEntries, updateEntries } from '../../store/snapshot/entriesTable.ts';
import {
  insertRecords,
  type KnownRecord,
  loadRecords,
  notePicturesDue,
  type StoredRecord,
  updateRecords,
} from '../../store/snapshot/recordsTable.ts';
import type { Trx } from '../../store/store.ts';

export interface Stored {
  readonly recordId: number;
  readonly key: string; // Not always the key shown: a design may lose its ID.
  readonly record: BriefRecord; // As we know it now, in brief; as shown where nothing changed.
  readonly changes: readonly ChangeDraft[];
  readonly shownHash: string;
  readonly outgrewWindow: boolean;
}

export interface CheckMoment {
  readonly checkId: number;
  readonly now: string;
  /** Day of the query's last complete check before this one; `shownThen`: ids of the records that it showed. */
  readonly lastCheckedOn: string | undefined;
  readonly shownThen: ReadonlySet<number>;
}

/** @param known by the key shown @param superseded stored keys of records that are left as they are */
export async function compareRecords(
  trx: Trx,
  moment: CheckMoment,
  shown: readonly FoundRecord[],
  known: ReadonlyMap<string, KnownRecord>,
  superseded: ReadonlySet<string>,
): Promise<Stored[]> {
  const moved = shown.flatMap(({ record, shownHash }) => {
    const stored = known.get(record.key);
    return stored !== undefined && stored.shownHash !== shownHash && !superseded.has(stored.key) ? [stored.id] : [];
  });
  const stored = await loadRecords(trx, moved);
  const unknown = shown.filter(({ record }) => !known.has(record.key));
  const fresh = await storeNew(trx, moment, unknown);
  const changed: Comparison[] = [];
  const compared: Stored[] = [];
  for (const found of shown) {
    const { record, shownHash } = found;
    const knownRecord = known.get(record.key);
    const { id, key } = knownRecord ?? { id: fresh.get(record.key) ?? 0, key: record.key };
    const before = stored.get(id);
    if (before === undefined) {
      const same = { record: briefOf(record), changes: [], outgrewWindow: false };
      compared.push({ recordId: id, key, ...same, shownHash: knownRecord?.shownHash ?? shownHash });
      continue;
    }
    const comparison = { ...(await compare(trx, moment, before, found)), before, shownHash };
    changed.push(comparison);
    const { record: now, changes, outgrewWindow } = comparison;
    compared.push({ recordId: id, key, record: briefOf(now), changes, shownHash, outgrewWindow });
  }
  await store(trx, moment, changed);
  return compared;
}

async function storeNew(trx: Trx, { checkId, now }: CheckMoment, fresh: readonly FoundRecord[]) {
  const ids = await insertRecords(trx, fresh, now);
  const placed = fresh.map(({ record }, index) => ({ record, recordId: ids[index] ?? 0 }));
  const entries = placed.flatMap(({ record, recordId }) =>
    record.type === 'docket' ? [{ recordId, after: 0, entries: record.entries ?? [] }] : [],
  );
  await insertEntries(trx, entries, checkId);
  return new Map(placed.map(({ record, recordId }) => [record.key, recordId]));
}

type Comparison = Awaited<ReturnType<typeof compare>> & { readonly before: StoredRecord; readonly shownHash: string };

async function store(trx: Trx, { checkId, now }: CheckMoment, changed: readonly Comparison[]): Promise<void> {
  const records = changed.map(({ before, record, shownHash }) => ({ ...before, record, shownHash }));
  await updateRecords(trx, records, now);
  const redrawn = changed.flatMap(({ before, record }) => (showsOthers(before.record, record) ? [before.id] : []));
  if (redrawn.length > 0) await notePicturesDue(trx, redrawn, now);
  const grown = changed.map(({ before, after, newEntries }) => ({ recordId: before.id, after, entries: newEntries }));
  await insertEntries(trx, grown, checkId);
  const updates = changed.flatMap(({ before, entryUpdates }) =>
    entryUpdates.map((entry) => ({ recordId: before.id, ...entry })),
  );
  await updateEntries(trx, updates);
}

function showsOthers(before: SearchRecord, now: SearchRecord): boolean {
  if (before.type !== 'design' || now.type !== 'design') return false;
  const known = new Set(before.images?.map((image) => imagePathOf(image.url)));
  return now.images?.some((image) => !known.has(imagePathOf(image.url))) ?? false;
}

async function compare(trx: Trx, moment: CheckMoment, stored: StoredRecord, found: FoundRecord) {
  const [before, shown] = [stored.record, found.record];
  if (before.type === 'docket' && shown.type === 'docket') {
    const entries = await loadEntries(trx, stored.id);
    // Else we last knew the docket for sure when it changed: filings since then are new.
    const seenThen = moment.shownThen.has(stored.id) ? moment.lastCheckedOn : undefined;
    const lastCheckedOn = seenThen ?? stored.changedAt.slice(0, 10);
    const { entriesUnreadable } = found;
    const comparison = compareDockets(before, shown, entries, { lastCheckedOn, entriesUnreadable });
    return { ...comparison, after: entries.at(-1)?.seq ?? 0 };
  }
  const nothing = { outgrewWindow: false, after: 0, newEntries: [], entryUpdates: [] };
  if (before.type === 'design' && shown.type === 'design') {
    return { ...compareDesigns(before, shown, { firstSeenOn: stored.firstSeenAt.slice(0, 10) }), ...nothing };
  }
  return { record: shown, changes: [], ...nothing };
}
