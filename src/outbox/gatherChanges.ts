import type { Db } from '../database/store.ts';
import type { MessageChange, WatchFacts } from '../message/content.ts';
import { readEntry } from '../reading/readEntry.ts';
import type { Entry } from '../records/entry.ts';
import type { SearchRecord } from '../records/record.ts';
import { loadWatchSettings } from '../schedule/watchesTable.ts';
import { type ChangeRow, changesOfAlert } from '../snapshot/changesTable.ts';
import { entriesKnownAt, entriesNumbered } from '../snapshot/entriesTable.ts';
import { loadRecords } from '../snapshot/recordsTable.ts';
import { loadAlertChanges } from './alertContentQueries.ts';
import { gatherHeld } from './gatherHeld.ts';
import { joinedTo } from './joined.ts';
import { goneAndBackOnce, withoutReportedTwice } from './reportedTwice.ts';
import { type FactsOfWatches, watchFacts } from './watchFacts.ts';

const namedAtMost = 10;
/** Entries shown with a new docket; the others are counted. */
const insideAtMost = 10;

/** The changes of an alert, each once with every watch for which it is reported, and those watches. */
export async function gatherChanges(
  db: Db,
  alertId: number,
  knownWatches: FactsOfWatches,
): Promise<{ watches: WatchFacts[]; changes: MessageChange[] }> {
  const watchesOfChange = new Map<number, string[]>();
  const watches = new Map<string, WatchFacts>();
  for (const { changeId, watchId, name, matter } of await loadAlertChanges(db, alertId)) {
    const ids = watchesOfChange.get(changeId);
    if (ids === undefined) watchesOfChange.set(changeId, [watchId]);
    else ids.push(watchId);
    const remembered = { id: watchId, name, matter: matter ?? undefined, asks: '' };
    watches.set(watchId, knownWatches.get(watchId) ?? remembered);
  }
  // Another process's config may keep names out of messages.
  const unknown = [...watches.keys()].filter((id) => !knownWatches.has(id));
  for (const [id, settings] of await loadWatchSettings(db, unknown)) watches.set(id, watchFacts(settings));
  const rows = await changesOfAlert(db, alertId);
  // Records are read apart: a docket with a thousand new entries is parsed once, not a thousand times.
  const records = await gatherRecords(db, rows);
  const changes: MessageChange[] = [];
  for (const { recordId, rule: _, ...change } of rows) {
    const record = records.get(recordId);
    if (record === undefined) continue;
    const own = (watchesOfChange.get(change.id) ?? []).flatMap((id) => watches.get(id) ?? []);
    const context = await gatherContext(db, { ...change, recordId, record }, own);
    const held = await gatherHeld(db, change, record);
    changes.push({ ...change, watches: watchesOfChange.get(change.id) ?? [], record, ...context, ...held });
  }
  return { watches: [...watches.values()], changes: goneAndBackOnce(withoutReportedTwice(changes)) };
}

/** What a message shows with a change but is stored elsewhere: the entries that it names, and what came with a new docket. */
export async function gatherContext(
  db: Db,
  change: ContextOf,
  watches: readonly WatchFacts[],
): Promise<Pick<MessageChange, 'namedEntries' | 'entries' | 'moreEntries' | 'joined'>> {
  const namedEntries = await gatherNamed(db, change);
  const inside = change.kind === 'docket.new' ? await gatherInside(db, change, watches) : {};
  return { namedEntries, ...inside };
}

type ContextOf = Pick<ChangeRow, 'kind' | 'checkId' | 'reading' | 'recordId' | 'fields' | 'note' | 'detectedAt'> & {
  readonly record: SearchRecord;
};

/** Whether this change reports that a party was joined to an old case. */
export async function gatherJoined(
  db: Db,
  change: ContextOf,
  watches: readonly WatchFacts[],
): Promise<Pick<MessageChange, 'joined'>> {
  const { kind, note, fields, record } = change;
  if (kind !== 'docket.new' || record.type !== 'docket' || (note === undefined && fields.length < 2)) return {};
  const all = await entriesKnownAt(db, change.recordId, change.checkId);
  return { joined: joinedTo(record, change, all, watches) };
}

/** What a new docket comes with: what joined the party, its complaint, then its newest entries. Those of later checks are reported by themselves. */
async function gatherInside(
  db: Db,
  change: ContextOf,
  watches: readonly WatchFacts[],
): Promise<Pick<MessageChange, 'entries' | 'moreEntries' | 'joined'>> {
  const { record } = change;
  const all = await entriesKnownAt(db, change.recordId, change.checkId);
  const joined = record.type === 'docket' ? joinedTo(record, change, all, watches) : undefined;
  const complaint = all.findLast((entry) => readEntry(entry.description, entry.dateFiled).type === 'complaint');
  const first = new Set([joined?.by, complaint].filter((entry) => entry !== undefined));
  const entries = [...first, ...all.filter((entry) => !first.has(entry))].slice(0, insideAtMost);
  return { entries, moreEntries: all.length - entries.length, ...(joined && { joined }) };
}

/** The entries that a new one names: an order says only by number what it decides. */
async function gatherNamed(
  db: Db,
  { recordId, kind, reading }: Pick<ContextOf, 'recordId' | 'kind' | 'reading'>,
): Promise<Entry[] | undefined> {
  if (kind !== 'entry.new' || reading === undefined) return undefined;
  return entriesNumbered(db, recordId, reading.refersTo.slice(0, namedAtMost));
}

async function gatherRecords(db: Db, changes: readonly ChangeRow[]): Promise<Map<number, SearchRecord>> {
  const stored = await loadRecords(db, [...new Set(changes.map((change) => change.recordId))]);
  return new Map([...stored].map(([id, { record }]) => [id, record]));
}
