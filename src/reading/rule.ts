export interface Rule<Sense> {
  readonly sense: Sense;
  readonly name: string; // The name that `tipstaff explain` shows.
  readonly phrase: Phrase; // Compiled at its first use, because most commands read no entry.
  readonly example: string;
}

/** Parses lines of `phrase → example`. The rule must match its example. A line with `→` or `|` first continues one. */
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
 * The rules are written in a small language, so that nobody needs regular expressions to read or extend them:
 *
 * - `notice of appeal`    these words in this order; a blank also matches `/`, `,`, `:`, a hyphen, a bracket or a
 * quotation mark
 * - `(motion|request)`    one of these phrases
 * - `[joint] motion`      the words in brackets are optional
 * - `dismiss*`            any ending: dismiss, dismissed, dismissing, dismissal(s)
 * - `motion … stay`       up to ten words between
 * - `#`                   a number: 12, 7.1, 26(f)
 *
 * Phrases are matched against text in lower case with single blanks (see entryParts.ts).
 */
const separator = '[ /,:;"*()\\[\\]\\-]{1,3}';
const gap = `((?:${separator}[^ /,:;"*()\\[\\]\\-]{1,40}){0,10}?)`;
const anyEnding = "[a-z']*(?:\\([a-z]{1,4}\\))?";
const number = '#?\\d+(?:[.-]\\d+)*[a-z]?(?:\\([a-z0-9]{1,2}\\)){0,2}';
const end = '(?![a-z0-9])';

type Phrase = Readonly<{ here: RegExp; anywhere: RegExp; beginnings: ReadonlySet<string> }>;

/** A part of a phrase as a regular expression. `beginnings` are the first characters of the texts that it matches. */
type Piece = Readonly<{ source: string; beginnings: ReadonlySet<string> }>;

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
    /** The optional words before the first required one, each with the blank after it. */
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
    return { source, beginnings };
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
    if (this.phrase[this.at] !== '*') return inside;
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

/** Joins the lines of a long pattern and removes their indentation. */
export function source({ raw }: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw }, ...values).replace(/\n */g, '');
}

export function regex(flags = ''): (text: TemplateStringsArray, ...values: readonly string[]) => RegExp {
  return (text, ...values) => new RegExp(source(text, ...values), flags);
}

export interface Match<Sense> {
  readonly rule: Rule<Sense>;
  readonly start: number;
  readonly end: number;
  /** Length of the text that the rule matches, minus 1.2 times what its gaps skip. A higher fit wins. */
  readonly fit: number;
}

/** Rules by the first character of the texts that they match, so that each word tries a dozen of several hundred. */
interface RuleIndex<Sense> {
  at(letter: string): readonly Rule<Sense>[];
}

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

/** Returns the earliest match. Of two that begin at one word, the better fit wins, then the rule listed first. */
export function firstMatch<Sense>(text: string, index: RuleIndex<Sense>): Match<Sense> | undefined {
  for (const { index: at } of text.matchAll(wordStart)) {
    let best: Match<Sense> | undefined;
    for (const match of matchesAt(text, at, index)) if (!best || match.fit > best.fit) best = match;
    if (best) return best;
  }
  return undefined;
}

/** Returns every match of every rule in the order of the text, the longer first. */
export function everyMatch<Sense>(text: string, index: RuleIndex<Sense>): Match<Sense>[] {
  const all: Match<Sense>[] = [];
  for (const { index: at } of text.matchAll(wordStart)) all.push(...matchesAt(text, at, index));
  return all.sort((one, other) => one.start - other.start || other.end - one.end);
}

const wordStart = /(?<![a-z0-9])[a-z0-9#]/g;

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

// "Motion for Leave to File Motion to Transfer": a decision is about the outer motion.
const papers = '(?:cross[- ])?(?:motions?|applications?|requests?|petitions?|objections?)';
const outer =
  '\\b(?:motions?|applications?|requests?|stipulations?)\\b[^.;:()]{0,60}? (?:to|for) (?:leave to |permission to )?';
const filers =
  "(?:plaintiff|defendant|government|debtor|trustee|petitioner|respondent|movant|creditor|party|gov)s?'?s?";
const which = source`(?:(?:the|an?|its|his|her|their|said|pending|first|second|third|joint|renewed|amended|corrected
  |sealed|unopposed|emergency|opposed|previously|filed|previous|earlier|${filers}|\(?\[?#?\d{1,4}
  (?:-\d{1,3})?\]?\)?) ){0,5}`;

// With these verbs the outer motion is the topic, in a request and in a decision.
const doneToIt = source`(?:strike|striking|(?:un)?seal(?:ing)?|redact|expedite|shorten time (?:for|on)|stay
  |hold in abeyance|defer|consolidate)`;
// With these, the inner motion is the topic of a request. A decision on the outer motion does not decide it.
const leadsToIt = source`(?:(?:re-?)?file|filing|supplement|renew|join(?: in)?|joinder (?:in|of|to)|present|lodge|serve
  |amend|correct|withdraw(?:al)?(?: of)?|(?:oral )?(?:argument|hearing|decision|ruling) (?:on|re|regarding)|(?:respond
  |reply|object) to|(?:[a-z-]+'? ){0,5}(?:response|reply|sur-?reply|opposition|brief|memorandum|answer)(?: brief)? (?:to
  |re|in (?:further )?support of|in opposition to|regarding|on))`;
const clauseEnd = source`(?=;|\. |,? (?:and )?(?:granting|denying|finding|terminating)\b|,? and (?:to )?(?:modify|extend
  |set|stay|continue|seal|amend)\b|$)`;
const title = `${papers}\\b(?:(?!;|\\. |\\b(?:granting|denying|finding|terminating)\\b).){0,300}?${clauseEnd}`;

const always = new RegExp(`(${outer}${doneToIt}) ${which}${title}`, 'g');
const whenDecided = new RegExp(`(${outer}(?:${doneToIt}|${leadsToIt})) ${which}${title}`, 'g');

/** Removes inner motions. @param decided true if the entry decides the outer motion; more inner motions are removed */
export function withoutInnerMotion(text: string, decided: boolean): string {
  return text.replace(decided ? whenDecided : always, '$1 ');
}

const grantingIt = regex('g')`\b(?:granting|allowing|approving|granted|grants|grant) ${which}motions? (?:for leave )?
  to withdraw ${which}(?=${papers}\b)`;
const itIsGranted = regex('g')`\bmotions? (?:for leave )?to withdraw ${which}(${papers}\b[^.;]{0,100}?)\b(?:(?:is
  |are) )?(?:hereby )?(?:granted|allowed)\b`;

/** Rewrites "granting 12 Motion to Withdraw 10 Motion to Dismiss" as "withdrawing 10 Motion to Dismiss". */
export function withdrawalsGranted(text: string): string {
  return text.replace(grantingIt, 'withdrawing ').replace(itIsGranted, '$1 withdrawn');
}
