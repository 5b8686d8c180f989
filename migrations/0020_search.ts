import { type Kysely, sql } from 'kysely';
import { ending, onSqlite } from './columns.ts';

/**
 * The word index for the search of the pages: words of records and of entries. In the transaction that writes a
 * text, a trigger notes it as pending; soon after, it is indexed (src/store/search/indexPending.ts). Texts that
 * were stored before are noted here.
 *
 * A text has the number `record_id * 1048576 + seq`, and a record itself counts as its seq 0, so that the texts of a
 * record are next to each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pending_texts')
    .addColumn('id', onSqlite(db) ? 'integer' : 'bigint', (c) => c.primaryKey())
    .modifyEnd(ending(db))
    .execute();
  await sql`insert into pending_texts (id) select record_id * 1048576 + seq from entries`.execute(db);
  await sql`insert into pending_texts (id) select id * 1048576 from records`.execute(db);
  await (onSqlite(db) ? createFts5(db) : createTsvector(db));
}

const record = (row: string) => sql.raw(`${row}.id * 1048576`);
const entry = (row: string) => sql.raw(`${row}.record_id * 1048576 + ${row}.seq`);

/** The triggers: name, event, and the number of the text that is noted. */
const triggers = [
  ['records_inserted', sql`insert on records`, record('new')],
  ['records_updated', sql`update of body on records`, record('new')],
  ['records_deleted', sql`delete on records`, record('old')],
  ['entries_inserted', sql`insert on entries`, entry('new')],
  ['entries_updated', sql`update of description, document_number on entries`, entry('new')],
  ['entries_deleted', sql`delete on entries`, entry('old')],
] as const;

/** The index keeps words and their positions, not the texts, which are in `records` and `entries`. */
async function createFts5(db: Kysely<unknown>): Promise<void> {
  const options = sql`content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0'`;
  await sql`create virtual table record_words using fts5(name, numbers, about, ${options})`.execute(db);
  await sql`create virtual table entry_words using fts5(text, ${options})`.execute(db);
  for (const [name, event, id] of triggers) {
    await sql`create trigger ${sql.ref(name)} after ${event} begin insert or ignore into pending_texts (id) values (${id}); end`.execute(
      db,
    );
  }
}

/** The words of a text are one row. On Postgres each trigger needs a function of its own. */
async function createTsvector(db: Kysely<unknown>): Promise<void> {
  await sql`create table record_words (record_id bigint primary key, words tsvector not null)`.execute(db);
  await sql`create table entry_words (text_id bigint primary key, words tsvector not null)`.execute(db);
  await sql`create index record_words_words on record_words using gin (words)`.execute(db);
  await sql`create index entry_words_words on entry_words using gin (words)`.execute(db);
  for (const [name, event, id] of triggers) {
    await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $$ begin
      insert into pending_texts (id) values (${id}) on conflict do nothing; return null; end $$`.execute(db);
    await sql`create trigger ${sql.ref(name)} after ${event} for each row execute function ${sql.ref(name)}()`.execute(
      db,
    );
  }
}
