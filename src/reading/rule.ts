import { compilePhrase, type Phrase } from './phrase.ts';

/** A phrase, and a text beside it that must be read by it: the table test holds every rule to its example. */
export type PhraseLine = readonly [phrase: string, example: string];

export interface Rule<Sense> {
  readonly sense: Sense;
  /** How `tipstaff explain` names it. */
  readonly name: string;
  /** Compiled when it is first asked for: most runs of the program read no entry. */
  readonly phrase: Phrase;
  readonly example: string;
}

/** The rules of one sense (a type, a topic), from the lines that a reader reviews. */
export function rules<const Sense extends string>(sense: Sense, lines: readonly PhraseLine[]): Rule<Sense>[] {
  return lines.map(([phrase, example]) => {
    let compiled: Phrase | undefined;
    return {
      sense,
      name: `${sense}: ${phrase}`,
      get phrase() {
        compiled ??= compilePhrase(phrase);
        return compiled;
      },
      example,
    };
  });
}
