import type { ChangeDraft } from '../../diff/change.ts';
import { compareDesigns } from '../../diff/compareDesigns.ts';
import { compareDockets } from '../../diff/compareDockets.ts';
import type { StoredEntry } from '../../diff/readEntry.ts';
import type { Docket } from '../../records/docket.ts';
import { type BriefRecord, briefOf, type SearchRecord } from '../../records/record.ts';
import type { FoundRecord } from '../../search/paging/searchResult.ts';
import { insertEntries, loadEntries, updateEntry } from '../../store/snapshot/entries.ts';
import {
  insertRecord,
  type KnownRecord,
  loadRecords,
  type StoredRecord,
  updateRecord,
} from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';

/** A record that the result showed, after it was compared with the stored one and stored. */
export interface ComparedRecord {
  readonly recordId: number;
  /** The key under which it is stored: not always the one shown (a design that lost its ID). */
  readonly key: string;
  /** As we know it now, in brief; for a record without changes, as shown. */
  readonly record: BriefRecord;
  readonly changes: readonly ChangeDraft[];
  /** As it is stored now. */
  readonly shownHash: string;
  /** A docket that has more entries than the service shows, for the first time. */
  readonly outgrewWindow: boolean;
}

/** What a comparison needs to know of the check that it belongs to. */
export interface CheckMoment {
  readonly checkId: number;
  readonly now: string;
  /** Day of the query's last complete check before this one; undefined when there was none. */
  readonly lastCheckedOn: string | undefined;
  /** The records that it showed. */
  readonly shownThen: ReadonlySet<number>;
}

/** A record and its entries as they were stored, for `tipstaff replay`. */
export interface BeforeRecord {
  readonly record: SearchRecord;
  readonly entries: readonly StoredEntry[];
  /** When it was first seen, and last shown otherwise; what is filed since is new. */
  readonly firstSeenAt?: string | undefined;
  readonly changedAt?: string | undefined;
}

export interface Comparison {
  readonly compared: readonly ComparedRecord[];
  /** The records as they were, where the service shows something else now. */
  readonly before: readonly BeforeRecord[];
}

/**
 * Compares the shown records with the stored ones and stores what they are now, within the check's transaction.
 * @param known the stored records among them, by the key shown
 * @param superseded keys, as stored, of records that another check changed while this result was on the way: left as they are
 */
export async function compareRecords(
  trx: Trx,
  moment: CheckMoment,
  shown: readonly FoundRecord[],
  known: ReadonlyMap<string, KnownRecord>,
  superseded: ReadonlySet<string>,
): Promise<Comparison> {
  const moved = shown.flatMap(({ record, shownHash }) => {
    const stored = known.get(record.key);
    return stored !== undefined && stored.shownHash !== shownHash && !superseded.has(stored.key) ? [stored.id] : [];
  });
  const stored = await loadRecords(trx, moved);
  const compared: ComparedRecord[] = [];
  const before: BeforeRecord[] = [];
  for (const found of shown) {
    const knownRecord = known.get(found.record.key);
    const storedRecord = knownRecord && stored.get(knownRecord.id);
    if (knownRecord === undefined) compared.push(await storeNew(trx, moment, found));
    else if (storedRecord === undefined) compared.push(unchanged(knownRecord, found.record));
    else {
      const result = await storeChanged(trx, moment, storedRecord, found);
      compared.push(result.compared);
      before.push(result.before);
    }
  }
  return { compared, before };
}

function unchanged({ id, key, shownHash }: KnownRecord, shown: SearchRecord): ComparedRecord {
  return { recordId: id, key, record: briefOf(shown), changes: [], shownHash, outgrewWindow: false };
}

async function storeNew(trx: Trx, moment: CheckMoment, { record, shownHash }: FoundRecord): Promise<ComparedRecord> {
  const recordId = await insertRecord(trx, record, shownHash, moment.now);
  if (record.type === 'docket') await insertEntries(trx, recordId, 0, record.entries ?? [], moment.checkId);
  const { key } = record;
  return { recordId, key, record: briefOf(record), changes: [], shownHash, outgrewWindow: false };
}

async function storeChanged(
  trx: Trx,
  moment: CheckMoment,
  stored: StoredRecord,
  found: FoundRecord,
): Promise<{ compared: ComparedRecord; before: BeforeRecord }> {
  const { record, firstSeenAt, changedAt } = stored;
  const result = await changesOf(trx, moment, stored, found);
  await updateRecord(trx, stored.id, result.record, found.shownHash, moment.now);
  return {
    compared: {
      recordId: stored.id,
      key: record.key,
      record: briefOf(result.record),
      changes: result.changes,
      shownHash: found.shownHash,
      outgrewWindow: result.outgrewWindow,
    },
    before: { record, entries: result.entries, firstSeenAt, changedAt },
  };
}

async function changesOf(trx: Trx, moment: CheckMoment, stored: StoredRecord, found: FoundRecord) {
  const [before, shown] = [stored.record, found.record];
  if (before.type === 'docket' && shown.type === 'docket') {
    return storeDocket(trx, stored, { before, shown, entriesUnreadable: found.entriesUnreadable }, moment);
  }
  const nothing = { outgrewWindow: false, entries: [] };
  if (before.type === 'design' && shown.type === 'design') {
    return { ...compareDesigns(before, shown, { firstSeenOn: stored.firstSeenAt.slice(0, 10) }), ...nothing };
  }
  return { record: shown, changes: [], ...nothing };
}

async function storeDocket(
  trx: Trx,
  stored: StoredRecord,
  { before, shown, entriesUnreadable }: { before: Docket; shown: Docket; entriesUnreadable: number | undefined },
  moment: CheckMoment,
) {
  const entries = await loadEntries(trx, stored.id);
  // Where the last complete check did not show it, we last knew it for sure when it changed: filings since then are new.
  const seenThen = moment.shownThen.has(stored.id) ? moment.lastCheckedOn : undefined;
  const lastCheckedOn = seenThen ?? stored.changedAt.slice(0, 10);
  const comparison = compareDockets(before, shown, entries, { lastCheckedOn, entriesUnreadable });
  const lastSeq = entries.at(-1)?.seq ?? 0;
  await insertEntries(trx, stored.id, lastSeq, comparison.newEntries, moment.checkId);
  for (const { seq, entry } of comparison.entryUpdates) await updateEntry(trx, stored.id, seq, entry);
  return { ...comparison, entries };
}
