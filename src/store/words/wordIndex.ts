import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { readDocketNumber } from '../../records/docket.ts';
import type { RecordType } from '../../records/record.ts';
import { type Db, hasOneWriter } from '../store.ts';

export interface Phrase {
  readonly tokens: readonly string[];
  readonly goesOn: boolean; // Whether the last word may continue: `rival` finds `Rivalco`.
}

export type Term = readonly Phrase[];

export type SearchTerms = Readonly<{ wanted: readonly Term[]; unwanted: readonly Term[] }>;

/** `"two words"`, `-unwanted`, or a word between blanks. */
const written = /(?<not>(?<!\S)-)?(?:"(?<quoted>[^"]*)"|(?<word>[^\s"]+))/g;
/** What a register may omit: `C.A. No.` before a case, `US … B2` around a patent. */
const beforeNumber =
  /^(?:(?:c\.?\s?a|civ|civil|action|case|docket|pat|patent|reg|no|number|nr|us|u\.s)\.?\s+)+(?=\S*\d)/i;
const kindOfPatent = /(?<=\d)\s?[ABES]\d?$/i;
const mostTerms = 12;

/** Parses a search. Words in quotes must be adjacent; others match in any order, numbers in any spelling. */
export function readSearch(text: string): SearchTerms {
  const bare = text.trim().replace(beforeNumber, '');
  const asked =
    bare === text.trim() && !/^US/i.test(bare) ? bare : bare.replace(/^US(?=D?\d)/i, '').replace(kindOfPatent, '');
  const wanted: Term[] = [];
  const unwanted: Term[] = [];
  for (const { groups = {} } of asked.matchAll(written)) {
    const term = groups.quoted === undefined ? termOf(groups.word ?? '') : quotedTerm(groups.quoted);
    if (term.length > 0) (groups.not === undefined ? wanted : unwanted).push(term);
  }
  return { wanted: wanted.slice(0, mostTerms), unwanted: unwanted.slice(0, mostTerms) };
}

function quotedTerm(text: string): Term {
  const tokens = tokensOf(text);
  return tokens.length === 0 ? [] : [{ tokens, goesOn: false }];
}

function termOf(word: string): Term {
  const tokens = tokensOf(word);
  const [only] = tokens;
  if (only === undefined) return [];
  if (/\d/.test(word)) return numberTerm(word, tokens);
  return [{ tokens, goesOn: tokens.length === 1 && only.length > 2 }];
}

/** Returns each spelling of numbers such as `6,834,603`, `6834603`, `D901,234`, `1:20-cv-00168` and `20-168`. */
function numberTerm(word: string, tokens: readonly string[]): Term {
  const whole = tokens.join('');
  const found = new Map<string, Phrase>();
  const put = (some: readonly string[], goesOn = false) => found.set(some.join(' '), { tokens: some, goesOn });
  put(tokens);
  put([whole], whole.length > 3);
  const [, letters = '', digits = ''] = /^([a-z]{0,2})(\d{4,})$/.exec(whole) ?? [];
  if (digits !== '') {
    const groups = digits.replace(/\B(?=(?:\d{3})+$)/g, ' ').split(' ');
    put([letters + groups[0], ...groups.slice(1)]);
    if (letters !== '') put([letters, ...groups]);
  }
  const docket = /[-:a-z]/i.test(word) ? readDocketNumber(word) : undefined;
  if (docket !== undefined) {
    const { year, type, serial } = docket;
    put([docketToken(year, serial)]);
    for (const number of [serial, serial.padStart(5, '0')])
      put(type === undefined ? [year, number] : [year, type, number]);
  }
  return [...found.values()];
}

/** Returns a token that finds a case however its number is written. */
export function docketToken(year: string, serial: string): string {
  return `case${year}no${serial}`;
}

function tokensOf(text: string): string[] {
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

export type RecordWords = Readonly<{ id: number; name: string; numbers: string; about: string }>;

/** `id`: `textIdOf`. */
export type EntryWords = Readonly<{ id: number; text: string }>;

export async function putRecordWords(db: Db, words: readonly RecordWords[]): Promise<void> {
  if (hasOneWriter(db)) {
    for (const { id, name, numbers, about } of words)
      await sql`insert or replace into record_words (rowid, name, numbers, about)
        values (${id}, ${name}, ${numbers}, ${about})`.execute(db);
    return;
  }
  const column = (name: keyof RecordWords) => words.map((one) => one[name]);
  await sql`insert into record_words (rowid, words)
    select id, setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', numbers), 'A')
      || setweight(to_tsvector('simple', about), 'C')
    from unnest(${column('id')}::bigint[], ${column('name')}::text[], ${column('numbers')}::text[],
      ${column('about')}::text[]) as new (id, name, numbers, about)
    on conflict (rowid) do update set words = excluded.words`.execute(db);
}

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
  /** When this many or more match, age decides the order and not how well they match. */
  readonly rankedAtMost: number;
}

/** Returns the best first; names count more than other words. When very many match, as for `Inc`, the newest first. */
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
