export interface Rule<Sense> {
  readonly sense: Sense;
  readonly name: string; // How `tipstaff explain` names it.
  readonly phrase: Phrase; // Compiled when it is first asked for: most runs of the program read no entry.
  readonly example: string;
}

/** Each a line `phrase → example`, a text that must be read by it. A line that begins with `→` or `|` continues it. */
export function rules<const Sense extends string>(sense: Sense): (lines: TemplateStringsArray) => Rule<Sense>[] {
  return ([lines = '']) =>
    lines
      .trim()
      .split(/\n *(?![ →|])/)
      .map((line) => readRule(sense, line));
}

function readRule<Sense extends string>(sense: Sense, line: string): Rule<Sense> {
  const [phrase = '', example = ''] = line.replace(/\n *(?=\|)/g, '').split(/\s+→ /);
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
}

/**
 * The small language in which the rules are written, so that they can be read and extended without knowing regular
 * expressions:
 *
 * - `notice of appeal`    these words, one after the other; a blank also stands for `/`, `,`, `:`, a hyphen, a bracket
 * or a quotation mark
 * - `(motion|request)`    one of these, each a phrase
 * - `[joint] motion`      the words in brackets may be missing
 * - `dismiss*`            any ending: dismiss, dismissed, dismissing, dismissal(s)
 * - `motion … stay`       up to ten words between
 * - `#`                   a number: 12, 7.1, 26(f)
 *
 * Phrases are compared with lower-case text whose blanks are single (see entryParts.ts).
 */
const separator = '[ /,:;"*()\\[\\]\\-]{1,3}';
const gap = `((?:${separator}[^ /,:;"*()\\[\\]\\-]{1,40}){0,10}?)`;
const anyEnding = "[a-z']*(?:\\([a-z]{1,4}\\))?";
const number = '#?\\d+(?:[.-]\\d+)*[a-z]?(?:\\([a-z0-9]{1,2}\\)){0,2}';
const end = '(?![a-z0-9])';

interface Phrase {
  readonly here: RegExp;
  readonly anywhere: RegExp;
  readonly beginnings: ReadonlySet<string>;
}

/** A piece of a phrase as a regular expression; it is optional when a text fits without it. */
interface Piece {
  readonly source: string;
  readonly beginnings: ReadonlySet<string>;
}

function compilePhrase(phrase: string): Phrase {
  const { source, beginnings } = new PhraseParser(phrase).readAll();
  const whole = `(?<![a-z0-9])${source}${end}`;
  return { here: new RegExp(whole, 'y'), anywhere: new RegExp(whole), beginnings };
}

class PhraseParser {
  private at = 0;
  private readonly phrase: string;

  constructor(phrase: string) {
    this.phrase = phrase;
  }

  readAll(): Piece {
    const piece = this.readAlternatives();
    if (this.at < this.phrase.length) throw new Error(`unbalanced phrase: ${this.phrase}`);
    return piece;
  }

  private readAlternatives(): Piece {
    const alternatives = [this.readSequence()];
    while (this.phrase[this.at] === '|') {
      this.at += 1;
      alternatives.push(this.readSequence());
    }
    const beginnings = new Set(alternatives.flatMap((each) => [...each.beginnings]));
    return { source: `(?:${alternatives.map((each) => each.source).join('|')})`, beginnings };
  }

  private readSequence(): Piece {
    let source = '';
    /** Optional words before the first required one: each includes the blank after it. */
    let leading = '';
    const beginnings = new Set<string>();
    for (let sign = this.nextSign(); sign !== undefined && !'|)]'.includes(sign); sign = this.nextSign()) {
      if (sign === '…') {
        this.at += 1;
        source += gap;
        continue;
      }
      const piece = this.readPiece(sign);
      const optional = sign === '[';
      if (source === '') for (const letter of piece.beginnings) beginnings.add(letter);
      if (source !== '') source += optional ? `(?:${separator}${piece.source})?` : separator + piece.source;
      else if (optional) leading += `(?:${piece.source}${separator})?`;
      else source = leading + piece.source;
    }
    return { source: source === '' ? leading : source, beginnings };
  }

  private readPiece(sign: string): Piece {
    if (sign === '[') return this.readGroup(']');
    return sign === '(' ? this.readGroup(')') : this.readWord();
  }

  private nextSign(): string | undefined {
    while (this.phrase[this.at] === ' ') this.at += 1;
    return this.phrase[this.at];
  }

  private readGroup(close: string): Piece {
    this.at += 1;
    const inside = this.readAlternatives();
    if (this.phrase[this.at] !== close) throw new Error(`unbalanced phrase: ${this.phrase}`);
    this.at += 1;
    if (close !== ')' || this.phrase[this.at] !== '*') return inside;
    this.at += 1;
    return { source: inside.source + anyEnding, beginnings: inside.beginnings };
  }

  private readWord(): Piece {
    const start = this.at;
    while (this.at < this.phrase.length && !' |()[]…'.includes(this.phrase[this.at] ?? '')) this.at += 1;
    const word = this.phrase.slice(start, this.at);
    if (word === '#') return { source: number, beginnings: new Set('#0123456789') };
    const plain = word.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    return {
      source: plain.endsWith('*') ? plain.slice(0, -1) + anyEnding : plain,
      beginnings: new Set(word.slice(0, 1)),
    };
  }
}

/** A long pattern in several lines: they are joined, without the blanks with which they begin. */
export function source({ raw }: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw }, ...values).replace(/\n */g, '');
}

export function regex(flags = ''): (text: TemplateStringsArray, ...values: readonly string[]) => RegExp {
  return (text, ...values) => new RegExp(source(text, ...values), flags);
}
