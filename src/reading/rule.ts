export interface Rule<Sense> {
  readonly sense: Sense;
  readonly name: string; // The name that `tipstaff explain` shows.
  readonly pattern: RegExp; // Global: `exec` goes on after the last match.
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
  return { sense, name: `${sense}: ${phrase}`, pattern: compilePhrase(phrase), example };
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

function compilePhrase(phrase: string): RegExp {
  return new RegExp(`(?<![a-z0-9])${new PhraseParser(phrase).readAll()}${end}`, 'g');
}

/** Each part of a phrase becomes the source of a regular expression. */
class PhraseParser {
  private at = 0;
  private readonly phrase: string;

  constructor(phrase: string) {
    this.phrase = phrase;
  }

  readAll(): string {
    const source = this.readAlternatives();
    if (this.at < this.phrase.length) throw new Error(`unbalanced phrase: ${this.phrase}`);
    return source;
  }

  private readAlternatives(): string {
    const alternatives = [this.readSequence()];
    while (this.phrase[this.at] === '|') {
      this.at += 1;
      alternatives.push(this.readSequence());
    }
    return `(?:${alternatives.join('|')})`;
  }

  private readSequence(): string {
    let source = '';
    /** The optional words before the first required one, each with the blank after it. */
    let leading = '';
    for (let sign = this.nextSign(); sign !== undefined && !'|)]'.includes(sign); sign = this.nextSign()) {
      if (sign === '…') {
        this.at += 1;
        source += gap;
        continue;
      }
      const piece = this.readPiece(sign);
      const optional = sign === '[';
      if (source !== '') source += optional ? `(?:${separator}${piece})?` : separator + piece;
      else if (optional) leading += `(?:${piece}${separator})?`;
      else source = leading + piece;
    }
    return source;
  }

  private readPiece(sign: string): string {
    if (sign === '[') return this.readGroup(']');
    return sign === '(' ? this.readGroup(')') : this.readWord();
  }

  private nextSign(): string | undefined {
    while (this.phrase[this.at] === ' ') this.at += 1;
    return this.phrase[this.at];
  }

  private readGroup(close: string): string {
    this.at += 1;
    const inside = this.readAlternatives();
    if (this.phrase[this.at] !== close) throw new Error(`unbalanced phrase: ${this.phrase}`);
    this.at += 1;
    if (this.phrase[this.at] !== '*') return inside;
    this.at += 1;
    return inside + anyEnding;
  }

  private readWord(): string {
    const start = this.at;
    while (this.at < this.phrase.length && !' |()[]…'.includes(this.phrase[this.at] ?? '')) this.at += 1;
    const word = this.phrase.slice(start, this.at);
    if (word === '#') return number;
    const plain = word.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    return plain.endsWith('*') ? plain.slice(0, -1) + anyEnding : plain;
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

/** Returns the earliest match. Of two that begin at one word, the better fit wins, then the rule listed first. */
export function firstMatch<Sense>(text: string, all: readonly Rule<Sense>[]): Match<Sense> | undefined {
  const matches = all.flatMap((rule) => matchesOf(rule, text));
  return matches.sort((one, other) => one.start - other.start || other.fit - one.fit)[0];
}

/** Returns every match of every rule in the order of the text, the longer first. */
export function everyMatch<Sense>(text: string, all: readonly Rule<Sense>[]): Match<Sense>[] {
  const matches = all.flatMap((rule) => matchesOf(rule, text));
  return matches.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** Matches of one rule may overlap: each can begin at the next word. */
function matchesOf<Sense>(rule: Rule<Sense>, text: string): Match<Sense>[] {
  const matches: Match<Sense>[] = [];
  const { pattern } = rule;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    matches.push({ rule, start: found.index, end: found.index + found[0].length, fit: fitOf(found) });
    pattern.lastIndex = found.index + 1;
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
const doneToIt = source`(?:strike|striking|(?:un)?seal(?:ing)?|redact|expedite|shorten time (?:for|on)
  |stay(?: [a-z ]{3,30} (?:on|re|as to))?|hold in abeyance|defer|consolidate)`;
// With these, the inner motion is the topic of a request. A decision on the outer motion does not decide it.
const leadsToIt = source`(?:(?:re-?)?file|filing|supplement|renew|join(?: in)?|joinder (?:in|of|to)|present|lodge|serve
  |amend|correct|withdraw(?:al)?(?: of)?|(?:oral )?(?:argument|hearing|decision|ruling) (?:on|re|regarding)|(?:respond
  |reply|object) to|(?:[a-z-]+'? ){0,5}(?:response|reply|sur-?reply|opposition|brief|memorandum|answer
  |authority|authorities|exhibits?|declaration|affidavit)(?: brief)?(?: under seal)? (?:to|re|in (?:further )?support of
  |in opposition to|regarding|on))`;
const clauseEnd = source`(?=;|\. |,? (?:and )?(?:granting|denying|finding|terminating)\b|,? and (?:to )?(?:modify|extend
  |set|stay|continue|seal|amend)\b|$)`;
const title = `${papers}\\b(?:(?!;|\\. |\\b(?:granting|denying|finding|terminating)\\b).){0,300}?${clauseEnd}`;

const always = new RegExp(`(${outer}${doneToIt}) ${which}${title}`, 'g');
const whenDecided = new RegExp(`(${outer}(?:${doneToIt}|${leadsToIt})) ${which}${title}`, 'g');

// "Motion to Stay pending resolution of 45 Motion to Dismiss", "pre-motion conference on a motion to dismiss":
// The motion to dismiss is neither made nor decided here.
const reach = source`(?:(?!(?:and|or|is|are|granting|denying|finding)\b)(?:[^ ;:.]+
  |(?:inc|corp|co|ltd|no|d\.i)\.\S*) ){0,9}?`;
const named = source`${papers}\b(?:(?!\b(?:and|or|is|are|be|was|has|remains|granting|denying|finding|terminating
  |setting)\b)[^;:,.]){0,120}`;
const allNamed = `${named}(?:,? ?(?:and|or) ${reach}${named}){0,4}`;
const awaited = regex('g')`\b(?:pending|until|after|awaiting) ${reach}(?:rul(?:es?|ed|ings?)|deci(?:des?|ded|sions?)
  |resol(?:ves?|ved|utions?)|dispositions?|determinations?|outcome|adjudication) ${reach}${allNamed}
  |\b(?:while|until) ${reach}${allNamed}(?=(?:is|are|remains?|has been|have been) )
  |(?<=\bstay(?: (?!and\b)[a-z]+){0,3} )(?:pending|in (?:light|view) of) ${reach}${allNamed}
  |(?<=\bpre-? ?motion\b)\)?(?: conference| letter| request)?:? (?:to (?!the\b)|re\b|(?:in|with) [a-z]+ (?:to|of)\b
  |regarding|for|on|about|concerning)(?:(?!\b(?:is|are|be|was|set|held|granting|denying)\b)[^.;])*`;

/** Removes the motions that the text only waits for. */
export function withoutAwaitedMotion(text: string): string {
  return text.replace(awaited, ' ');
}

/** Removes inner motions. @param decided true if the entry decides the outer motion; more inner motions are removed */
export function withoutInnerMotion(text: string, decided: boolean): string {
  return withoutAwaitedMotion(text).replace(decided ? whenDecided : always, '$1 ');
}

const grantingIt = regex('g')`\b(?:granting|allowing|approving|granted|grants|grant) ${which}motions? (?:for leave )?
  to withdraw ${which}(?=${papers}\b)`;
const itIsGranted = regex('g')`\bmotions? (?:for leave )?to withdraw ${which}(${papers}\b[^.;]{0,100}?)\b(?:(?:is
  |are) )?(?:hereby )?(?:granted|allowed)\b`;

/** Rewrites "granting 12 Motion to Withdraw 10 Motion to Dismiss" as "withdrawing 10 Motion to Dismiss". */
export function withdrawalsGranted(text: string): string {
  const said = text.replace(grantingIt, 'withdrawing ').replace(itIsGranted, '$1 withdrawn');
  // "Order RE: 40 Withdrawal (RE: 39 Motion for Relief From Stay). ALLOWED"
  return said.replace(/\bre:? \[?\d+\]? withdrawal\b(.*?)\. (?:allowed|granted)\b/, 'motion withdrawn$1');
}
