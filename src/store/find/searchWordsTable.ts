import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { cleanText } from '../../base/words/cleanText.ts';
import { shortCourt } from '../../records/courts.ts';
import { type Design, locarnoTitle, rightNumber } from '../../records/design.ts';
import { type Docket, readDocketNumber } from '../../records/docket.ts';
import type { RecordType, SearchRecord } from '../../records/record.ts';
import { type Db, hasOneWriter } from '../store.ts';

export interface Phrase {
  readonly tokens: readonly string[];
  readonly goesOn: boolean; // Whether the last word may continue: `rival` finds `Rivalco`.
}

export type Term = readonly Phrase[];

export type SearchTerms = Readonly<{ wanted: readonly Term[]; unwanted: readonly Term[] }>;

/** Returns a token that finds a case however its number is written. */
export function docketToken(year: string, serial: string): string {
  return `case${year}no${serial}`;
}

export function tokensOf(text: string): string[] {
  return searchTokens(text).map(({ token }) => token);
}

/** How many text ids are reserved for the entries of one record. */
const textsOfRecord = 1_048_576;

export function textIdOf(recordId: number, seq = 0): number {
  return recordId * textsOfRecord + seq;
}

export function placeOfText(textId: number): { readonly recordId: number; readonly seq: number } {
  return { recordId: Math.floor(textId / textsOfRecord), seq: textId % textsOfRecord };
}

/** In letters. Longer words are not indexed: nobody searches for them, and Postgres takes at most 2,046 bytes. */
const longestWord = 500;

export function wordsOf(texts: readonly string[], letters: number): string {
  const tokens = texts.flatMap((text) => tokensOf(text.slice(0, letters)));
  const words = tokens.filter((token) => token.length <= longestWord).join(' ');
  return words.length <= letters ? words : words.slice(0, Math.max(0, words.lastIndexOf(' ', letters)));
}

/** Each Chinese or Japanese character is a word, because these scripts have no spaces. */
const pattern = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+/gv;

export function searchTokens(text: string) {
  return [...text.matchAll(pattern)].flatMap(({ 0: word, index }) => {
    const token = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return token === '' ? [] : [{ token, start: index, end: index + word.length }];
  });
}

export async function clearWords(db: Db): Promise<void> {
  await sql`delete from record_words`.execute(db);
  await sql`delete from entry_words`.execute(db);
}

/** A condition on `memberships`. */
export type Watched = Expression<SqlBool>;

export interface RecordSearch {
  readonly watched: Watched;
  readonly type: RecordType;
  readonly limit: number;
}

/** When this many or more match, age decides their order: ranking them takes longer than a reader waits. */
const rankedAtMost = 1000;

/** Returns the best first; names count more than other words. When very many match, as for `Inc`, the newest first. */
export async function findRecordWords(db: Db, terms: SearchTerms, search: RecordSearch): Promise<number[]> {
  const { watched, type, limit } = search;
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

/** Returns texts below an id: the newest record first, and within a record the entry seen last first. */
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

type Matching = Readonly<{ matches: (table: string) => RawBuilder<unknown>; best: RawBuilder<unknown> }>;

/** Tokens are only letters and digits, so they contain no operators of either database. */
function onSqlite(terms: SearchTerms): Matching {
  const phrase = ({ tokens, goesOn }: Phrase) => `"${tokens.join(' ')}"${goesOn ? '*' : ''}`;
  const text = writtenTerms(terms, { and: ' AND ', or: ' OR ', not: ' NOT ' }, phrase);
  return {
    matches: (table) => sql`${sql.ref(table)} match ${text}`,
    best: sql`and rank match 'bm25(8.0, 8.0, 2.0)' order by rank`,
  };
}

function onPostgres(terms: SearchTerms, language: 'simple' | 'english'): Matching {
  const phrase = ({ tokens, goesOn }: Phrase) =>
    `(${tokens
      // Postgres refuses a query with a longer word. The index has no word of this length.
      .map((token) => `'${token.slice(0, longestWord + 1)}'`)
      .join(' <-> ')}${goesOn ? ':*' : ''})`;
  const text = writtenTerms(terms, { and: ' & ', or: ' | ', not: ' & !' }, phrase);
  const query = sql`to_tsquery(${sql.lit(language)}, ${text})`;
  return {
    matches: () => sql`words @@ ${query}`,
    // Weights of {D, C, B, A}, as on SQLite: a name counts most. 1: a word in a longer text counts less.
    best: sql`order by ts_rank('{0, 0.25, 0, 1}', words, ${query}, 1) desc, rowid desc`,
  };
}

function writtenTerms(
  { wanted, unwanted }: SearchTerms,
  { and, or, not }: Readonly<Record<'and' | 'or' | 'not', string>>,
  phrase: (one: Phrase) => string,
): string {
  const alternatives = (term: Term) => `(${term.map(phrase).join(or)})`;
  const all = wanted.map(alternatives).join(and);
  return unwanted.length === 0 ? all : `(${all})${not}(${unwanted.map(alternatives).join(or)})`;
}

export async function indexRecords(
  db: Db,
  records: readonly Readonly<{ id: number; record: SearchRecord }>[],
): Promise<void> {
  const rows = records.map(({ id, record }) => ({ id, ...recordWords(record) }));
  if (hasOneWriter(db)) {
    for (const { id, name, numbers, about } of rows)
      await sql`insert or replace into record_words (rowid, name, numbers, about)
        values (${id}, ${name}, ${numbers}, ${about})`.execute(db);
  } else if (rows.length > 0) {
    const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name]);
    await sql`insert into record_words (rowid, words)
      select id, setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', numbers), 'A')
        || setweight(to_tsvector('simple', about), 'C')
      from unnest(${column('id')}::bigint[], ${column('name')}::text[], ${column('numbers')}::text[],
        ${column('about')}::text[]) as new (id, name, numbers, about)
      on conflict (rowid) do update set words = excluded.words`.execute(db);
  }
}

export async function indexEntries(
  db: Db,
  entries: readonly Readonly<{ recordId: number; seq: number; description: string }>[],
): Promise<void> {
  const ids = entries.map(({ recordId, seq }) => textIdOf(recordId, seq));
  const texts = entries.map(({ description }) => wordsOf([cleanText(description)], longestText));
  if (hasOneWriter(db)) {
    for (const [at, id] of ids.entries())
      await sql`insert or replace into entry_words (rowid, text) values (${id}, ${texts[at]})`.execute(db);
  } else if (ids.length > 0) {
    await sql`insert into entry_words (rowid, words)
      select id, to_tsvector('english', text) from unnest(${ids}::bigint[], ${texts}::text[]) as new (id, text)
      on conflict (rowid) do update set words = excluded.words`.execute(db);
  }
}

/** In letters. Postgres has room for a megabyte of words and positions. The end of a longer text cannot be found. */
const longestText = 250_000;
const longest = { name: 150_000, numbers: 50_000, about: 50_000 };

function recordWords(record: SearchRecord) {
  const { name, numbers, about } = record.type === 'docket' ? docketWords(record) : designWords(record);
  const cut = (texts: readonly (string | undefined)[], letters: number) =>
    wordsOf(
      [...new Set(texts)].map((text) => cleanText(text ?? '')),
      letters,
    );
  return { name: cut(name, longest.name), numbers: cut(numbers, longest.numbers), about: cut(about, longest.about) };
}

type Words = Readonly<Record<'name' | 'numbers' | 'about', readonly (string | undefined)[]>>;

function docketWords({ key, docketNumber = '', ...docket }: Docket): Words {
  const number = readDocketNumber(docketNumber);
  return {
    name: [docket.caseName, ...(docket.parties ?? []), docket.assignedTo],
    numbers: [
      key,
      docketNumber,
      number && docketToken(number.year, number.serial),
      ...(docket.patentNumbers ?? []).flatMap(spellings),
    ],
    about: [docket.court, docket.courtId, shortCourt(docket.courtId, docket.court ?? ''), docket.suitNature],
  };
}

function designWords({ key, id, registrationNumber, ...design }: Design): Words {
  const cases = design.litigation ?? [];
  return {
    name: [...(design.holders ?? []), ...(design.products ?? [])],
    numbers: [
      ...[key, id, registrationNumber].flatMap(spellings),
      ...cases.flatMap(({ caseId, docketNumber, patentNumbers }) => [
        caseId,
        docketNumber,
        ...(patentNumbers ?? []).flatMap(spellings),
      ]),
    ],
    about: [
      design.source,
      ...(design.locarno ?? []).flatMap((code) => [code, locarnoTitle(code)]),
      ...cases.map(({ caseName }) => caseName),
      ...Object.values(design.details ?? {}),
    ],
  };
}

function spellings(number: string | undefined): string[] {
  if (number === undefined) return [];
  const digits = number.replace(/\D/g, '').replace(/^0+/, '');
  return [number, rightNumber(number), number.replace(/[^\p{L}\p{N}]/gu, ''), digits];
}
