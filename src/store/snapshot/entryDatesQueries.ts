import type { Selectable } from 'kysely';
import { filedDay } from '../../reading/dates/findDays.ts';
import type { LinkedSource } from '../../reading/events/calendarEvent.ts';
import type { DateLine } from '../../reading/events/dateLine.ts';
import type { Design } from '../../records/design.ts';
import type { EntryReading } from '../../records/entryReading.ts';
import type { EntriesTable, EntryDatesTable } from '../schema/snapshotTables.ts';
import { type Db, putRows } from '../store.ts';

type More = Pick<DateLine, 'name' | 'kind' | 'party' | 'moves' | 'named' | 'all' | 'supersedes' | 'by'>;

type PlacedLine = Readonly<{ recordId: number; seq: number; position: number; line: DateLine }>;

export async function insertDateLines(db: Db, lines: readonly PlacedLine[]): Promise<void> {
  const rows = lines.map(({ recordId, seq, position, line }) => {
    const { act, what, words, date = null, time = null, days = null, ...more } = line;
    const said = { act, what, words, date, time, days, more: JSON.stringify(more satisfies More) };
    return { record_id: recordId, seq, position, ...said };
  });
  await putRows(db, 'entry_dates', rows);
}

/** Replaces all date lines of these entries. */
export async function replaceDateLines(
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
    .select(['entry_dates.record_id', 'entry_dates.seq', 'act', 'date', 'time', 'days', 'what', 'words'])
    .select(['entry_dates.more', 'document_number', 'date_filed', 'document_href', 'pdf_url', 'reading'])
    .where('entry_dates.record_id', 'in', recordIds)
    .orderBy('entry_dates.record_id')
    .orderBy('entry_dates.seq')
    .orderBy('position')
    .execute();
  const ofEntry = (lines: typeof rows) =>
    lines.slice(0, 1).map((row) => ({ source: sourceOf(row), lines: lines.map(lineOf) }));
  const byRecord = [...Map.groupBy(rows, (row) => row.record_id)];
  return new Map(
    byRecord.map(([id, some]) => [id, [...Map.groupBy(some, (row) => row.seq).values()].flatMap(ofEntry)]),
  );
}

type LineColumns = Omit<Selectable<EntryDatesTable>, 'record_id' | 'seq' | 'position'>;
type SourceNames = 'seq' | 'document_number' | 'date_filed' | 'document_href' | 'pdf_url' | 'reading';

function lineOf({ act, what, words, date, time, days, more }: LineColumns): DateLine {
  const said = { date: date ?? undefined, time: time ?? undefined, days: days ?? undefined };
  return { act, what, words, ...said, ...(JSON.parse(more) as More) };
}

function sourceOf(row: Pick<EntriesTable, SourceNames>): LinkedSource {
  const { seq, document_number: documentNumber, document_href: documentHref, pdf_url: pdfUrl } = row;
  const { refersTo } = JSON.parse(row.reading) as EntryReading;
  return { seq, documentNumber, filed: filedDay(row.date_filed), refersTo, documentHref, pdfUrl };
}

export async function designsExpiring(db: Db, { from, until }: Span) {
  const records = db.selectFrom('records').select(['id', 'body']).where('expires', '>=', from);
  const rows = await records.where('expires', '<=', until).orderBy('expires').orderBy('id').execute();
  return new Map(rows.map((row) => [row.id, JSON.parse(row.body) as Design]));
}
