import { type RawBuilder, sql } from 'kysely';
import type { RecordType } from '../../records/record.ts';
import { type Db, hasOneWriter } from '../store.ts';
import { longestWord, type Phrase, type SearchTerms, type Term, textsOfRecord } from './searchTerms.ts';

/** The words of a record, by what they say about it, separated by blanks. */
export interface RecordWords {
  readonly id: number;
  readonly name: string;
  readonly numbers: string;
  readonly about: string;
}

/** The words of the text of an entry, whose number is `textIdOf`. */
export interface EntryWords {
  readonly id: number;
  readonly text: string;
}

/** Replaces the words by which these records are found. */
export async function putRecordWords(db: Db, words: readonly RecordWords[]): Promise<void> {
  if (hasOneWriter(db)) {
    for (const { id, name, numbers, about } of words)
      await sql`insert or replace into record_words (rowid, name, numbers, about)
        values (${id}, ${name}, ${numbers}, ${about})`.execute(db);
    return;
  }
  const columns = [
    words.map(({ name }) => name),
    words.map(({ numbers }) => numbers),
    words.map(({ about }) => about),
  ] as const;
  await sql`insert into record_words (rowid, words)
    select id, setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', numbers), 'A')
      || setweight(to_tsvector('simple', about), 'C')
    from unnest(${words.map(({ id }) => id)}::bigint[], ${columns[0]}::text[], ${columns[1]}::text[],
      ${columns[2]}::text[]) as new (id, name, numbers, about)
    on conflict (rowid) do update set words = excluded.words`.execute(db);
}

/** The same for texts of entries, in which words are found whatever their ending. */
export async function putEntryWords(db: Db, words: readonly EntryWords[]): Promise<void> {
  if (hasOneWriter(db)) {
    for (const { id, text } of words)
      await sql`insert or replace into entry_words (rowid, text) values (${id}, ${text})`.execute(db);
    return;
  }
  const [ids, texts] = [words.map(({ id }) => id), words.map(({ text }) => text)];
  await sql`insert into entry_words (rowid, words)
    select id, to_tsvector('english', text) from unnest(${ids}::bigint[], ${texts}::text[]) as new (id, text)
    on conflict (rowid) do update set words = excluded.words`.execute(db);
}

/** Empties the index, for a database whose records go. */
export async function clearWords(db: Db): Promise<void> {
  await sql`delete from record_words`.execute(db);
  await sql`delete from entry_words`.execute(db);
}

/** Which records may be found, as a condition on `memberships`. */
export type Watched = RawBuilder<boolean>;

export interface RecordSearch {
  readonly watched: Watched;
  readonly type: RecordType;
  readonly limit: number;
  /** Where so many or more match, they come by age and not by how well they match. */
  readonly rankedAtMost: number;
}

/**
 * The records whose own words match, best first: a name counts more than other words. Where very many match, as for
 * `Inc`, newest first.
 */
export async function findRecordWords(db: Db, terms: SearchTerms, search: RecordSearch): Promise<number[]> {
  const { watched, type, limit, rankedAtMost } = search;
  const { matches, best } = hasOneWriter(db) ? onSqlite(terms) : onPostgres(terms, 'simple');
  const found = sql`select rowid as id from record_words where ${matches('record_words')}
    and exists (select 1 from memberships where record_id = record_words.rowid and ${watched})
    and exists (select 1 from records where id = record_words.rowid and type = ${type})`;
  const newest = await sql<{ id: number }>`${found} order by rowid desc limit ${rankedAtMost}`.execute(db);
  if (newest.rows.length < 2 || newest.rows.length === rankedAtMost)
    return newest.rows.slice(0, limit).map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`${found} ${best} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The texts of entries that match: newest record first, and of each record the entry seen last first. Only texts below
 * an id, and at most `limit` of them.
 */
export async function findEntryWords(
  db: Db,
  terms: SearchTerms,
  watched: Watched,
  { below, limit }: { readonly below: number; readonly limit: number },
): Promise<number[]> {
  const whole = { wanted: terms.wanted.map(wholeWords), unwanted: terms.unwanted.map(wholeWords) };
  const { matches } = hasOneWriter(db) ? onSqlite(whole) : onPostgres(whole, 'english');
  const { rows } = await sql<{ id: number }>`select rowid as id from entry_words where ${matches('entry_words')}
    and rowid < ${below} and exists (select 1 from memberships
      where record_id = entry_words.rowid / ${sql.lit(textsOfRecord)} and ${watched})
    order by rowid desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const wholeWords = (term: Term): Term => term.map(({ tokens }) => ({ tokens, goesOn: false }));

/** How a database searches for these terms: in a table of words, and those that match best first. */
interface Matching {
  readonly matches: (table: string) => RawBuilder<unknown>;
  readonly best: RawBuilder<unknown>;
}

/** Tokens are only letters and digits, so nothing in them has a meaning for either database. */
function onSqlite(terms: SearchTerms): Matching {
  const phrase = ({ tokens, goesOn }: Phrase) => `"${tokens.join(' ')}"${goesOn ? '*' : ''}`;
  const text = written(terms, { and: ' AND ', or: ' OR ', not: ' NOT ' }, phrase);
  return {
    matches: (table) => sql`${sql.ref(table)} match ${text}`,
    best: sql`and rank match 'bm25(8.0, 8.0, 2.0)' order by rank`,
  };
}

function onPostgres(terms: SearchTerms, language: 'simple' | 'english'): Matching {
  const phrase = ({ tokens, goesOn }: Phrase) =>
    `(${tokens
      // Postgres refuses a query with a longer word. None of this length is in the index.
      .map((token) => `'${token.slice(0, longestWord + 1)}'`)
      .join(' <-> ')}${goesOn ? ':*' : ''})`;
  const text = written(terms, { and: ' & ', or: ' | ', not: ' & !' }, phrase);
  const query = sql`to_tsquery(${sql.lit(language)}, ${text})`;
  return {
    matches: () => sql`words @@ ${query}`,
    // Weights of {D, C, B, A}, as on SQLite: a name counts most. 1: a word in a longer text counts less.
    best: sql`order by ts_rank('{0, 0.25, 0, 1}', words, ${query}, 1) desc, rowid desc`,
  };
}

function written(
  { wanted, unwanted }: SearchTerms,
  { and, or, not }: Readonly<Record<'and' | 'or' | 'not', string>>,
  phrase: (one: Phrase) => string,
): string {
  const alternatives = (term: Term) => `(${term.map(phrase).join(or)})`;
  const all = wanted.map(alternatives).join(and);
  return unwanted.length === 0 ? all : `(${all})${not}(${unwanted.map(alternatives).join(or)})`;
}
