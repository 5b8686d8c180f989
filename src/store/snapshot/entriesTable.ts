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
import { countRows, type Db, putRows, type Store } from '../store.ts';

export async function loadEntries(db: Db, recordId: number): Promise<StoredEntry[]> {
  const rows = await selectEntries(db, recordId).orderBy('seq').execute();
  return rows.map((row) => ({ seq: row.seq, entry: fromRow(row) }));
}

function selectEntries(db: Db, recordId: number) {
  return db
    .selectFrom('entries')
    .select(['seq', ...entryColumns])
    .where('record_id', '=', recordId);
}

const entryColumns = ['document_number', 'date_filed', 'description', 'document_href', 'pdf_url', 'more'] as const;

type EntryRow = Pick<EntriesTable, (typeof entryColumns)[number]>;

export async function insertEntries(db: Db, entries: readonly PlacedEntry[], checkId: number | null): Promise<void> {
  const read = entries.map((entry) => readRow(entry, checkId));
  await putRead(db, read);
  await insertDateLines(db, linesOf(read));
}

type PlacedEntry = Readonly<{ recordId: number; seq: number; entry: Entry }>;

export async function updateEntries(db: Db, entries: readonly PlacedEntry[]): Promise<void> {
  const read = entries.map((entry) => readRow(entry, null));
  const set = [...entryColumns, 'reading', 'reading_version', 'entry_type'] as const;
  await putRead(db, read, { key: ['record_id', 'seq'], set });
  await replaceDateLines(db, entries, linesOf(read));
}

type Read = readonly ReturnType<typeof readRow>[];

const linesOf = (read: Read) => read.flatMap(({ lines }) => lines);

async function putRead(db: Db, read: Read, then?: Parameters<typeof putRows<'entries'>>[3]): Promise<void> {
  const [rows, texts] = [read.map(({ row }) => row), read.map(({ text }) => text)];
  await putRows(db, 'entries', rows, then);
  await indexEntries(db, texts);
}

function readRow({ recordId, seq, entry }: PlacedEntry, firstCheck: number | null) {
  const { columns, lines } = readColumns(entry);
  return {
    row: { record_id: recordId, seq, first_check: firstCheck, ...toColumns(entry), ...columns },
    text: { recordId, seq, description: entry.description },
    lines: lines.map((line, position) => ({ recordId, seq, position, line })),
  };
}

function readColumns({ description, dateFiled }: Pick<Entry, 'description' | 'dateFiled'>) {
  const reading = readEntry(description, dateFiled);
  const columns = { reading: JSON.stringify(reading), reading_version: readingVersion, entry_type: reading.type };
  return { columns, lines: readDateLines(description, reading, dateFiled) };
}

/** Reads again the entries that older rules read. @returns how many */
async function readOldest(db: Db, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('entries')
    .select(['record_id', 'seq', 'description', 'date_filed'])
    .where('reading_version', '<', readingVersion)
    .orderBy('reading_version')
    .limit(limit)
    // The lock matters because a check may be about to change these texts.
    .forUpdate()
    .execute();
  for (const { record_id: recordId, seq, description, date_filed: dateFiled } of rows) {
    const { columns, lines } = readColumns({ description, dateFiled });
    await db.updateTable('entries').set(columns).where('record_id', '=', recordId).where('seq', '=', seq).execute();
    const placed = lines.map((line, position) => ({ recordId, seq, position, line }));
    await replaceDateLines(db, [{ recordId, seq }], placed);
  }
  return rows.length;
}

export async function entriesNumbered(db: Db, recordId: number, numbers: readonly string[]): Promise<Entry[]> {
  const rows = await selectEntries(db, recordId).where('document_number', 'in', numbers).orderBy('seq').execute();
  return numbers.flatMap((number) => {
    const row = rows.find((candidate) => candidate.document_number === number);
    return row === undefined ? [] : [fromRow(row)];
  });
}

export async function entriesKnownAt(db: Db, recordId: number, checkId: number): Promise<Entry[]> {
  const rows = await selectEntries(db, recordId)
    .where((eb) => eb.or([eb('first_check', 'is', null), eb('first_check', '<=', checkId)]))
    .orderBy('date_filed', 'desc')
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(fromRow);
}

export async function countEntries(db: Db, recordIds: readonly number[]): Promise<number> {
  return countRows(db.selectFrom('entries').where('record_id', 'in', recordIds));
}

type More = { -readonly [Key in 'patentNumbers' | 'extraDocument' | 'unread']?: Exclude<Entry[Key], undefined> };

function toColumns(entry: Entry): EntryRow {
  const more: More = {};
  if (entry.patentNumbers.length > 0) more.patentNumbers = entry.patentNumbers;
  if (entry.extraDocument.length > 0) more.extraDocument = entry.extraDocument;
  if (entry.unread !== undefined && entry.unread.length > 0) more.unread = entry.unread;
  const { documentNumber: document_number, dateFiled: date_filed, description } = entry;
  const { documentHref: document_href, pdfUrl: pdf_url } = entry;
  const rest = Object.keys(more).length > 0 ? JSON.stringify(more) : null;
  return { document_number, date_filed, description, document_href, pdf_url, more: rest };
}

const none: readonly never[] = Object.freeze([]);

function fromRow(row: EntryRow): Entry {
  const { document_number: documentNumber, date_filed: dateFiled, description } = row;
  const { document_href: documentHref, pdf_url: pdfUrl } = row;
  const { patentNumbers = none, extraDocument = none, ...unread } = JSON.parse(row.more ?? '{}') as More;
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
    .select(['record_id as recordId', 'seq', 'document_number as documentNumber', 'description as text'])
    .select(['date_filed', 'reading'])
    .where('record_id', 'in', recordIds)
    .where('entry_type', 'in', phaseTypes)
    .orderBy('record_id')
    .orderBy('seq')
    .execute();
  const entries = rows.map(({ date_filed, reading, ...row }) => ({
    ...row,
    filed: dayOf(date_filed) ?? '',
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
    return { record_id: recordId, seq, position, line: JSON.stringify(line), date: line.date ?? null };
  });
  await putRows(db, 'entry_dates', rows);
}

/** Replaces all date lines of these entries. */
async function replaceDateLines(
  db: Db,
  entries: readonly { readonly recordId: number; readonly seq: number }[],
  lines: readonly PlacedLine[],
): Promise<void> {
  for (const [recordId, ofRecord] of Map.groupBy(entries, (entry) => entry.recordId)) {
    const seqs = ofRecord.map(({ seq }) => seq);
    await db.deleteFrom('entry_dates').where('record_id', '=', recordId).where('seq', 'in', seqs).execute();
  }
  await insertDateLines(db, lines);
}

/** Returns records with a day in this span, both ends included. `caseDates` decides whether the day still stands. */
export async function recordsWithDates(db: Db, from: string, until: string | undefined): Promise<Set<number>> {
  let query = db.selectFrom('entry_dates').select('record_id').distinct().where('date', '>=', from);
  if (until !== undefined) query = query.where('date', '<=', until);
  return new Set((await query.execute()).map((row) => row.record_id));
}

type Span = Readonly<{ from: string; until: string }>;

/** Returns the day of the first line beyond `many` in this span, both ends included; undefined if there is none. */
export async function dayOfManyDates(db: Db, { from, until }: Span, many: number): Promise<string | undefined> {
  const entryDates = db.selectFrom('entry_dates').select('date').where('date', '>=', from).where('date', '<=', until);
  const row = await entryDates.orderBy('date').limit(1).offset(many).executeTakeFirst();
  return row?.date ?? undefined;
}

export async function loadDateLines(db: Db, recordIds: readonly number[]) {
  const rows = await db
    .selectFrom('entry_dates')
    .innerJoin('entries', (join) =>
      join.onRef('entries.record_id', '=', 'entry_dates.record_id').onRef('entries.seq', '=', 'entry_dates.seq'),
    )
    .select(['entry_dates.record_id', 'entry_dates.seq', 'line'])
    .select(['document_number', 'date_filed', 'document_href', 'pdf_url', 'reading'])
    .where('entry_dates.record_id', 'in', recordIds)
    .orderBy('entry_dates.record_id')
    .orderBy('entry_dates.seq')
    .orderBy('position')
    .execute();
  const ofEntry = (lines: typeof rows) =>
    lines.slice(0, 1).map((row) => {
      return { source: sourceOf(row), lines: lines.map(({ line }) => JSON.parse(line) as DateLine) };
    });
  const byRecord = [...Map.groupBy(rows, (row) => row.record_id)];
  return new Map(
    byRecord.map(([id, some]) => [id, [...Map.groupBy(some, (row) => row.seq).values()].flatMap(ofEntry)]),
  );
}

type SourceNames = 'seq' | 'document_number' | 'date_filed' | 'document_href' | 'pdf_url' | 'reading';

function sourceOf(row: Pick<EntriesTable, SourceNames>): DateSource {
  const { seq, document_number: documentNumber, document_href: documentHref, pdf_url: pdfUrl } = row;
  const { refersTo } = JSON.parse(row.reading) as EntryReading;
  return { seq, documentNumber, filed: filedDay(row.date_filed), refersTo, documentHref, pdfUrl };
}
