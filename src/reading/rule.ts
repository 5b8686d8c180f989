import { compilePhrase } from './phrase.ts';

/** A phrase, and a text beside it that must be read by it: the table test holds every rule to its example. */
export type PhraseLine = readonly [phrase: string, example: string];

export interface Rule<Sense> {
  readonly sense: Sense;
  /** How `tipstaff explain` names it. */
  readonly name: string;
  readonly phrase: string;
  readonly example: string;
  readonly pattern: RegExp;
}

/** The rules of one sense (a type, a topic), from the lines that a reader reviews. */
export function rules<const Sense extends string>(sense: Sense, lines: readonly PhraseLine[]): Rule<Sense>[] {
  return lines.map(([phrase, example]) => ({
    sense,
    name: `${sense}: ${phrase}`,
    phrase,
    example,
    pattern: compilePhrase(phrase),
  }));
}

export interface Match<Sense> {
  readonly rule: Rule<Sense>;
  readonly start: number;
  readonly end: number;
  /** How much of the text the rule names itself; what its gaps let pass counts against it. */
  readonly words: number;
}

function wordsOf(found: RegExpExecArray): number {
  return found.slice(1).reduce((length, passed) => length - 1.2 * (passed?.length ?? 0), found[0].length);
}

/** The rule whose words stand first in the text; of two that begin at one word, the longer; of two as long, the one listed first. */
export function firstMatch<Sense>(text: string, all: readonly Rule<Sense>[]): Match<Sense> | undefined {
  let best: Match<Sense> | undefined;
  for (const rule of all) {
    const found = rule.pattern.exec(text);
    if (!found) continue;
    const match = { rule, start: found.index, end: found.index + found[0].length, words: wordsOf(found) };
    if (!best || match.start < best.start || (match.start === best.start && match.words > best.words)) best = match;
  }
  return best;
}
