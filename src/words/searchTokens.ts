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

/** The longest first. */
const endings = [
  'ations',
  'ation',
  'ating',
  'ated',
  'ates',
  'ate',
  'ions',
  'ings',
  'ion',
  'ing',
  'als',
  'al',
  'ed',
  'es',
  'e',
  's',
];
const shortestStem = 4;

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
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem);
  if (ending === undefined || (ending === 's' && word.endsWith('ss'))) return undefined;
  return word.slice(0, -ending.length).replace(/([bdgmnprt])\1$/, '$1');
}
