import { sql } from 'kysely';
import { isSameDocketNumber, readDocketNumber } from '../../records/docket.ts';
import type { RecordType, SearchRecord } from '../../records/record.ts';
import { countsIn, type InQueries } from '../snapshot/membershipsTable.ts';
import { loadRecords } from '../snapshot/recordsTable.ts';
import { type Db, isAmong } from '../store.ts';
import {
  docketToken,
  findEntryWords,
  findRecordWords,
  type Phrase,
  placeOfText,
  type RecordSearch,
  type SearchTerms,
  searchTokens,
  type Term,
  textIdOf,
  tokensOf,
  type Watched,
} from './searchWordsTable.ts';

export interface MatchingRecord {
  readonly id: number;
  readonly record: SearchRecord;
  readonly byName: boolean;
  /** `seq` of the entries whose text matches, the last seen first. Incomplete when very many match. */
  readonly entries: readonly number[];
}

export type Found = Readonly<{ records: readonly MatchingRecord[]; more: boolean }>;

const entriesAtOnce = 1000;
const roundsAtMost = 30;

type Among = Readonly<{ type: RecordType; holders: InQueries; limit: number }>;

/** Searches for a person's words (`readSearch`). Returns up to `limit` records by name and as many by entries. */
export async function searchStored(db: Db, text: string, { type, holders, limit }: Among): Promise<Found> {
  const terms = readSearch(text);
  if (terms.wanted.length === 0) return { records: [], more: false };
  const watched = watchedCondition(holders);
  const named = await findRecordWords(db, terms, { watched, type, limit: limit + 1 });
  const entries =
    type === 'docket' ? await entriesByRecord(db, terms, watched, limit + 1) : new Map<number, number[]>();
  const ids = [...new Set([...named.slice(0, limit), ...[...entries.keys()].slice(0, limit)])];
  const records = await loadRecords(db, ids);
  const found = ids.flatMap((id): MatchingRecord[] => {
    const record = records.get(id)?.record;
    if (record === undefined || isOtherCase(record, text)) return [];
    return [{ id, record, byName: named.includes(id), entries: entries.get(id) ?? [] }];
  });
  return { records: found, more: named.length > limit || entries.size > limit };
}

/** Finds the newest records with matching entries. Skips the rest of a record that has very many. */
async function entriesByRecord(db: Db, terms: SearchTerms, watched: Watched, limit: number) {
  const found = new Map<number, number[]>();
  let below = Number.MAX_SAFE_INTEGER;
  for (let round = 0; round < roundsAtMost && found.size < limit; round += 1) {
    const ids = await findEntryWords(db, terms, watched, { below, limit: entriesAtOnce });
    for (const { recordId, seq } of ids.map(placeOfText)) {
      const known = found.get(recordId);
      if (known === undefined) found.set(recordId, [seq]);
      else known.push(seq);
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < entriesAtOnce) break;
    below = textIdOf(placeOfText(last).recordId);
  }
  return new Map([...found].slice(0, limit));
}

/** Many courts use the same year and serial number. If the search gives more of the number, that must match too. */
function isOtherCase(record: SearchRecord, text: string): boolean {
  const asked = /^\S*[-:]\S*$/.test(text.trim()) ? readDocketNumber(text) : undefined;
  const docketNumber = (record.type === 'docket' && record.docketNumber) || '';
  const number = readDocketNumber(docketNumber);
  if (asked === undefined || number?.year !== asked.year || number.serial !== asked.serial) return false;
  return !isSameDocketNumber(text, docketNumber);
}

function watchedCondition(holders: InQueries): Watched {
  return sql<boolean>`gone_check is null and ${countsIn(holders, isAmong)}`;
}

/** Returns records with this number in any spelling: as their own, or as that of a patent or a case. */
export async function recordsNumbered(db: Db, number: string, { holders, ...among }: Among): Promise<SearchRecord[]> {
  const ids = await recordsWith(db, number, { watched: watchedCondition(holders), ...among });
  const records = await loadRecords(db, ids);
  return ids.flatMap((id) => records.get(id)?.record ?? []);
}

export async function recordIdsWith(db: Db, words: string, type: RecordType, limit: number): Promise<number[]> {
  return recordsWith(db, words, { watched: sql<boolean>`gone_check is null`, type, limit });
}

/** As `recordIdsWith`, among what these queries found, including records that the service no longer shows. */
export async function recordIdsFoundBy(db: Db, words: string, { holders, ...among }: Among): Promise<number[]> {
  const queries = [...holders.any, ...holders.filtered.queries];
  return recordsWith(db, words, { watched: isAmong('queryId', queries), ...among });
}

async function recordsWith(db: Db, words: string, among: RecordSearch): Promise<number[]> {
  const terms = readSearch(words);
  if (terms.wanted.length === 0) return [];
  return findRecordWords(db, terms, among);
}

export type EntryFound = Awaited<ReturnType<typeof entriesFound>>[number];

export async function entriesFound(db: Db, recordId: number, seqs: readonly number[], limit: number) {
  return db
    .selectFrom('entries')
    .select(['seq', 'documentNumber', 'dateFiled', 'description'])
    .where('recordId', '=', recordId)
    .where('seq', 'in', seqs)
    .orderBy('dateFiled', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

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

type MarkedText = Readonly<{ text: string; found: boolean }>;

/** @param of for an entry, words match whatever their ending, nearly as in the index */
export function markWords(text: string, search: SearchTerms, of: 'entry' | 'record'): MarkedText[] {
  const tokens = searchTokens(text).map((one) => ({ ...one, token: of === 'entry' ? stemOf(one.token) : one.token }));
  const terms = of === 'entry' ? stemmed(search) : search;
  const pieces: MarkedText[] = [];
  let from = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const length = longestAt(tokens, at, terms.wanted.flat());
    const [first, last] = [tokens[at], tokens[at + length - 1]];
    if (length === 0 || first === undefined || last === undefined) continue;
    pieces.push(
      { text: text.slice(from, first.start), found: false },
      { text: text.slice(first.start, last.end), found: true },
    );
    from = last.end;
    at += length - 1;
  }
  pieces.push({ text: text.slice(from), found: false });
  return pieces.filter((piece) => piece.text !== '');
}

export function entryMatches(text: string, search: SearchTerms): boolean {
  const tokens = searchTokens(text).map(({ token }) => ({ token: stemOf(token) }));
  const { wanted, unwanted } = stemmed(search);
  const has = (term: readonly Phrase[]) => tokens.some((_one, at) => longestAt(tokens, at, term) > 0);
  return wanted.every(has) && !unwanted.some(has);
}

function longestAt(tokens: readonly { readonly token: string }[], at: number, phrases: readonly Phrase[]): number {
  const fitting = phrases.filter(({ tokens: wanted, goesOn }) =>
    wanted.every((one, index) => {
      const token = tokens[at + index]?.token;
      return token === one || (goesOn && index === wanted.length - 1 && token?.startsWith(one));
    }),
  );
  return Math.max(0, ...fitting.map((phrase) => phrase.tokens.length));
}

function stemmed({ wanted, unwanted }: SearchTerms): SearchTerms {
  const stemTerm = (term: Term) => term.map(({ tokens }) => ({ tokens: tokens.map(stemOf), goesOn: false }));
  return { wanted: wanted.map(stemTerm), unwanted: unwanted.map(stemTerm) };
}

/** A stem of at least four letters, and the longest ending after it. */
const stemAndEnding = /^(.{4,}?)(?:ations?|ating|ate[ds]?|ions?|ings?|als?|e[ds]?|s)$/;

/** Returns the stem that is marked: `dismiss` for `dismissed` and `dismissal`, `deni` for `denies` and `denial`. */
function stemOf(token: string): string {
  if (/\d/.test(token)) return token;
  let stem = token.replace(/(?<=..)y$/, 'i');
  for (let shorter = withoutEnding(stem); shorter !== undefined; shorter = withoutEnding(stem)) stem = shorter;
  return stem;
}

function withoutEnding(word: string): string | undefined {
  const [, stem] = stemAndEnding.exec(word) ?? [];
  return stem === undefined || word.endsWith('ss') ? undefined : stem.replace(/([bdgmnprt])\1$/, '$1');
}
