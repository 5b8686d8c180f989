/** Each Chinese or Japanese sign is a word, because these scripts have no blanks. */
const pattern = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+/gv;

/** A word of a text as a search compares it: small letters without accents. */
export interface SearchToken {
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
