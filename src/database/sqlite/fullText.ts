import { sql } from 'kysely';
import type { Db } from '../schema/tables.ts';
import type { RecordSearch, RecordWords, SearchTerms, Term, Watched, WordIndex } from '../words/searchTerms.ts';
import { textsOfRecord } from '../words/searchTerms.ts';

/** The word index on SQLite: FTS5. */
export const fts5: WordIndex = { putRecordWords, putEntryWords, findRecordWords, findEntryWords };

async function putRecordWords(db: Db, words: ReadonlyMap<number, RecordWords | undefined>): Promise<void> {
  for (const [id, one] of words) {
    const put =
      one === undefined
        ? sql`delete from record_words where rowid = ${id}`
        : sql`insert or replace into record_words (rowid, name, numbers, about)
            values (${id}, ${one.name}, ${one.numbers}, ${one.about})`;
    await put.execute(db);
  }
}

async function putEntryWords(db: Db, words: ReadonlyMap<number, string | undefined>): Promise<void> {
  for (const [id, text] of words) {
    await (text === undefined
      ? sql`delete from entry_words where rowid = ${id}`.execute(db)
      : sql`insert or replace into entry_words (rowid, text) values (${id}, ${text})`.execute(db));
  }
}

async function findRecordWords(db: Db, terms: SearchTerms, search: RecordSearch): Promise<number[]> {
  const { watched, type, limit, rankedAtMost } = search;
  const found = sql`select rowid as id from record_words where record_words match ${matchOf(terms)}
    and exists (select 1 from memberships where record_id = record_words.rowid and ${watched})
    and exists (select 1 from records where id = record_words.rowid and type = ${type})`;
  const newest = await sql<{ id: number }>`${found} order by rowid desc limit ${rankedAtMost}`.execute(db);
  const ids = newest.rows.map((row) => row.id);
  if (ids.length < 2 || ids.length === rankedAtMost) return ids.slice(0, limit);
  const best = await sql<{
    id: number;
  }>`${found} and rank match 'bm25(8.0, 8.0, 2.0)' order by rank limit ${limit}`.execute(db);
  return best.rows.map((row) => row.id);
}

async function findEntryWords(
  db: Db,
  terms: SearchTerms,
  watched: Watched,
  { below, limit }: { readonly below: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select rowid as id from entry_words where entry_words match ${matchOf(terms)}
    and rowid < ${below} and exists (select 1 from memberships
      where record_id = entry_words.rowid / ${sql.lit(textsOfRecord)} and ${watched})
    order by rowid desc limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Tokens are only letters and digits, so nothing in them has a meaning for FTS5. */
function matchOf({ wanted, unwanted }: SearchTerms): string {
  const all = wanted.map(alternatives).join(' AND ');
  return unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.map(alternatives).join(' OR ')})`;
}

function alternatives(term: Term): string {
  return `(${term.map(({ tokens, goesOn }) => `"${tokens.join(' ')}"${goesOn ? '*' : ''}`).join(' OR ')})`;
}
