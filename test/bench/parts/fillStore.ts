import SQLite from 'better-sqlite3';
import { readEntry, readingVersion } from '../../../src/reading/readEntry.ts';

const entriesEach = 10;
const recordsAQuery = 100;

/**
 * Fills a database with dockets of ten entries each, a hundred per query, in plain SQL: what a million records found
 * over years would leave, but within a minute.
 */
export function fillStore(database: string, records: number): void {
  const connection = new SQLite(database);
  const now = '2026-01-01T00:00:00.000Z';
  connection.pragma('synchronous = OFF');
  connection.exec('begin');
  connection.exec(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${Math.ceil(records / recordsAQuery)})
    insert into queries (id, operation, body) select printf('filler%010d', i), 'pacer', '{}' from n`);
  connection.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${records})
    insert into records (id, type, key, body, shown_hash, first_seen_at, changed_at)
    select 1000000 + i, 'docket', 100000000 + i,
      json_object('type', 'docket', 'key', 100000000 + i, 'docketNumber', printf('2:19-cv-%05d', i),
        'caseName', 'Filler Co. v. Filling Inc.', 'court', 'U.S. District Court for the District of Delaware',
        'parties', json_array('Filler Co.', 'Filling Inc.'), 'dateFiled', '2019-01-02', 'entryTotal', ${entriesEach}),
      printf('%022d', i), '${now}', '${now}' from n`);
  const text = 'NOTICE of Appearance of Counsel number %d by Filler Co. (Entered: 02/03/2019)';
  const reading = readEntry(text, '2019-02-03');
  connection
    .prepare(`
    with recursive e(j) as (select 1 union all select j + 1 from e where j < ${entriesEach})
    insert into entries (record_id, seq, document_number, date_filed, description, document_href, pdf_url, reading, entry_type, reading_version)
    select records.id, j, j, '2019-02-03', printf(@text, j), printf('/doc1/%d%03d', records.id, j), '',
      @reading, @type, @version from records cross join e where records.id > 1000000`)
    .run({ text, reading: JSON.stringify(reading), type: reading.type, version: readingVersion });
  connection.exec(`
    insert into memberships (query_id, record_id)
    select printf('filler%010d', (id - 1000001) / ${recordsAQuery}), id from records where id > 1000000`);
  connection.exec('commit');
  // Waits until all of it is on the disk. Otherwise the system would still be writing while checks are measured.
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
}
