import type { Rule } from './rule.ts';

export interface Match<Sense> {
  readonly rule: Rule<Sense>;
  readonly start: number;
  readonly end: number;
  /** How much of the text the rule names itself; the words that its gaps skip count against it. */
  readonly fit: number;
}

/** Rules by the first letter of the texts that they fit, so that a dozen of several hundred are tried at each word. */
export interface RuleIndex<Sense> {
  at(letter: string): readonly Rule<Sense>[];
}

/** Made when it is first used, as the phrases are. */
export function indexRules<Sense>(all: readonly Rule<Sense>[]): RuleIndex<Sense> {
  let index: ReadonlyMap<string, readonly Rule<Sense>[]> | undefined;
  return {
    at(letter) {
      index ??= byBeginning(all);
      return index.get(letter) ?? [];
    },
  };
}

function byBeginning<Sense>(all: readonly Rule<Sense>[]): ReadonlyMap<string, readonly Rule<Sense>[]> {
  const index = new Map<string, Rule<Sense>[]>();
  for (const rule of all) {
    for (const letter of rule.phrase.beginnings) index.set(letter, [...(index.get(letter) ?? []), rule]);
  }
  return index;
}

/** The rule whose words come first in the text; of two that begin at the same word, the better fit; of two equal ones, the one listed first. */
export function firstMatch<Sense>(text: string, index: RuleIndex<Sense>): Match<Sense> | undefined {
  for (const at of wordStarts(text)) {
    let best: Match<Sense> | undefined;
    for (const match of matchesAt(text, at, index)) if (!best || match.fit > best.fit) best = match;
    if (best) return best;
  }
  return undefined;
}

/** Every match of every rule, in the order of the text, the longer of two first. */
export function everyMatch<Sense>(text: string, index: RuleIndex<Sense>): Match<Sense>[] {
  const all: Match<Sense>[] = [];
  for (const at of wordStarts(text)) all.push(...matchesAt(text, at, index));
  return all.sort((one, other) => one.start - other.start || other.end - one.end);
}

const alphanumeric = /[a-z0-9]/;

function* wordStarts(text: string): Generator<number> {
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    const isWord = alphanumeric.test(sign);
    if ((isWord || sign === '#') && !inside) yield at;
    inside = isWord;
  }
}

function matchesAt<Sense>(text: string, at: number, index: RuleIndex<Sense>): Match<Sense>[] {
  const matches: Match<Sense>[] = [];
  for (const rule of index.at(text[at] ?? '')) {
    rule.phrase.here.lastIndex = at;
    const found = rule.phrase.here.exec(text);
    if (found) matches.push({ rule, start: at, end: at + found[0].length, fit: fitOf(found) });
  }
  return matches;
}

function fitOf(found: RegExpExecArray): number {
  let fit = found[0].length;
  for (let group = 1; group < found.length; group += 1) fit -= 1.2 * (found[group]?.length ?? 0);
  return fit;
}
