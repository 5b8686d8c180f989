import type { StoredEntry } from '../../diff/readEntry.ts';
import type { Entry } from '../../records/entry.ts';
import { chunks, type Db } from '../store.ts';
import type { EntriesTable } from '../tables.ts';

/** Every entry of a docket ever seen, in the order of first sight. */
export async function loadEntries(db: Db, recordId: number): Promise<StoredEntry[]> {
  const rows = await db
    .selectFrom('entries')
    .select(['seq', ...entryColumns])
    .where('record_id', '=', recordId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ seq: row.seq, entry: fromRow(row) }));
}

const entryColumns = ['document_number', 'date_filed', 'description', 'document_href', 'pdf_url', 'more'] as const;

type EntryRow = Pick<EntriesTable, (typeof entryColumns)[number]>;

/** Appends entries to a docket that has `after` of them already. */
export async function insertEntries(
  db: Db,
  recordId: number,
  after: number,
  entries: readonly Entry[],
  checkId: number | null,
): Promise<void> {
  let seq = after;
  for (const entry of entries) {
    seq += 1;
    await db
      .insertInto('entries')
      .values({ record_id: recordId, seq, first_check: checkId, ...toColumns(entry) })
      .execute();
  }
}

export async function updateEntry(db: Db, recordId: number, seq: number, entry: Entry): Promise<void> {
  await db
    .updateTable('entries')
    .set(toColumns(entry))
    .where('record_id', '=', recordId)
    .where('seq', '=', seq)
    .execute();
}

/** How many entries the dockets among these records have stored, together. */
export async function countEntries(db: Db, recordIds: readonly number[]): Promise<number> {
  let total = 0;
  for (const part of chunks(recordIds)) {
    const row = await db
      .selectFrom('entries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('record_id', 'in', part)
      .executeTakeFirstOrThrow();
    total += Number(row.count);
  }
  return total;
}

interface More {
  patentNumbers?: Entry['patentNumbers'];
  extraDocument?: Entry['extraDocument'];
  unread?: Entry['unread'];
}

function toColumns(entry: Entry): EntryRow {
  const more: More = {};
  if (entry.patentNumbers.length > 0) more.patentNumbers = entry.patentNumbers;
  if (entry.extraDocument.length > 0) more.extraDocument = entry.extraDocument;
  if (entry.unread !== undefined && entry.unread.length > 0) more.unread = entry.unread;
  return {
    document_number: entry.documentNumber,
    date_filed: entry.dateFiled,
    description: entry.description,
    document_href: entry.documentHref,
    pdf_url: entry.pdfUrl,
    more: Object.keys(more).length > 0 ? JSON.stringify(more) : null,
  };
}

const none: readonly never[] = Object.freeze([]);

function fromRow(row: EntryRow): Entry {
  const more = row.more === null ? {} : (JSON.parse(row.more) as More);
  return {
    documentNumber: row.document_number,
    dateFiled: row.date_filed,
    description: row.description,
    documentHref: row.document_href,
    pdfUrl: row.pdf_url,
    patentNumbers: more.patentNumbers ?? none,
    extraDocument: more.extraDocument ?? none,
    ...(more.unread === undefined ? {} : { unread: more.unread }),
  };
}
