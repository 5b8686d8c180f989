import { compareDesigns, type DesignContext } from '../../diff/compareDesigns.ts';
import { compareDockets } from '../../diff/compareDockets.ts';
import type { Docket } from '../../records/docket.ts';
import { briefOf, type SearchRecord } from '../../records/record.ts';
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
import { beforeEntries } from '../evidence/beforeEntries.ts';
import type { BeforeRecords } from '../evidence/beforeRecords.ts';
import type { CheckMoment, ComparedRecord } from './comparedRecord.ts';

/** So many stored records are in memory at a time, beside those shown. */
const atOnce = 200;

/** What a comparison reads and writes. */
interface Comparing {
  readonly trx: Trx;
  readonly moment: CheckMoment;
  /** Takes the records as they were, where the service shows something else now. */
  readonly before: BeforeRecords;
}

/** Compares the shown records with the stored ones and stores what they are now, within the check's transaction. */
export async function compareShown(
  comparing: Comparing,
  shown: readonly FoundRecord[],
  known: ReadonlyMap<string, KnownRecord>,
): Promise<ComparedRecord[]> {
  const compared: ComparedRecord[] = [];
  for (let start = 0; start < shown.length; start += atOnce) {
    compared.push(...(await compareSome(comparing, shown.slice(start, start + atOnce), known)));
  }
  return compared;
}

async function compareSome(
  comparing: Comparing,
  shown: readonly FoundRecord[],
  known: ReadonlyMap<string, KnownRecord>,
): Promise<ComparedRecord[]> {
  const moved = shown.flatMap(({ key, shownHash }) => {
    const stored = known.get(key);
    return stored !== undefined && stored.shownHash !== shownHash ? [stored.id] : [];
  });
  const before = await loadRecords(comparing.trx, moved);
  const compared: ComparedRecord[] = [];
  for (const found of shown) {
    const stored = known.get(found.key);
    const storedRecord = stored && before.get(stored.id);
    if (stored === undefined) compared.push(await storeNew(comparing, found));
    else if (storedRecord === undefined) compared.push(withoutNews(stored, found.open()));
    else compared.push(await storeNews(comparing, storedRecord, found));
  }
  return compared;
}

function withoutNews({ id, key }: KnownRecord, shown: SearchRecord): ComparedRecord {
  const record = briefOf(shown);
  return { recordId: id, key, record, inserted: false, touched: false, changes: [], outgrewWindow: false };
}

async function storeNew({ trx, moment }: Comparing, found: FoundRecord): Promise<ComparedRecord> {
  const { key, shownHash } = found;
  const shown = found.open();
  const recordId = await insertRecord(trx, shown, shownHash, moment.now);
  if (shown.type === 'docket') await insertEntries(trx, recordId, 0, shown.entries ?? [], moment.checkId);
  return { recordId, key, record: briefOf(shown), inserted: true, touched: true, changes: [], outgrewWindow: false };
}

async function storeNews(
  { trx, moment, before }: Comparing,
  stored: StoredRecord,
  found: FoundRecord,
): Promise<ComparedRecord> {
  const { shownHash, entriesUnreadable } = found;
  const shown = found.open();
  const result =
    stored.record.type === 'docket' && shown.type === 'docket'
      ? await storeDocketNews(trx, stored, { before: stored.record, shown, entriesUnreadable }, moment)
      : stored.record.type === 'design' && shown.type === 'design'
        ? { ...compareDesigns(stored.record, shown, firstSeen(stored)), outgrewWindow: false, entries: [] }
        : { record: shown, changes: [], outgrewWindow: false, entries: [] };
  await updateRecord(trx, stored.id, result.record, shownHash, moment.now);
  const { record, firstSeenAt, changedAt } = stored;
  before.add({ record, entries: result.entries, entriesShown: found.entryCount, firstSeenAt, changedAt });
  return {
    recordId: stored.id,
    key: stored.record.key,
    record: briefOf(result.record),
    inserted: false,
    touched: true,
    changes: result.changes,
    outgrewWindow: result.outgrewWindow,
  };
}

function firstSeen({ firstSeenAt }: StoredRecord): DesignContext {
  return { firstSeenOn: firstSeenAt.slice(0, 10) };
}

async function storeDocketNews(
  trx: Trx,
  stored: StoredRecord,
  { before, shown, entriesUnreadable }: { before: Docket; shown: Docket; entriesUnreadable: number | undefined },
  moment: CheckMoment,
) {
  const entries = await loadEntries(trx, stored.id);
  // Where the last complete check did not show it, we last knew it for sure when it changed: filings since then are news.
  const seenThen = moment.shownThen.has(stored.id) ? moment.lastCheckedOn : undefined;
  const lastCheckedOn = seenThen ?? stored.changedAt.slice(0, 10);
  const comparison = compareDockets(before, shown, entries, { lastCheckedOn, entriesUnreadable });
  const lastSeq = entries.at(-1)?.seq ?? 0;
  await insertEntries(trx, stored.id, lastSeq, comparison.newEntries, moment.checkId);
  for (const { seq, entry } of comparison.entryUpdates) await updateEntry(trx, stored.id, seq, entry);
  return { ...comparison, entries: beforeEntries(entries, shown.entries ?? [], comparison.matches) };
}
