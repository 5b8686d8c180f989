import SQLite from 'better-sqlite3';
import type { Config } from '../../../src/config/config.ts';
import { readDateLines } from '../../../src/reading/events/readDateLines.ts';
import { readEntry, readingVersion } from '../../../src/reading/readEntry.ts';
import { queriesOf } from '../../../src/schedule/syncWatches.ts';

const entriesEach = 10;
/** One in this many cases has a date in the coming weeks. */
const casesADate = 50;
const changesAWatch = 500;
const checksAWatch = 300;

const casesASmallWatch = 10;

/** The number of the entry whose text sets a date. */
const orderSeq = 7;

/** The texts of a case's entries, in order. */
const texts = [
  'COMPLAINT for Patent Infringement against Rival Inc. (Filing fee $ 405)',
  'SUMMONS Returned Executed by Filler Co. Rival Inc. served',
  'NOTICE of Appearance of Counsel by Filler Co. (Entered: 02/03/2026)',
  'ANSWER to 1 Complaint by Rival Inc.',
  'MOTION to Dismiss for Failure to State a Claim by Rival Inc.',
  'ORDER denying 5 Motion to Dismiss. Signed by Judge A. Writer',
  'SCHEDULING ORDER: Fact Discovery completed by 12/18/2026. Signed by Judge A. Writer',
  'STIPULATION for Extension of Time to respond to 5 Motion to Dismiss',
  'NOTICE OF SERVICE of First Set of Interrogatories by Filler Co.',
  'TRANSCRIPT of a conference held on 2/3/2026',
];

/**
 * Fills a database with what years of watching leave, in plain SQL and one transaction. Every watch of the config gets
 * its share of these cases with ten entries each (a watch of designs gets a tenth as many designs), with changes,
 * checks and alerts of the last weeks.
 */
export function fillPages(config: Config, cases: number, now: Date): void {
  const connection = new SQLite(config.database);
  connection.pragma('synchronous = OFF');
  connection.exec('begin');
  const isSmall = ({ id }: { id: string }) => id.startsWith('small-');
  const docketWatches = config.watches.filter((watch) => watch.searches[0]?.type === 'dockets' && !isSmall(watch));
  const designWatches = config.watches.filter((watch) => watch.searches[0]?.type === 'designs');
  insertCases(connection, cases, now);
  insertDesigns(connection, cases / 10, cases);
  hold(connection, docketWatches.map(firstQuery), { from: 1, count: cases });
  hold(connection, designWatches.map(firstQuery), { from: cases + 1, count: cases / 10 });
  const perDocketWatch = cases / docketWatches.length;
  docketWatches.forEach((watch, index) => {
    live(connection, { watchId: watch.id, queryId: firstQuery(watch), firstRecord: index * perDocketWatch + 1 }, now);
  });
  insertSmall(connection, config.watches.filter(isSmall).map(firstQuery), cases, now);
  connection.exec('commit');
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
}

function firstQuery(watch: Config['watches'][number]): string {
  return queriesOf(watch)[0]?.id ?? '';
}

function insertCases(connection: SQLite.Database, cases: number, now: Date): void {
  connection.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${cases})
    insert into records (id, type, key, body, shown_hash, first_seen_at, changed_at, terminated)
    select i, 'docket', 100000000 + i,
      json_object('type', 'docket', 'key', cast(100000000 + i as text), 'docketNumber', printf('2:26-cv-%05d', i),
        'caseName', printf('Filler %d Co. v. Rival Inc.', i), 'court', 'District Court, D. Delaware', 'status', 'open',
        'parties', json_array(printf('Filler %d Co.', i), 'Rival Inc.'), 'patentNumbers', json_array(), 'dateFiled', '2026-01-02',
        'dateTerminated', case when i % 3 = 0 then '2026-03-04' else '' end, 'entryTotal', ${entriesEach}),
      printf('%022d', i), '2026-01-01T00:00:00.000Z', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (i * 7919 % 20000000) || ' seconds'),
      case when i % 3 = 0 then '2026-03-04' end from n`);
  const insert = connection.prepare(`
    insert into entries (record_id, seq, document_number, date_filed, description, document_href, pdf_url, reading, entry_type, reading_version)
    select id, @seq, @seq, '2026-02-03', @text, printf('/doc1/%d%03d', id, @seq), '', @reading, @type, @version from records where type = 'docket'`);
  texts.forEach((text, index) => {
    const reading = readEntry(text, '2026-02-03');
    const columns = { reading: JSON.stringify(reading), type: reading.type, version: readingVersion };
    insert.run({ seq: index + 1, text, ...columns });
  });
  insertDates(connection, now);
}

/** Inserts the dates that the order among the texts sets, on days from now on. */
function insertDates(connection: SQLite.Database, now: Date): void {
  const text = texts[orderSeq - 1] ?? '';
  const [line] = readDateLines(text, readEntry(text, '2026-02-03'), '2026-02-03');
  if (line === undefined) throw new Error('The scheduling order names no date.');
  connection
    .prepare(`
    insert into entry_dates (record_id, seq, position, line, date)
    select id, ${orderSeq}, 0, json_set(@line, '$.date', day), day
    from (select id, date(@today, '+' || (id / ${casesADate} % 60) || ' days') as day
      from records where type = 'docket' and id % ${casesADate} = 0)`)
    .run({ today: now.toISOString().slice(0, 10), line: JSON.stringify(line) });
}

function insertDesigns(connection: SQLite.Database, designs: number, after: number): void {
  connection.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${designs})
    insert into records (id, type, key, other_key, body, shown_hash, first_seen_at, changed_at, expires)
    select ${after} + i, 'design', printf('HAGUE.D%06d', i), printf('HAGUE.%06d', i),
      json_object('type', 'design', 'key', printf('HAGUE.D%06d', i), 'source', 'HAGUE', 'registrationNumber', printf('DM/%06d', i),
        'status', case when i % 4 = 0 then 'EXP' else 'ACT' end, 'holders', json_array('Rival SA'), 'products', json_array('Bottle'),
        'locarno', json_array('09-01'), 'designatedStates', json_array('DE', 'FR'), 'images', json_array(),
        'registered', '2021-04-05', 'expires', date('2026-01-01', '+' || (i % 1800) || ' days')),
      printf('%022d', i), strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (i * 7919 % 20000000) || ' seconds'),
      strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (i * 104729 % 20000000) || ' seconds'),
      date('2026-01-01', '+' || (i % 1800) || ' days') from n`);
}

/** Distributes records among queries, the same number to each. */
function hold(
  connection: SQLite.Database,
  queryIds: readonly string[],
  records: { from: number; count: number },
): void {
  const each = Math.ceil(records.count / queryIds.length);
  const insert = connection.prepare(
    'insert into memberships (query_id, record_id) select ?, id from records where id >= ? and id < ?',
  );
  queryIds.forEach((queryId, index) => {
    const first = records.from + index * each;
    insert.run(queryId, first, Math.min(first + each, records.from + records.count));
  });
}

interface Alive {
  readonly watchId: string;
  readonly queryId: string;
  readonly firstRecord: number;
}

/** Inserts a check every few hours before now, with changes and an alert for each change. */
function live(connection: SQLite.Database, { watchId, queryId, firstRecord }: Alive, now: Date): void {
  const at = now.toISOString();
  connection
    .prepare(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${checksAWatch})
    insert into checks (query_id, started_at, ended_at, outcome, requests, hits, credits)
    select @queryId, moment, moment, 'complete', 2, 100, 24 from (
      select i, strftime('%Y-%m-%dT%H:%M:%fZ', @at, '-' || ((${checksAWatch} - i) * 6) || ' hours') moment from n) order by i`)
    .run({ queryId, at });
  const last = connection.prepare('select max(id) id from checks').get() as { id: number };
  connection
    .prepare('update queries set last_check = ?, last_complete_check = ? where id = ?')
    .run(last.id, last.id, queryId);
  connection
    .prepare('update watch_queries set next_due_at = ?, baseline_at = ? where query_id = ?')
    .run(new Date(now.getTime() + 3_600_000).toISOString(), at, queryId);
  insertChanges(connection, { watchId, firstRecord, check: last.id, at });
}

/** Inserts queries of a few cases, each with one check an hour ago. */
function insertSmall(connection: SQLite.Database, queryIds: readonly string[], cases: number, now: Date): void {
  const at = new Date(now.getTime() - 3_600_000).toISOString();
  const nextDue = new Date(now.getTime() + 3_600_000).toISOString();
  const hold = connection.prepare(
    'insert into memberships (query_id, record_id) select ?, id from records where id > ? and id <= ?',
  );
  const check = connection.prepare(`
    insert into checks (query_id, started_at, ended_at, outcome, requests, hits, credits)
    values (?, ?, ?, 'complete', 1, ${casesASmallWatch}, 12)`);
  const checked = connection.prepare('update queries set last_check = ?, last_complete_check = ? where id = ?');
  const due = connection.prepare('update watch_queries set next_due_at = ?, baseline_at = ? where query_id = ?');
  queryIds.forEach((queryId, index) => {
    const before = (index * casesASmallWatch) % cases;
    hold.run(queryId, before, before + casesASmallWatch);
    const { lastInsertRowid: id } = check.run(queryId, at, at);
    checked.run(id, id, queryId);
    due.run(nextDue, at, queryId);
  });
}

function insertChanges(
  connection: SQLite.Database,
  { watchId, firstRecord, check, at }: { watchId: string; firstRecord: number; check: number; at: string },
): void {
  const text = texts[5] ?? '';
  const entry = {
    documentNumber: '6',
    dateFiled: '2026-02-03',
    description: text,
    documentHref: null,
    pdfUrl: '',
    patentNumbers: [],
    extraDocument: [],
    reading: readEntry(text, '2026-02-03'),
  };
  const first = (connection.prepare('select coalesce(max(id), 0) id from changes').get() as { id: number }).id;
  connection
    .prepare(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${changesAWatch - 1})
    insert into changes (check_id, record_id, kind, detected_at, entry, fields, rule)
    select @check, @firstRecord + i, 'entry.new', strftime('%Y-%m-%dT%H:%M:%fZ', @at, '-' || ((${changesAWatch} - i) * 4) || ' hours'), @entry, '[]', 'new'
    from n order by i`)
    .run({ check, firstRecord, at, entry: JSON.stringify(entry) });
  connection
    .prepare('insert into change_watches (change_id, watch_id) select id, ? from changes where id > ?')
    .run(watchId, first);
  connection
    .prepare(`
    insert into alerts (id, channel, kind, state, created_at, due_at, attempts, ended_at, subject)
    select id, 'counsel', 'changes', 'sent', detected_at, detected_at, 1, detected_at, 'ORDER' from changes where id > ?`)
    .run(first);
  connection
    .prepare('insert into alert_changes (alert_id, change_id, watch_id) select id, id, ? from changes where id > ?')
    .run(watchId, first);
}
