import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema/tables.ts';
import {
  longestWord,
  type Phrase,
  type RecordSearch,
  type RecordWords,
  type SearchTerms,
  type Term,
  textsOfRecord,
  type Watched,
  type WordIndex,
} from '../words/searchTerms.ts';

/**
 * The word index on Postgres: one tsvector per text, made of our own tokens instead of by a parser of Postgres. It
 * holds 16,383 positions per text and 256 per word. Beyond these, phrases in very long texts are not found, but their
 * words are.
 */
export const tsvector: WordIndex = { putRecordWords, putEntryWords, findRecordWords, findEntryWords };

async function putRecordWords(db: Db, words: ReadonlyMap<number, RecordWords | undefined>): Promise<void> {
  const partsOf = ({ name, numbers, about }: RecordWords) => [
    weighed(name, 'A'),
    weighed(numbers, 'A'),
    weighed(about, 'C'),
  ];
  await putVectors(db, { table: 'record_words', key: 'record_id' }, words, partsOf);
}

async function putEntryWords(db: Db, words: ReadonlyMap<number, string | undefined>): Promise<void> {
  await putVectors(db, { table: 'entry_words', key: 'text_id' }, words, (text) => [weighed(text, 'D')]);
}

/** In two statements, however many texts there are: a round trip to the server takes longer than several writes. */
async function putVectors<T>(
  db: Db,
  { table, key }: { readonly table: string; readonly key: string },
  words: ReadonlyMap<number, T | undefined>,
  partsOf: (one: T) => readonly Weighed[],
): Promise<void> {
  const gone: number[] = [];
  const ids: number[] = [];
  const vectors: string[] = [];
  for (const [id, one] of words) {
    if (one === undefined) gone.push(id);
    else {
      ids.push(id);
      vectors.push(vectorOf(partsOf(one)));
    }
  }
  if (gone.length > 0)
    await sql`delete from ${sql.table(table)} where ${sql.ref(key)} = any(${gone}::bigint[])`.execute(db);
  if (ids.length === 0) return;
  await sql`insert into ${sql.table(table)} (${sql.ref(key)}, words)
    select id, words::tsvector from unnest(${ids}::bigint[], ${vectors}::text[]) as new (id, words)
    on conflict (${sql.ref(key)}) do update set words = excluded.words`.execute(db);
}

async function findRecordWords(db: Db, terms: SearchTerms, search: RecordSearch): Promise<number[]> {
  const { watched, type, limit, rankedAtMost } = search;
  const query = queryOf(terms);
  const found = sql`select record_id as id, words from record_words where words @@ ${query}
    and exists (select 1 from memberships where record_id = record_words.record_id and ${watched})
    and exists (select 1 from records where id = record_words.record_id and type = ${type})
    order by record_id desc limit ${rankedAtMost}`;
  // Weights of {D, C, B, A}, as on SQLite: a name counts most. 1: a word in a longer text counts less.
  const ranked = await sql<{ id: number }>`with found as materialized (${found}) select id from found
    order by case when (select count(*) from found) < ${rankedAtMost}
    then ts_rank('{0, 0.25, 0, 1}', words, ${query}, 1) else 0 end desc, id desc limit ${limit}`.execute(db);
  return ranked.rows.map((row) => row.id);
}

async function findEntryWords(
  db: Db,
  terms: SearchTerms,
  watched: Watched,
  { below, limit }: { readonly below: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select text_id as id from entry_words where words @@ ${queryOf(terms)}
    and text_id < ${below} and exists (select 1 from memberships
      where record_id = entry_words.text_id / ${sql.lit(textsOfRecord)} and ${watched})
    order by text_id desc limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

type Weight = 'A' | 'C' | 'D';

interface Weighed {
  readonly words: readonly string[];
  readonly weight: Weight;
}

function weighed(text: string, weight: Weight): Weighed {
  return { words: text.split(' ').filter((word) => word !== ''), weight };
}

const mostPlaces = 16_383;
const placesOfWord = 256;

/**
 * A tsvector as Postgres reads it: `'rival':1A,7C`. Tokens are only letters and digits, as many as fit
 * (search/fittingWords.ts). A gap between parts keeps phrases inside one part.
 */
function vectorOf(parts: readonly Weighed[]): string {
  const places = new Map<string, string[]>();
  let place = 0;
  for (const { words, weight } of parts) {
    for (const word of words) {
      place = Math.min(place + 1, mostPlaces);
      const known = places.get(word);
      if (known === undefined) places.set(word, [`${place}${weight}`]);
      else if (known.length < placesOfWord) known.push(`${place}${weight}`);
    }
    place += 1;
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}

function queryOf({ wanted, unwanted }: SearchTerms): RawBuilder<unknown> {
  const all = wanted.map(alternatives).join(' & ');
  const text = unwanted.length === 0 ? all : `(${all}) & !(${unwanted.map(alternatives).join(' | ')})`;
  return sql`${text}::tsquery`;
}

function alternatives(term: Term): string {
  return `(${term.map(phrase).join(' | ')})`;
}

/**
 * A word too long for the index is cut to a length that is not in the index either. Postgres would refuse the whole
 * query otherwise.
 */
function phrase({ tokens, goesOn }: Phrase): string {
  return `(${tokens
    .map((token, at) => `'${token.slice(0, longestWord + 1)}'${goesOn && at === tokens.length - 1 ? ':*' : ''}`)
    .join(' <-> ')})`;
}
