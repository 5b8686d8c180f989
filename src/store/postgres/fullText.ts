import { type RawBuilder, sql } from 'kysely';
import type { Phrase, SearchTerms, Term } from '../search/searchTerms.ts';
import { textsOfRecord } from '../search/textId.ts';
import type { Held, RecordSearch, RecordWords, WordIndex } from '../search/wordIndex.ts';
import type { Db } from '../tables.ts';

/**
 * The index of words as Postgres keeps it: a tsvector a text, made of our own tokens and not by one of its parsers. It knows 16,383
 * places of a text and 256 of a word: beyond them phrases of very long texts are not found, their words are.
 */
export const tsvector: WordIndex = { putRecordWords, putEntryWords, findRecordWords, findEntryWords };

async function putRecordWords(db: Db, recordId: number, words: RecordWords | undefined): Promise<void> {
  if (words === undefined) {
    await sql`delete from record_words where record_id = ${recordId}`.execute(db);
    return;
  }
  const parts = [weighed(words.name, 'A'), weighed(words.numbers, 'A'), weighed(words.about, 'C')] as const;
  await sql`insert into record_words (record_id, words) values (${recordId}, ${vectorOf(parts)}::tsvector)
    on conflict (record_id) do update set words = excluded.words`.execute(db);
}

async function putEntryWords(db: Db, textId: number, words: string | undefined): Promise<void> {
  if (words === undefined) {
    await sql`delete from entry_words where text_id = ${textId}`.execute(db);
    return;
  }
  await sql`insert into entry_words (text_id, words) values (${textId}, ${vectorOf([weighed(words, 'D')])}::tsvector)
    on conflict (text_id) do update set words = excluded.words`.execute(db);
}

/** To order more than these by how well they match takes longer than a reader waits. */
const orderedAtMost = 1000;

async function findRecordWords(db: Db, terms: SearchTerms, { held, type, limit }: RecordSearch): Promise<number[]> {
  const query = queryOf(terms);
  const found = sql`select record_id as id, words from record_words where words @@ ${query}
    and exists (select 1 from memberships where record_id = record_words.record_id and ${held})
    and exists (select 1 from records where id = record_words.record_id and type = ${type})
    order by record_id desc limit ${orderedAtMost}`;
  // Of {D, C, B, A}: as much more a name counts on SQLite. 1: the longer the text, the less one word of it says.
  const ranked = await sql<{ id: number }>`with found as materialized (${found}) select id from found
    order by case when (select count(*) from found) < ${orderedAtMost} then ts_rank('{0, 0.25, 0, 1}', words, ${query}, 1) else 0 end desc,
    id desc limit ${limit}`.execute(db);
  return ranked.rows.map((row) => row.id);
}

async function findEntryWords(
  db: Db,
  terms: SearchTerms,
  held: Held,
  { below, limit }: { readonly below: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select text_id as id from entry_words where words @@ ${queryOf(terms)}
    and text_id < ${below} and exists (select 1 from memberships where record_id = entry_words.text_id / ${sql.lit(textsOfRecord)} and ${held})
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
const longestWord = 2000;

/** As Postgres reads one: `'rival':1A,7C`. Tokens are letters and digits alone. A gap between parts keeps phrases inside one. */
function vectorOf(parts: readonly Weighed[]): string {
  const places = new Map<string, string[]>();
  let place = 0;
  for (const { words, weight } of parts) {
    for (const word of words) {
      place = Math.min(place + 1, mostPlaces);
      const known = places.get(word);
      if (known !== undefined) known.push(`${place}${weight}`);
      else if (word.length < longestWord / 4) places.set(word, [`${place}${weight}`]);
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

function phrase({ tokens, goesOn }: Phrase): string {
  return `(${tokens.map((token, at) => `'${token}'${goesOn && at === tokens.length - 1 ? ':*' : ''}`).join(' <-> ')})`;
}
