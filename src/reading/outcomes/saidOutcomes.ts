import type { EntryOutcome } from '../../records/docket.ts';
import { everyMatch, type Match, type Rule, regex, rules, source } from '../rule.ts';

export const outcomeRules = [
  ...rules('granted in part')`
    (grant*|allow*|sustain*|approv*|affirm*) in part → ORDER granting in part and denying in part 82 Motion to Dismiss
    (granting|grants|granted) [#] (motion*|application*|request*) … in part → ORDER granting 12 Motion to Compel in part
    partially grant* → ORDER partially granting motion
  `,
  ...rules('granted')`
    (granting|granted|grants|grant) → ORDER granting 12 Motion to Continue
    (allowing|allowed|approving|approved|approves|sustained|sustaining|authorizing|permitting) → Motion ALLOWED
    so ordered → SO ORDERED
    (accepting|accepted) [the] (report|findings|magistrate|document) → Order Accepting Findings and Recommendations
    (adopting|adopted|adopts) … (report*|recommendation*|r&r|stipulat*|order|plan|agreement|schedule|proposed|opinion)
      → ORDER adopting Report and Recommendation
    (report*|recommendation*|r&r) … (adopted|accepted|approved) → ORDER: the Report and Recommendation is adopted
    (affirmed|affirming|affirms) → The judgment is AFFIRMED
    (rule 36|judgment of) affirmance → JUDGMENT. Rule 36 affirmance
    confirming [#] (chapter|plan|amended|debtor*|sale|the|arbitration) → Order Confirming 23 Amended Plan
    plan [is] [hereby] confirmed → Order: the plan is confirmed
    order to allow → ORDER to allow inspection re 31 Motion
    order* (extending|delaying|shortening|enlarging) → ORDER Extending Deadline for Filing Objection
    recommending [that] … accept → FINDINGS AND RECOMMENDATION: recommending that the judge accept the plea
    motion* … now due → Order on motion to extend time: answer now due 4/1/2026
  `,
  ...rules('denied')`
    (denying|denied|denies|deny) → ORDER denying motion
    (dismissing|dismisses) [#] [the] [plaintiff*|defendant*] (motion*|application*|request*) → ORDER dismissing motion
    (overrul*|rejecting) → ORDER: objection overruled
  `,
  ...rules('moot')`(moot|mooted|mooting) → TEXT ORDER finding as moot 7 Motion`,
  ...rules('withdrawn')`
    [hearing] [not] held withdrawn → Minutes: Hearing Held; Withdrawn
    (motion|application|objection|outcome)* … withdrawn → Minute of Hearing: motion withdrawn
    withdrawing [#] [the|trustee*|debtor*|plaintiff*|defendant*|government*|movant*] [with prejudice
      |without prejudice] [#] (motion|application|objection|claim|petition|proof) → Agreed Order Withdrawing Motion
  `,
  ...rules('deferred')`
    [(take|takes|taken|taking|took) …] under (advisement|submission) → Minutes: the Court takes 52 under advisement
    (motion*|application*|request*|objection*|petition*) … entered and continued → ORDER: motion entered and continued
    (holding|held|holds) [#] [the] [plaintiff*|defendant*] (motion*|ruling|decision|application*|request*) … in abeyance
      → ORDER holding 12 motion in abeyance
    (motion*|application*|request*) … held in abeyance → ORDER: the motion is held in abeyance
    # continued (to|until) → Order re 1 Complaint. #1 CONTINUED TO FEB. 17
    (emergency|motion|motions|application|objection|complaint) … continued (to|until|for)
      → Order regarding 11 Emergency Motion. CONTINUED TO January 6
    (deferring|deferred|defers) [ruling|judgment|decision|#] → ORDER deferring ruling on 12 Motion
    (reserved|reserving|reserves) [its] (ruling|judgment|decision|#|on #) → ORDER reserving ruling
  `,
  ...rules('dismissed')`
    (case|action|complaint|petition|claims|claim|appeal|appeals|matter|proceeding|lawsuit|plaintiff*|defendant*
      |counterclaims) … (dismissed|discontinued) → ORDER: this action is dismissed without prejudice
    dismissing → Order Dismissing Case
    notice of dismissal → ORDER and notice of dismissal for failure to file schedules
    (order|judgment|stipulat*|ordered) [of|for] [voluntary] (dismissal|discontinuance) → Order of Dismissal
    dismissed (in part|for|with|without) → MEMORANDUM DISPOSITION: DISMISSED in part and DENIED in part
    # dismissed → JUDGMENT as to the defendant; Counts 10-20, 49, Dismissed
    count* … dismissed → JUDGMENT: Count I is dismissed on the motion of the government
  `,
  ...rules('reversed')`
    order* vacating [#] [prior|the|an|a|its|this] [court*|prior] (order|judgment|dismissal|opinion|decision)
      → Order VACATING ORDER on notice
    (conviction|judgment|dismissal|sentence|default) … … (is|are) [hereby|herewith] vacated → ORDER: sentence is vacated
    (court|judge) [hereby] vacates [the|its|this] [prior|previous|earlier] (order|judgment|dismissal)
      → Minute Entry: the Court vacates the order of release
    (reversed|reversing|reverses) → The judgment is REVERSED
    (vacated|vacating|vacates) [in part] [and] (remanded|remanding|remands) → Judgment VACATED and REMANDED
  `,
];

/** The outcomes that a text states, in its order, with the rule that found each. */
export type Said = Map<EntryOutcome, Rule<EntryOutcome>>;

/** "SO ORDERED" grants if it stands alone. Beside another decision it is only a formula. */
export const weakest = 'granted: so ordered';

export function saidIn(text: string, wanted: (outcome: EntryOutcome) => boolean = () => true): Said {
  const said: Said = new Map();
  for (const match of everyMatch<EntryOutcome>(text, outcomeRules)) {
    const { rule } = match;
    if ((said.has(rule.sense) && said.get(rule.sense)?.name !== weakest) || !wanted(rule.sense)) continue;
    if (isAboutTheCase(text, match) && decides(text, match)) said.set(rule.sense, rule);
  }
  return said;
}

// "The motion taken under advisement on 11/2/2026 is GRANTED"
const decidedSince = regex()`^(?: (?:on|at|following|after|since|during|by)\b[^.;]{0,60}?)?,? (?:[[(]?\d+[\])]? )?(?:is
  |are) (?:hereby |now )?(?:granted|denied)\b`;
const notTaken = /\b(?:not|to) take\b[^.;]{0,60}$/;
const movedHearing = /hearing|conference|trial|sentencing/;

function isAboutTheCase(text: string, { rule, start, end }: Match<EntryOutcome>): boolean {
  // "Motion hearing continued to 6/10" moves a hearing and defers no decision.
  if (rule.sense === 'deferred')
    return (
      !movedHearing.test(text.slice(start, end)) &&
      !notTaken.test(text.slice(0, start)) &&
      !decidedSince.test(text.slice(end, end + 120))
    );
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
const undecided = regex()`\b(?:why|if|whether|unless|until|should|may(?! \d)|might|not be|to be
  |(?:after|once|when) (?:the )?(?:[a-z]+ circuit|court of appeals|supreme court)|cannot|will|would|could
  |proposed order|previously|court's|(?:vacate|vacating|reconsider\w*|set aside|relief from|re|re:|appeal of|stay of
  |pursuant to) (?:the )?(?:\d+ )?(?:order|judgment))[^.;:)]{0,60}$|\bhaving been [^.;:),]{0,60}$|\b(?:requesting
  |seeking)(?![^.;:)]{0,60}\b(?:is|are) (?:hereby |therefore )?$)[^.;:)]{0,60}$|\bv\. [^.;:]{1,60}
  \b(?:circuit|court) (?:has |had )?$`;

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
// "Motion for Reconsideration of Order Granting Preliminary Injunction": the title of a motion, too.
const orderAttacked = regex()`\bmotions? (?:to|for) [^.;:,]{3,80}?(?<!\b(?:and|an|for) )\b(?:orders?|judgment|opinion)
  (?: \[?\d{1,4}\]?)? $`;
// "Order dated 12/21/2026 Regarding 5 Motion filed by Debtor for Use of Cash Collateral"
const motionNamed =
  /\b(?:regarding|re):? \d{1,4} (?:[a-z-]+ ){0,3}(?:motion|application)s? filed by\b(?:[^.;]|(?<=\b[a-z]{1,4})\.)*$/;
const gerund = /^[a-z]+ing\b/;

function decidesAt(text: string, at: number): boolean {
  const before = text.slice(0, at);
  if (undecided.test(before) || isNegatedAt(text, at)) return false;
  const inTitle = orderSought.test(before) || motionNamed.test(before) || orderAttacked.test(before);
  return !(inTitle && gerund.test(text.slice(at, at + 20)));
}

const verb = /\b(?:grant|allow|approv|adopt|accept|so order|den(?:y|ied))/g;

export function refusesIn(text: string): boolean {
  return [...text.matchAll(verb)].some(({ index: at }) => isNegatedAt(text, at));
}
