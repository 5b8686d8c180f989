import { type Phrase, type SearchTerms, searchTokens, type Term } from '../words/searchTerms.ts';

/** A piece of a text, and whether it matches what was searched for. */
export interface MarkedText {
  readonly text: string;
  readonly found: boolean;
}

/**
 * Splits a text into pieces that match what was searched for and pieces that do not.
 * @param of in an entry, words match whatever their ending, nearly as in the index
 */
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

/** Whether an entry's text has everything that was searched for, whatever the ending of its words. */
export function entryMatches(text: string, search: SearchTerms): boolean {
  const tokens = searchTokens(text).map(({ token }) => ({ token: stemOf(token) }));
  const { wanted, unwanted } = stemmed(search);
  const has = (term: readonly Phrase[]) => tokens.some((_one, at) => longestAt(tokens, at, term) > 0);
  return wanted.every(has) && !unwanted.some(has);
}

/** How many tokens, from this one on, match one of the phrases; 0 = none. */
function longestAt(tokens: readonly { readonly token: string }[], at: number, phrases: readonly Phrase[]): number {
  const fitting = phrases.filter(({ tokens: wanted, goesOn }) =>
    wanted.every((one, index) => {
      const token = tokens[at + index]?.token;
      return token === one || (goesOn && index === wanted.length - 1 && token?.startsWith(one));
    }),
  );
  return Math.max(0, ...fitting.map((phrase) => phrase.tokens.length));
}

/** The same terms for the text of entries, where words match whatever their ending. */
function stemmed({ wanted, unwanted }: SearchTerms): SearchTerms {
  const stemTerm = (term: Term) => term.map(({ tokens }) => ({ tokens: tokens.map(stemOf), goesOn: false }));
  return { wanted: wanted.map(stemTerm), unwanted: unwanted.map(stemTerm) };
}

/** A stem of four letters at least, and the longest ending behind one. */
const stemAndEnding = /^(.{4,}?)(?:ations?|ating|ate[ds]?|ions?|ings?|als?|e[ds]?|s)$/;

/**
 * The stem of a word of a docket entry: `dismissed` and `dismissal` are `dismiss`, `denies` and `denial`
 * are `deni`. The databases have stems of their own; this one is for what is marked.
 */
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
