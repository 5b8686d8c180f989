import { readDocketNumber } from '../../records/docket.ts';

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

function tokensOf(text: string): string[] {
  return searchTokens(text).map(({ token }) => token);
}

/** How many numbers are reserved for the texts of one record, beside the record itself. */
export const textsOfRecord = 1_048_576;

/** The number of a text in the index: that of an entry or, with seq 0, of the record itself. */
export function textIdOf(recordId: number, seq = 0): number {
  return recordId * textsOfRecord + seq;
}

export function placeOfText(textId: number): { readonly recordId: number; readonly seq: number } {
  return { recordId: Math.floor(textId / textsOfRecord), seq: textId % textsOfRecord };
}

/** In letters. Longer ones are not indexed: nobody searches for them, and Postgres takes at most 2,046 bytes. */
export const longestWord = 500;

/** The words of texts as the index takes them: separated by blanks, at most so many letters in all. */
export function wordsOf(texts: readonly string[], letters: number): string {
  const tokens = texts.flatMap((text) => tokensOf(text.slice(0, letters)));
  const words = tokens.filter((token) => token.length <= longestWord).join(' ');
  return words.length <= letters ? words : words.slice(0, Math.max(0, words.lastIndexOf(' ', letters)));
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
