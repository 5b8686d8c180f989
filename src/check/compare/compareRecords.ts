import { imagePathOf } from '../../records/design.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import { compareDesigns } from '../../records/diff/compareDesigns.ts';
import { compareDockets } from '../../records/diff/compareDockets.ts';
import type { Docket } from '../../records/docket.ts';
import { type BriefRecord, briefOf, type SearchRecord } from '../../records/record.ts';
import type { FoundRecord } from '../../service/paging/searchResult.ts';
import { insertEntries, loadEntries, updateEntries } from '../../store/snapshot/entriesTable.ts';
import { notePicturesDue } from '../../store/snapshot/picturesTable.ts';
import {
  insertRecords,
  type KnownRecord,
  loadRecords,
  type StoredRecord,
  updateRecords,
} from '../../store/snapshot/recordsTable.ts';
import type { Trx } from '../../store/store.ts';

export interface Stored {
  readonly recordId: number;
  /** Not always the key shown: a design may lose its ID. */
  readonly key: string;
  /** As we know it now, in brief; as shown where nothing changed. */
  readonly record: BriefRecord;
  readonly changes: readonly ChangeDraft[];
  readonly shownHash: string;
  /** A docket that has more entries than the service shows, for the first time. */
  readonly outgrewWindow: boolean;
}

export interface CheckMoment {
  readonly checkId: number;
  readonly now: string;
  /** Day of the query's last complete check before this one; `shownThen`: ids of the records that it showed. */
  readonly lastCheckedOn: string | undefined;
  readonly shownThen: ReadonlySet<number>;
}

/**
 * Compares the shown records with the stored ones and stores what they are now.
 * @param shown each record once
 * @param known the stored ones among them, by the key shown
 * @param superseded stored keys of records that are left as they are
 */
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
  const fresh = await storeNew(
    trx,
    moment,
    shown.filter(({ record }) => !known.has(record.key)),
  );
  const writes: Writes = { records: [], redrawn: [], grown: [], entryUpdates: [] };
  const compared: Stored[] = [];
  for (const found of shown) {
    const knownRecord = known.get(found.record.key);
    const storedRecord = knownRecord && stored.get(knownRecord.id);
    if (knownRecord === undefined) compared.push(asNew(fresh.get(found.record.key) ?? 0, found));
    else if (storedRecord === undefined) compared.push(unchanged(knownRecord, found.record));
    else {
      const comparison = await changesOf(trx, moment, storedRecord, found);
      noteWrites(writes, storedRecord, found.shownHash, comparison);
      const { record, changes, outgrewWindow } = comparison;
      const { key } = storedRecord.record;
      const { shownHash } = found;
      compared.push({ recordId: storedRecord.id, key, record: briefOf(record), changes, shownHash, outgrewWindow });
    }
  }
  await write(trx, moment, writes);
  return compared;
}

function unchanged({ id, key, shownHash }: KnownRecord, shown: SearchRecord): Stored {
  return { recordId: id, key, record: briefOf(shown), changes: [], shownHash, outgrewWindow: false };
}

async function storeNew(
  trx: Trx,
  { checkId, now }: CheckMoment,
  fresh: readonly FoundRecord[],
): Promise<ReadonlyMap<string, number>> {
  const ids = await insertRecords(trx, fresh, now);
  const dockets = fresh.flatMap(({ record }, index) =>
    record.type === 'docket' ? [{ recordId: ids[index] ?? 0, after: 0, entries: record.entries ?? [] }] : [],
  );
  await insertEntries(trx, dockets, checkId);
  const designs = fresh.flatMap(({ record }, index) => (hasPictures(record) ? (ids[index] ?? []) : []));
  if (designs.length > 0) await notePicturesDue(trx, designs, now);
  return new Map(fresh.map(({ record }, index) => [record.key, ids[index] ?? 0]));
}

function hasPictures(record: SearchRecord): boolean {
  return record.type === 'design' && (record.images ?? []).length > 0;
}

function asNew(recordId: number, { record, shownHash }: FoundRecord): Stored {
  const { key } = record;
  return { recordId, key, record: briefOf(record), changes: [], shownHash, outgrewWindow: false };
}

interface Writes {
  readonly records: Parameters<typeof updateRecords>[1][number][];
  /** Ids of designs that show other pictures than before, or their first ones. */
  readonly redrawn: number[];
  readonly grown: Parameters<typeof insertEntries>[1][number][];
  readonly entryUpdates: Parameters<typeof updateEntries>[1][number][];
}

function noteWrites(
  writes: Writes,
  stored: StoredRecord,
  shownHash: string,
  { record, entries, newEntries, entryUpdates }: Awaited<ReturnType<typeof changesOf>>,
): void {
  const { id: recordId } = stored;
  writes.records.push({ ...stored, record, shownHash });
  if (showsOthers(stored.record, record)) writes.redrawn.push(recordId);
  writes.grown.push({ recordId, after: entries.at(-1)?.seq ?? 0, entries: newEntries });
  writes.entryUpdates.push(...entryUpdates.map((entry) => ({ recordId, ...entry })));
}

async function write(trx: Trx, { checkId, now }: CheckMoment, writes: Writes): Promise<void> {
  await updateRecords(trx, writes.records, now);
  if (writes.redrawn.length > 0) await notePicturesDue(trx, writes.redrawn, now);
  await insertEntries(trx, writes.grown, checkId);
  await updateEntries(trx, writes.entryUpdates);
}

function showsOthers(before: SearchRecord, now: SearchRecord): boolean {
  if (before.type !== 'design' || now.type !== 'design') return false;
  const known = new Set(before.images?.map((image) => imagePathOf(image.url)));
  return now.images?.some((image) => !known.has(imagePathOf(image.url))) ?? false;
}

async function changesOf(trx: Trx, moment: CheckMoment, stored: StoredRecord, found: FoundRecord) {
  const [before, shown] = [stored.record, found.record];
  if (before.type === 'docket' && shown.type === 'docket') {
    return docketChanges(trx, stored, { before, shown, entriesUnreadable: found.entriesUnreadable }, moment);
  }
  const nothing = { outgrewWindow: false, entries: [], newEntries: [], entryUpdates: [] };
  if (before.type === 'design' && shown.type === 'design') {
    return { ...compareDesigns(before, shown, { firstSeenOn: stored.firstSeenAt.slice(0, 10) }), ...nothing };
  }
  return { record: shown, changes: [], ...nothing };
}

async function docketChanges(
  trx: Trx,
  stored: StoredRecord,
  { before, shown, entriesUnreadable }: { before: Docket; shown: Docket; entriesUnreadable: number | undefined },
  moment: CheckMoment,
) {
  const entries = await loadEntries(trx, stored.id);
  // Else we last knew the docket for sure when it changed: filings since then are new.
  const seenThen = moment.shownThen.has(stored.id) ? moment.lastCheckedOn : undefined;
  const lastCheckedOn = seenThen ?? stored.changedAt.slice(0, 10);
  const comparison = compareDockets(before, shown, entries, { lastCheckedOn, entriesUnreadable });
  return { ...comparison, entries };
}
