import { type EntryOutcome, entryOutcomes } from '../../records/docket.ts';
import { everyMatch, indexRules, type Match, type Rule, readRules, regex, source } from '../rule.ts';

export const outcomeRules = readRules('outcomes', entryOutcomes);

const index = indexRules(outcomeRules);

/** The outcomes that a text states, in its order, with the rule that found each. */
export type Said = Map<EntryOutcome, Rule<EntryOutcome>>;

/** "SO ORDERED" grants if it stands alone. Beside another decision it is only a formula. */
export const weakest = 'granted: so ordered';

export function saidIn(text: string, wanted: (outcome: EntryOutcome) => boolean = () => true): Said {
  const said: Said = new Map();
  for (const match of everyMatch(text, index)) {
    const { rule } = match;
    if ((said.has(rule.sense) && said.get(rule.sense)?.name !== weakest) || !wanted(rule.sense)) continue;
    if (isAboutTheCase(text, match) && decides(text, match)) said.set(rule.sense, rule);
  }
  return said;
}

const movedHearing = /hearing|conference|trial|sentencing/;

function isAboutTheCase(text: string, { rule, start, end }: Match<EntryOutcome>): boolean {
  // "Motion hearing continued to 6/10" moves a hearing and defers no decision.
  if (rule.sense === 'deferred') return !movedHearing.test(text.slice(start, end));
  return rule.sense !== 'dismissed' || dismisses(rule.name, text, end);
}

// A judgment with a sentence is no dismissal, even if it dismisses some counts.
const sentenced = /\b(?:guilty|imprisonment|custody|probation|sentenc\w+|mos\b|months)/;

// "ORDER dismissing 12 Motion" dismisses a motion, not the case.
const ofAMotion =
  /^ (?:\[?\d+\]? )?(?:the )?(?:(?:plaintiff|defendant|petitioner)s?'?s? )?(?:motions?|applications?|requests?)\b/;

function dismisses(rule: string, text: string, end: number): boolean {
  const upTo = text.slice(0, end);
  if (/: (?:count|#)/.test(rule) && (sentenced.test(upTo) || !/\b(?:counts?|cts?)\b/.test(upTo))) return false;
  return !(rule.endsWith(': dismissing') && ofAMotion.test(text.slice(end, end + 60)));
}

// "dismissing appeal by 2/20, unless the appellant files …" decides nothing yet.
const conditional = /^[^.;]{0,60}\bunless (?!otherwise|and until)/;

function decides(text: string, { rule, start, end }: Match<EntryOutcome>): boolean {
  const lastWord = text.lastIndexOf(' ', end - 1) + 1;
  // "ORDER VACATING the court's order": the last word names the vacated paper, so only the verb is tested.
  const decides = rule.sense === 'reversed' || decidesAt(text, Math.max(start, lastWord));
  return decides && decidesAt(text, start) && !conditional.test(text.slice(end, end + 90));
}

// Names of papers, and words for what is possible, past or asked for, decide nothing.
const undecided = regex()`\b(?:why|if|whether|unless|until|should|may(?! \d)|might|not be|to be|cannot|will|would|could
  |proposed order|previously|court's|(?:vacate|vacating|reconsider\w*|set aside|relief from|re|re:|appeal of|stay of
  |pursuant to) (?:the )?(?:\d+ )?(?:order|judgment))[^.;:)]{0,60}$|\bhaving been [^.;:),]{0,60}$|\b(?:requesting
  |seeking)(?![^.;:)]{0,60}\b(?:is|are) (?:hereby |therefore )?$)[^.;:)]{0,60}$`;

// "The motion is hereby not granted at this time", "declines to grant", "neither granted nor denied".
const between = source`(?:(?:be|been|being|is|are|was|were|yet|so|now|hereby|either|otherwise|grant(?:ed)? (?:or|and)
  |at this time|[a-z]+ly),? ){0,3}`;
const negated = regex()`\b(?:(?:is|are|was|were|do|does|did|has|have|had)n't|not(?! only)|never|neither|nor|no longer
  |without|(?:declin|refus)(?:e|es|ed|ing) to|(?:un|not )able to|fail(?:s|ed|ing)? to),? ${between}$`;
// "No further extensions are granted" grants nothing. "No objection having been filed, the motion is granted" does.
const nothingIs = regex()`\b(?:nothing|none|no (?:[a-z]+ ){0,2}(?:extensions?|relief|continuances?|adjournments?
  |requests?|motions?|applications?|leave))(?: further| else| more| of (?:them|these|it))? (?:is|are|was|were|has been
  |have been|being) (?:hereby )?$`;

function isNegatedAt(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 100), at);
  return negated.test(before) || nothingIs.test(before);
}

// "Motion for Entry of an Order (I) Approving …": the title of a motion.
const orderSought = /\b(?:for|seeking) (?:entry of )?(?:an? |the |interim |final |and )*orders?\b[^.;]{0,60}$/;
// "Order dated 12/21/2026 Regarding 5 Motion filed by Debtor for Use of Cash Collateral"
const motionNamed = /\b(?:regarding|re):? \d{1,4} (?:[a-z-]+ ){0,3}(?:motion|application)s? filed by\b[^.;]*$/;
const gerund = /^[a-z]+ing\b/;

function decidesAt(text: string, at: number): boolean {
  const before = text.slice(0, at);
  if (undecided.test(before) || isNegatedAt(text, at)) return false;
  const inTitle = orderSought.test(before) || motionNamed.test(before);
  return !(inTitle && gerund.test(text.slice(at, at + 20)));
}

const verb = /\b(?:grant|allow|approv|adopt|accept|so order|den(?:y|ied))/g;

export function refusesIn(text: string): boolean {
  return [...text.matchAll(verb)].some(({ index: at }) => isNegatedAt(text, at));
}
