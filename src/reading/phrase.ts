/**
 * The small language in which the rules are written, so that they can be read and extended without knowing regular expressions:
 *
 * - `notice of appeal`    these words, one after the other; a blank also stands for `/`, `,`, `:`, a hyphen, a bracket or a quotation mark
 * - `(motion|request)`    one of these, each a phrase
 * - `[joint] motion`      the words in brackets may be missing
 * - `dismiss*`            any ending: dismiss, dismissed, dismissing, dismissal(s)
 * - `motion … stay`       up to ten words between
 * - `#`                   a number: 12, 7.1, 26(f)
 *
 * Phrases are compared with lower-case text whose blanks are single (see normalise.ts).
 */
const separator = '[ /,:;"*()\\[\\]\\-]{1,3}';
const gap = `((?:${separator}[^ /,:;"*()\\[\\]\\-]{1,40}){0,10}?)`;
const anyEnding = "[a-z']*(?:\\([a-z]{1,4}\\))?";
const end = '(?![a-z0-9])';

/** Compiles a phrase; the expression is sticky-free and has no state, so it can be shared. Throws on an unbalanced phrase. */
export function compilePhrase(phrase: string): RegExp {
  const parser = new PhraseParser(phrase);
  return new RegExp(`(?<![a-z0-9])${parser.readAlternatives(true)}${end}`);
}

class PhraseParser {
  private at = 0;
  private readonly phrase: string;

  constructor(phrase: string) {
    this.phrase = phrase;
  }

  readAlternatives(outermost: boolean): string {
    const alternatives = [this.readSequence()];
    while (this.phrase[this.at] === '|') {
      this.at += 1;
      alternatives.push(this.readSequence());
    }
    if (outermost && this.at < this.phrase.length) throw new Error(`unbalanced phrase: ${this.phrase}`);
    return `(?:${alternatives.join('|')})`;
  }

  private readSequence(): string {
    let written = '';
    let pending = '';
    for (;;) {
      while (this.phrase[this.at] === ' ') this.at += 1;
      const sign = this.phrase[this.at];
      if (sign === undefined || sign === '|' || sign === ')' || sign === ']') return written + pending;
      const join = written === '' ? '' : separator;
      if (sign === '…') {
        this.at += 1;
        written += gap;
      } else if (sign === '[') {
        const optional = this.readGroup(']');
        // Before the first word an optional group brings its blank along; after it, it brings the blank before it.
        if (written === '') pending += `(?:${optional}${separator})?`;
        else written += `(?:${separator}${optional})?`;
      } else {
        const item = sign === '(' ? this.readGroup(')') : this.readWord();
        written += written === '' ? pending + item : join + item;
        pending = '';
      }
    }
  }

  private readGroup(close: string): string {
    this.at += 1;
    const inside = this.readAlternatives(false);
    if (this.phrase[this.at] !== close) throw new Error(`unbalanced phrase: ${this.phrase}`);
    this.at += 1;
    if (close !== ')' || this.phrase[this.at] !== '*') return inside;
    this.at += 1;
    return inside + anyEnding;
  }

  private readWord(): string {
    const start = this.at;
    while (this.at < this.phrase.length && !' |()[]…'.includes(this.phrase[this.at] ?? '')) this.at += 1;
    const word = this.phrase.slice(start, this.at);
    if (word === '#') return '#?\\d+(?:[.-]\\d+)*[a-z]?(?:\\([a-z0-9]{1,2}\\)){0,2}';
    const plain = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return plain.endsWith('\\*') ? plain.slice(0, -2) + anyEnding : plain;
  }
}
