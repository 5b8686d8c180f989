import type { sql } from 'kysely';
import { readDocketNumber } from '../../records/docket.ts';
import type { RecordType } from '../../records/record.ts';
import type { Db } from '../schema/tables.ts';

/** Words that stand next to one another. */
export interface Phrase {
  readonly tokens: readonly string[];
  /** Whether the last word may continue: `rival` finds `Rivalco`. */
  readonly goesOn: boolean;
}

/** One thing to search for, in each of its spellings. */
export type Term = readonly Phrase[];

/** What a person wrote into the search field. */
export interface SearchTerms {
  /** All of these must be there. */
  readonly wanted: readonly Term[];
  /** None of these may be there. */
  readonly unwanted: readonly Term[];
}

/** The words of a record, by what they say about it, separated by blanks. */
export interface RecordWords {
  readonly name: string;
  readonly numbers: string;
  readonly about: string;
}

/** Which records may be found, as a condition on `memberships`. */
export type Watched = ReturnType<typeof sql<boolean>>;

export interface RecordSearch {
  readonly watched: Watched;
  readonly type: RecordType;
  readonly limit: number;
  /** Where so many or more match, they come by age and not by how well they match. */
  readonly rankedAtMost: number;
}

/** The word index of records and entries. Each database keeps it in its own way. */
export interface WordIndex {
  /** Replaces the indexed words of these records, by their ids; undefined removes a record from the index. */
  putRecordWords(db: Db, words: ReadonlyMap<number, RecordWords | undefined>): Promise<void>;
  /** The same for the texts of entries, by their number (textId.ts). */
  putEntryWords(db: Db, words: ReadonlyMap<number, string | undefined>): Promise<void>;
  /**
   * The records whose own words match, best first: a name counts more than other words. Where very many match, as for
   * `Inc`, newest first.
   */
  findRecordWords(db: Db, terms: SearchTerms, search: RecordSearch): Promise<number[]>;
  /**
   * The texts of entries that match: newest record first, and of each record the entry seen last first. Only texts
   * below an id, and at most `limit` of them.
   */
  findEntryWords(
    db: Db,
    terms: SearchTerms,
    watched: Watched,
    range: { readonly below: number; readonly limit: number },
  ): Promise<number[]>;
}

/** `"two words"`, `-unwanted`, or a word between blanks. */
const written = /(?<not>(?<!\S)-)?(?:"(?<quoted>[^"]*)"|(?<word>[^\s"]+))/g;
/**
 * What people write around a number, and a register may leave out: `C.A. No.` before a case, `US … B2` around a patent.
 */
const beforeNumber =
  /^(?:(?:c\.?\s?a|civ|civil|action|case|docket|pat|patent|reg|no|number|nr|us|u\.s)\.?\s+)+(?=\S*\d)/i;
const kindOfPatent = /(?<=\d)\s?[ABES]\d?$/i;
const mostTerms = 12;

/**
 * Every word must be found, in any order; words in quotes must be next to one another; numbers match in any spelling.
 */
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

/** `6,834,603`, `6834603`, `D901,234`, `1:20-cv-00168`, `20-168`: each as it may be written elsewhere. */
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

/** A token by which a case is found however its number is written. */
export function docketToken(year: string, serial: string): string {
  return `case${year}no${serial}`;
}

export function tokensOf(text: string): string[] {
  return searchTokens(text).map(({ token }) => token);
}

/** The same terms for the text of entries, where words match whatever their ending. */
export function stemmed({ wanted, unwanted }: SearchTerms): SearchTerms {
  const stemTerm = (term: Term) => term.map(({ tokens }) => ({ tokens: tokens.map(stemOf), goesOn: false }));
  return { wanted: wanted.map(stemTerm), unwanted: unwanted.map(stemTerm) };
}

/** How many numbers are reserved for the texts of one record, as in migrations/0001_baseline.ts. */
export const textsOfRecord = 1_048_576;

/** The number of a text in the index: that of an entry or, with seq 0, of the record itself. */
export function textIdOf(recordId: number, seq = 0): number {
  return recordId * textsOfRecord + seq;
}

export function placeOfText(textId: number): { readonly recordId: number; readonly seq: number } {
  return { recordId: Math.floor(textId / textsOfRecord), seq: textId % textsOfRecord };
}

/**
 * How much of one text fits into the index, in bytes. Postgres keeps 1,048,575 bytes of words and their positions per
 * text. An English text of half a million letters needs less.
 */
export const roomOfText = 1_000_000;

/** A word that comes again needs room only for its position: two bytes. */
const roomOfPlace = 2;
/** The number of positions, and a byte of alignment. */
const roomBesideWord = 3;
/** In letters. Nobody searches for longer words, and Postgres keeps at most 2,046 bytes of one. */
export const longestWord = 499;

/**
 * The first words of a text that fit into the index, the same ones on both databases. The end of a text of several
 * megabytes is not found, but everything before it is.
 */
export function fittingWords(words: readonly string[], room: number): string[] {
  const known = new Set<string>();
  const fitting: string[] = [];
  let left = room;
  for (const word of words) {
    if (word.length > longestWord) continue;
    left -= known.has(word) ? roomOfPlace : Buffer.byteLength(word) + roomBesideWord + roomOfPlace;
    if (left < 0) break;
    known.add(word);
    fitting.push(word);
  }
  return fitting;
}

/** Each Chinese or Japanese sign is a word, because these scripts have no blanks. */
const pattern = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+/gv;

/** A word of a text as a search compares it: small letters without accents. */
interface SearchToken {
  readonly token: string;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
}

export function searchTokens(text: string): SearchToken[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: word, index }) => {
    const token = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return token === '' ? [] : [{ token, start: index, end: index + word.length }];
  });
}

/** A stem of four letters at least, and the longest ending behind one. */
const stemAndEnding = /^(.{4,}?)(?:ations?|ating|ate[ds]?|ions?|ings?|als?|e[ds]?|s)$/;

/**
 * The stem of a word of a docket entry: `dismissed` and `dismissal` are `dismiss`, `denies` and `denial`
 * are `deni`. Crude, but the same for the text and for the search.
 */
export function stemOf(token: string): string {
  if (/\d/.test(token)) return token;
  let stem = token.replace(/(?<=..)y$/, 'i');
  for (let shorter = withoutEnding(stem); shorter !== undefined; shorter = withoutEnding(stem)) stem = shorter;
  return stem;
}

function withoutEnding(word: string): string | undefined {
  const [, stem] = stemAndEnding.exec(word) ?? [];
  return stem === undefined || word.endsWith('ss') ? undefined : stem.replace(/([bdgmnprt])\1$/, '$1');
}
