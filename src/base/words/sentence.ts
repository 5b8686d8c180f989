export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a number and its noun, such as `3,100 entries`. The default `plural` is regular: watches, classes. */
export function counted(number: number, noun: string, plural = pluralOf(noun)): string {
  return `${withCommas(number)} ${number === 1 ? noun : plural}`;
}

function pluralOf(noun: string): string {
  return `${noun.replace(/(?<=[^aeiou])y$/, 'ie').replace(/(?<=s|ch)$/, 'e')}s`;
}

export function withCommas(number: number): string {
  return number.toLocaleString('en-US');
}

/** Returns `120`, or with a limit `120 of 2,000`. */
export function withLimit(number: number, limit: number | undefined): string {
  return limit === undefined ? withCommas(number) : `${withCommas(number)} of ${withCommas(limit)}`;
}

/** Returns `a, b and c`, or `a, b or c` with another word before the last; semicolons if a word has a comma itself. */
export function listed(words: readonly string[], before = 'and'): string {
  if (words.length < 2) return words.join('');
  const mark = words.length > 2 && words.some((word) => /^[^(]*, /.test(word)) ? ';' : '';
  return `${words.slice(0, -1).join(`${mark || ','} `)}${mark} ${before} ${words.at(-1)}`;
}

/** Lists at most `most` words, then the number of the others: `a, b and 3 more`. */
export function listedUpTo(
  most: number,
  words: readonly string[],
  more = (left: number) => `${left} more`,
  before?: string,
): string {
  const left = words.length - most;
  return listed(left > 0 ? [...words.slice(0, most), more(left)] : words, before);
}

/** Returns the first `most`, or all where only one more would be left out: its place would be taken by "and 1 more". */
export function firstFew<T>(most: number, all: readonly T[]): readonly T[] {
  return all.length === most + 1 ? all : all.slice(0, most);
}

export function moreWatches(number: number): string {
  return counted(number, 'more watch');
}

export const madeUp = 'From the built-in sandbox: the records are made up.';

export const sandboxMark = '[SANDBOX] ';
