import { setImmediate } from 'node:timers/promises';
import { filedDay } from '../../reading/dates/findDays.ts';
import type { DateLine, DateSource } from '../../reading/events/dateLine.ts';
import { readDateLines } from '../../reading/events/readDateLines.ts';
import { casePhase, type PhaseDocket } from '../../reading/phase.ts';
import { readEntry, readingVersion } from '../../reading/readEntry.ts';
import type { StoredEntry } from '../../records/diff/comparableEntry.ts';
import type { Entry, EntryReading, EntryType } from '../../records/docket.ts';
import { dayOf } from '../../records/fieldForm.ts';
import { indexEntries } from '../find/searchWordsTable.ts';
import type { EntriesTable } from '../schema/snapshotTables.ts';
import { allOf, countRows, type Db, firstOf, putRows, type Store } from '../store.ts';

export async function loadEntries(db: Db, recordId: number): Promise<StoredEntry[]> {
  const rows = await selectEntries(db, recordId).orderBy('seq').execute();
  return rows.map((row) => ({ seq: row.seq, entry: fromRow(row) }));
}

function selectEntries(db: Db, recordId: number) {
  return db
    .selectFrom('entries')
    .select(['seq', ...entryColumns])
    .where('recordId', '=', recordId);
}

const entryColumns = ['documentNumber', 'dateFiled', 'description', 'documentHref', 'pdfUrl', 'more'] as const;

type EntryRow = Pick<EntriesTable, (typeof entryColumns)[number]>;

export async function insertEntries(db: Db, entries: readonly PlacedEntry[], checkId: number | null): Promise<void> {
  const { rows, lines } = readRows(entries, checkId);
  await putRows(db, 'entries', rows);
  await indexTexts(db, entries);
  await insertDateLines(db, lines);
}

type PlacedEntry = Readonly<{ recordId: number; seq: number; entry: Entry }>;

export async function updateEntries(db: Db, entries: readonly PlacedEntry[]): Promise<void> {
  await readAgain(db, entries);
  await indexTexts(db, entries);
}

/** Stores entries whose rows exist, as the rules of today read them. */
async function readAgain(db: Db, entries: readonly PlacedEntry[]): Promise<void> {
  const { rows, lines } = readRows(entries, null);
  const set = [...entryColumns, 'reading', 'readingVersion', 'entryType'] as const;
  await putRows(db, 'entries', rows, { key: ['recordId', 'seq'], set });
  await replaceDateLines(db, entries, lines);
}

function readRows(entries: readonly PlacedEntry[], firstCheck: number | null) {
  const read = entries.map(({ recordId, seq, entry }) => {
    const reading = readEntry(entry.description, entry.dateFiled);
    const columns = { reading: JSON.stringify(reading), readingVersion, entryType: reading.type };
    const lines = readDateLines(entry.description, reading, entry.dateFiled);
    return {
      row: { recordId, seq, firstCheck, ...toColumns(entry), ...columns },
      lines: lines.map((line, position) => ({ recordId, seq, position, line })),
    };
  });
  return { rows: read.map(({ row }) => row), lines: read.flatMap(({ lines }) => lines) };
}

async function indexTexts(db: Db, entries: readonly PlacedEntry[]): Promise<void> {
  const texts = entries.map(({ recordId, seq, entry }) => ({ recordId, seq, description: entry.description }));
  await indexEntries(db, texts);
}

/** Reads again the entries that older rules read. @returns how many */
async function readOldest(db: Db, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('entries')
    .select(['recordId', 'seq', ...entryColumns])
    .where('readingVersion', '<', readingVersion)
    .orderBy('readingVersion')
    .limit(limit)
    // The lock matters because a check may be about to change these texts.
    .forUpdate()
    .execute();
  const entries = rows.map(({ recordId, seq, ...row }) => ({ recordId, seq, entry: fromRow(row) }));
  await readAgain(db, entries);
  return rows.length;
}

export async function entriesNumbered(db: Db, recordId: number, numbers: readonly string[]): Promise<Entry[]> {
  const rows = await selectEntries(db, recordId).where('documentNumber', 'in', numbers).orderBy('seq').execute();
  return numbers.flatMap((number) => {
    const row = rows.find((candidate) => candidate.documentNumber === number);
    return row === undefined ? [] : [fromRow(row)];
  });
}

export async function entriesKnownAt(db: Db, recordId: number, checkId: number): Promise<Entry[]> {
  const rows = await selectEntries(db, recordId)
    .where((eb) => eb.or([eb('firstCheck', 'is', null), eb('firstCheck', '<=', checkId)]))
    .orderBy('dateFiled', 'desc')
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(fromRow);
}

export async function countEntries(db: Db, recordIds: readonly number[]): Promise<number> {
  return countRows(db.selectFrom('entries').where('recordId', 'in', recordIds));
}

function toColumns({ patentNumbers, extraDocument, unread = [], ...entry }: Entry): EntryRow {
  const { documentNumber, dateFiled, description, documentHref, pdfUrl } = entry;
  const lists = Object.entries({ patentNumbers, extraDocument, unread }).filter(([, list]) => list.length > 0);
  const more = lists.length > 0 ? JSON.stringify(Object.fromEntries(lists)) : null;
  return { documentNumber, dateFiled, description, documentHref, pdfUrl, more };
}

function fromRow(row: EntryRow): Entry {
  const { documentNumber, dateFiled, description, documentHref, pdfUrl } = row;
  const { patentNumbers = [], extraDocument = [], ...unread } = JSON.parse(row.more ?? '{}') as Partial<Entry>;
  return { documentNumber, dateFiled, description, documentHref, pdfUrl, patentNumbers, extraDocument, ...unread };
}

export type ReadEntry = Readonly<{ seq: number; entry: Entry; reading: EntryReading }>;

/** Returns the newest first; within a day, the higher document number first. */
export async function readEntries(db: Db, recordId: number): Promise<ReadEntry[]> {
  const rows = await selectEntries(db, recordId).select('reading').execute();
  const entries = rows.map((row) => {
    return { seq: row.seq, entry: fromRow(row), reading: JSON.parse(row.reading) as EntryReading };
  });
  return entries.sort((a, b) => byDay(a, b) || numberOf(b) - numberOf(a) || b.seq - a.seq);
}

function numberOf({ entry }: ReadEntry): number {
  return Number.parseInt(entry.documentNumber, 10) || 0;
}

/** Puts the later day first. */
function byDay({ entry: { dateFiled: a } }: ReadEntry, { entry: { dateFiled: b } }: ReadEntry): number {
  return a === b ? 0 : a < b ? 1 : -1;
}

// biome-ignore format: a list of words
const phaseTypes: readonly EntryType[] = [
  'complaint', 'service', 'answer', 'discovery', 'verdict', 'judgment', 'appeal', 'dismissal', 'clerk', 'order',
  'motion', 'brief', 'hearing',
];

/** Returns what gives the phase of one of these dockets. */
export async function loadPhases(db: Db, recordIds: readonly number[]) {
  const rows = await db
    .selectFrom('entries')
    .select(['recordId', 'seq', 'documentNumber', 'description as text', 'dateFiled', 'reading'])
    .where('recordId', 'in', recordIds)
    .where('entryType', 'in', phaseTypes)
    .orderBy('recordId')
    .orderBy('seq')
    .execute();
  const entries = rows.map(({ dateFiled, reading, ...row }) => ({
    ...row,
    filed: dayOf(dateFiled) ?? '',
    reading: JSON.parse(reading) as EntryReading,
  }));
  const byRecord = Map.groupBy(entries, ({ recordId }) => recordId);
  return (recordId: number, docket: PhaseDocket) => casePhase(byRecord.get(recordId) ?? [], docket);
}

const batch = 500;

/** Works in short transactions, so that others can write in between. @returns how many entries were read */
export async function readOldEntries(
  store: Store,
  options: { readonly signal?: AbortSignal; readonly onRead?: (read: number) => void } = {},
): Promise<number> {
  let read = 0;
  while (options.signal?.aborted !== true) {
    const some = await store.transaction((trx) => readOldest(trx, batch));
    read += some;
    if (some < batch) break;
    options.onRead?.(read);
    await setImmediate();
  }
  return read;
}

type PlacedLine = Readonly<{ recordId: number; seq: number; position: number; line: DateLine }>;

async function insertDateLines(db: Db, lines: readonly PlacedLine[]): Promise<void> {
  const rows = lines.map(({ recordId, seq, position, line }) => {
    return { recordId, seq, position, line: JSON.stringify(line), date: line.date ?? null };
  });
  await putRows(db, 'entryDates', rows);
}

async function replaceDateLines(
  db: Db,
  entries: readonly { readonly recordId: number; readonly seq: number }[],
  lines: readonly PlacedLine[],
): Promise<void> {
  for (const [recordId, ofRecord] of Map.groupBy(entries, (entry) => entry.recordId)) {
    const seqs = ofRecord.map(({ seq }) => seq);
    await db.deleteFrom('entryDates').where('recordId', '=', recordId).where('seq', 'in', seqs).execute();
  }
  await insertDateLines(db, lines);
}

/** Returns records with a day in this span, both ends included. `caseDates` decides whether the day still stands. */
export async function recordsWithDates(db: Db, from: string, until: string | undefined): Promise<Set<number>> {
  let query = db.selectFrom('entryDates').select('recordId').distinct().where('date', '>=', from);
  if (until !== undefined) query = query.where('date', '<=', until);
  return new Set(await allOf(query, 'recordId'));
}

type Span = Readonly<{ from: string; until: string }>;

/** Returns the day of the first line beyond `many` in this span, both ends included; undefined if there is none. */
export async function dayOfManyDates(db: Db, { from, until }: Span, many: number): Promise<string | undefined> {
  const entryDates = db.selectFrom('entryDates').select('date').where('date', '>=', from).where('date', '<=', until);
  return firstOf(entryDates.orderBy('date').limit(1).offset(many), 'date');
}

export async function loadDateLines(db: Db, recordIds: readonly number[]) {
  const rows = await db
    .selectFrom('entryDates')
    .innerJoin('entries', (join) =>
      join.onRef('entries.recordId', '=', 'entryDates.recordId').onRef('entries.seq', '=', 'entryDates.seq'),
    )
    .select(['entryDates.recordId', 'entryDates.seq', 'line', ...sourceColumns])
    .where('entryDates.recordId', 'in', recordIds)
    .orderBy('entryDates.recordId')
    .orderBy('entryDates.seq')
    .orderBy('position')
    .execute();
  const ofEntry = (lines: typeof rows) =>
    lines.slice(0, 1).map((row) => {
      return { source: sourceOf(row), lines: lines.map(({ line }) => JSON.parse(line) as DateLine) };
    });
  const byRecord = [...Map.groupBy(rows, (row) => row.recordId)];
  return new Map(
    byRecord.map(([id, some]) => [id, [...Map.groupBy(some, (row) => row.seq).values()].flatMap(ofEntry)]),
  );
}

const sourceColumns = ['documentNumber', 'dateFiled', 'documentHref', 'pdfUrl', 'reading'] as const;

function sourceOf(row: Pick<EntriesTable, 'seq' | (typeof sourceColumns)[number]>): DateSource {
  const { seq, documentNumber, documentHref, pdfUrl } = row;
  const { refersTo } = JSON.parse(row.reading) as EntryReading;
  return { seq, documentNumber, filed: filedDay(row.dateFiled), refersTo, documentHref, pdfUrl };
}
