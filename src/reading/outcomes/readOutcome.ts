import type { EntryOutcome, EntryReading, EntryType } from '../../records/docket.ts';
import { type EntryParts, isVoid, partsOf } from '../entryParts.ts';
import { regex, source, withdrawalsGranted, withoutAwaitedMotion } from '../rule.ts';
import { refusesIn, type Said, saidIn, weakest } from './saidOutcomes.ts';

export type OutcomeRead = Readonly<{ outcome: EntryOutcome; rule: string }>;

const decisions: ReadonlySet<EntryType> = new Set(['order', 'judgment', 'report']);

const toShowCause = /^(?:\w+ )?order (?:to |directing |for )[^.]{0,60}show cause/;
// "the motion in this case is dismissed as moot" must not match.
const caseEndsMoot = regex()`(?<!\bmotions? (?:[a-z]+ ){0,5})\b(?:case|action|appeal|appeals|petition|claims
  |counterclaims?|complaint|proceeding|court)\b(?:(?!motion)[^.;]){0,80}\bdismiss(?:ed|es|ing)(?: without prejudice
  | with prejudice)? as moot`;

/** Returns what the court decided; undefined if the entry decides nothing or uses none of the known words. */
export function readOutcome(type: EntryType, typeRule: string, parts: EntryParts): OutcomeRead | undefined {
  if (!decisions.has(type) || toShowCause.test(parts.head) || isVoid(parts.whole)) return undefined;
  const body = operativeWords(type, parts);
  if (caseEndsMoot.test(body)) return { outcome: 'dismissed', rule: 'dismissed: a case that is dismissed as moot' };
  const said = saidApartFromMoot(body);
  const decided = decide(said, body);
  if (decided?.outcome === 'granted' && /^so[- ]ordered stip(?!.*granting)/.test(parts.head)) return orderedStipulation;
  if (decided) return { outcome: decided.outcome, rule: said.get(decided.by)?.name ?? decided.outcome };
  return refusesIn(body) ? undefined : (agreed(typeRule, parts) ?? asAsked(type, parts));
}

const mootWords = regex('g')`\b(?:den(?:y|ied|ies|ying)|dismiss(?:ed|ing|es)|terminat(?:ed|ing))[^.;]{0,40}?\b(?:as|is
  |are) (?:\w+ )?moot|without prejudice as moot|\bas moot\b`;

/** A motion that is denied as moot has the outcome moot, not denied. */
function saidApartFromMoot(body: string): Said {
  const said = saidIn(body);
  const apart = saidIn(body.replace(mootWords, ' '), (outcome) => outcome === 'denied' || outcome === 'dismissed');
  for (const outcome of ['denied', 'dismissed'] as const) {
    const rule = apart.get(outcome);
    if (rule) said.set(outcome, rule);
    else said.delete(outcome);
  }
  return said;
}

function asAsked(type: EntryType, { head, body }: EntryParts): OutcomeRead | undefined {
  if (type !== 'order' || !doesWhatIsAsked(head, body)) return undefined;
  return { outcome: 'granted', rule: 'granted: an order that does what the motion asks' };
}

const orderThereon = /^(?:[\w'-]+ ){0,3}(?:request|application|petition|motion)\b[^.]{0,120}\border thereon\b/;
const stipulated = /^(?:[\w'-]+ ){0,3}stipulat(?:ion|ed)s?\b/;
// "STIPULATED PROTECTIVE ORDER. Signed by Judge A. B.": without a signature the title only names a kind of order.
const signedStipulation = /^(?:\w+ )?stipulat[^.]{0,60}\border\b[^.]{0,30}[.;-] signed by\b/;
const notStipulated = /^(?:joint )?stipulat\w+ (?:protective|confidential|order$)|^(?:order|minute|scheduling)/;

export const orderedStipulation: OutcomeRead = { outcome: 'granted', rule: 'granted: a stipulation that is ordered' };

/** A stipulation that became an order is granted. */
function agreed(typeRule: string, { head }: EntryParts): OutcomeRead | undefined {
  if (orderThereon.test(head)) return { outcome: 'granted', rule: 'granted: a request with the order on it' };
  const isOrdered = stipulated.test(head) || /so ordered/.test(typeRule);
  const isOnlyCalled = notStipulated.test(head) && !signedStipulation.test(head);
  return isOrdered && !isOnlyCalled ? orderedStipulation : undefined;
}

const asksForTime = regex()`\b(?:motions?|stipulations?|applications?|requests?)\b[^.;:]{0,40}? (?:to
  |for) (?:an? )?(?:[a-z-]+ ){0,2}?(?:continu(?:e|ance)|exten(?:d|sion)|adjourn(?:ment)?|reschedule|reset
  |enlarge(?:ment)?|postpone)\b`;
const givesTime = regex()`\b(?:is|are|be|hereby|and|now),? (?:hereby )?(?:continued|extended|rescheduled|adjourned|reset
  |enlarged)\b,? (?:to|until|for|through)\b`;

const titleAndMotion = regex()`^((?:[a-z'-]+ ){0,3}order (?:of|for|to) [^\d([.;:]{3,60})[^.;]{0,80}?\b\d{1,4}
  (?:-\d{1,2})?\]? (?:[a-z']+ ){0,2}motions? (?:for|to) ([^.;()]{3,60})`;
const gerundAndMotion = regex()`^(?:[a-z'-]+ ){0,3}order ([a-z]{4})[a-z]{0,8}ing\b[^([]{0,80}\((?:re:? ?)?related
  [^()]{0,160}(?:\([^()]{0,10}\)[^()]{0,160})?\bmotion to ([a-z]{4})`;
const matter = /[a-z]{6,}/g;
const noMatter: ReadonlySet<string> = new Set(['motion', 'motions', 'hearing', 'court', 'defendant', 'plaintiff']);

/** "ORDER on Stipulation to Continue Sentencing: … rescheduled to …", "ORDER of Forfeiture re 12 MOTION for …" */
function doesWhatIsAsked(head: string, body: string): boolean {
  if (asksForTime.test(head.slice(0, 200)) && givesTime.test(body)) return true;
  const [, done, sought] = gerundAndMotion.exec(head) ?? [];
  if (done !== undefined && done === sought) return true;
  const [, title = '', motion = ''] = titleAndMotion.exec(head) ?? [];
  const asked = new Set(motion.match(matter));
  return (title.match(matter) ?? []).some((word) => asked.has(word) && !noMatter.has(word));
}

// Longer texts are directions, which say "approved by" and "allowed to" about everything.
const longestDecision = 1_500;

// A related paper can look like a decision: "(related document(s) 19 Order Dismissing Case)".
const namesOfPapers = /\((?:re: ?|re |related)[^()]{0,600}(?:\([^()]{0,80}\)[^()]{0,200}){0,4}\)/g;

// "SO ORDERED" grants a party's paper. In the court's own order it is only the closing formula.
const ownOrder = /^(?:(?:amended|scheduling|text|electronic|oral|procedural) ){0,2}order\b/;
const partysPaper =
  /\b(?:stipulat\w+|letters?|applications?|requests?|proposed|endors\w+|motions?|consent|agreed|joint)\b/;

// "Order for Emergency Hearing on Motion (I) Approving …" names what the motion asks for. Nothing is decided yet.
const orderForHearing = regex()`^(?:[a-z'-]+ ){0,3}order (?:for|setting|scheduling|fixing|re-?setting|rescheduling
  |shortening|limiting)[^.]{0,80}?\b(?:hearing|notice|time)\b[^.]{0,600}`;
const inItsTitle =
  /\b(?:approving|granting|authorizing|permitting|allowing|extending|confirming)\b(?! (?:in part )?\[?\d)/g;

// Courts end judgments with "All relief not granted herein is DENIED", whatever they decided.
const boilerplate = regex('g')`\b(?:all|any)(?: and all)?(?: other)? (?:relief|requests?|claims?
  |motions?)(?: for relief)?(?: that (?:is|are|was|were))? not (?:otherwise |specifically |expressly |previously )?
  (?:granted|ruled|disposed|addressed)\b[^.;]{0,60}\bden(?:y|ied)\b`;

/** "Oral argument on the motion" and "ORAL ORDER granting the motion" name no oral motion. */
export const oralMotion = source`\b(?:oral (?!argument|order|ruling|decision|opinion|hearing|examination)|ore tenus )
  (?:[\w()'-]+ ){0,4}?(?:motion|request|application)s?\b`;
const decidedNow = source`(?:granted|denied|allowed|overruled|sustained|moot|withdrawn|deferred
  |(?:taken )?under (?:advisement|submission))\b`;
/** A motion that was made orally, with the decision on it: `oral motion for JMOL denied`, `denies the oral motion`. */
const oralDecisions = regex('g')`\b(?:grant|den|allow|overrul|defer|reserv)[a-z]+ (?:ruling on )?(?:[a-z']+ ){0,3}?
  ${oralMotion}|(?<!\d\]? )${oralMotion}(?:(?! and \[?\d|motion)[^.;]){0,120}(?:[.;,-]+ (?:the |said |oral )*motions?
  (?: (?:is|was))?|\b(?:is|are|was|were)| -|,)? (?:hereby )?${decidedNow}`;
const paperNumber = source`[[(]?(?:d\. ?i\. |doc\. |dkt\. |ecf (?:no\. )?|docket (?:no\. )?|no\. |# ?)?
  (?<!\b(?:courtroom|room|day|january|february|march|april|may|june|july|august|[a-z]+ber) )\d{1,4}(?:-\d{1,2})?\b
  (?![/:]|[.-]\d)`;
const writtenMotion = regex()`(?<![\d/:.-])\b\d{1,4}\]? (?:[a-z'-]+ ){0,3}?(?:motion|application)
  |\bmotions? (?:to|for|in)\b[^.;:\d]{3,80}? ${paperNumber}`;

/** "Hearing on 45 Motion. Oral motion to continue denied": what became of the oral motion leaves 45 open. */
function withoutOral(body: string): string {
  const rest = body.replace(oralDecisions, ' ');
  const isOpen =
    rest !== body && writtenMotion.test(rest) && [...saidIn(rest).keys()].every((one) => one === 'deferred');
  return isOpen ? rest : body;
}

// "__X__VACATED _____APPROVED _____DENIED": on a form, only the checked box was decided.
const ticked = /_x_/;
const unticked = /(?<![x_])_{3,} ?(?!x_)[a-z ]{3,40}/g;

function operativeWords(type: EntryType, parts: EntryParts): string {
  const form = parts.body.slice(0, longestDecision);
  const body = (ticked.test(form) ? form.replace(unticked, ' ') : form).replace(namesOfPapers, ' ');
  const done = withoutAwaitedMotion(body).replace(orderForHearing, (title) => title.replace(inItsTitle, ' '));
  const said = withoutOral(withdrawalsGranted(done))
    .replace(boilerplate, ' ')
    .replace(/so ordered by/g, ' ')
    .replace(/\border to (?=show cause hearing)/g, ' ')
    .replace(/\bapproved (?:in advance )?by (?:the )?(?:u\.?s\.? )?(?:pretrial|pre-trial|probation)/g, ' ')
    .replace(/\b(?:is|are|shall) (?:to )?be (?=dismissed)/g, 'is ')
    .replace(/\bbe,? and (?:the same )?(?:hereby )?(?:is|are),? hereby,?/g, 'is hereby');
  const own = onlySigned(parts.head) ? said.replace(/so ordered/g, ' ') : said;
  // A recommendation in a report counts like a decision in an order: "is to be dismissed".
  return type === 'report' ? own.replace(/\b(?:should|may|to) be (?=[a-z]+(?:ed|ned)\b)/g, 'is ') : own;
}

function onlySigned(head: string): boolean {
  return ownOrder.test(head) && !partysPaper.test(head.slice(0, 80).replace(/\. .*/, ''));
}

type Decision = Readonly<{ outcome: EntryOutcome; by: EntryOutcome }>;

export function decide(said: Said, body: string): Decision | undefined {
  const counted = withoutSigning(said);
  return several(counted) ?? endOfCase(counted, body) ?? one(counted, body);
}

const decision = (outcome: EntryOutcome, by: EntryOutcome = outcome): Decision => ({ outcome, by });
const affirms = (said: Said): boolean => /affirm/.test(said.get('granted')?.name ?? '');
const adopts = (said: Said): boolean => /adopt|accept/.test(said.get('granted')?.name ?? '');

function withoutSigning(said: Said): Said {
  const counted = new Map(said);
  // "The motion is denied. SO ORDERED" grants nothing.
  if (said.size > 1 && said.get('granted')?.name === weakest) counted.delete('granted');
  // "Overruling objections and adopting the report", "and affirming the order": the adoption is the outcome.
  if ((adopts(said) || affirms(said)) && /overrul/.test(said.get('denied')?.name ?? '')) counted.delete('denied');
  return counted;
}

function several(said: Said): Decision | undefined {
  if (said.has('granted in part')) return decision('granted in part');
  // "Affirmed as to Count I, reversed as to Count II"
  if (affirms(said) && said.has('reversed')) return decision('granted in part', 'granted');
  // "Judgment affirmed; cross-appeal dismissed", "Motion to dismiss the appeal denied. Judgment affirmed"
  if (affirms(said) && (said.has('dismissed') || said.has('denied'))) return decision('granted');
  if (!said.has('granted')) return said.has('reversed') ? decision('reversed') : undefined;
  if (!said.has('denied')) return undefined;
  // "ADOPTING 15 Report and Recommendation; denying 5 Motion" is one decision, and its first word is the outcome.
  if (!adopts(said)) return decision('granted in part', 'granted');
  return decision([...said.keys()].find((outcome) => outcome === 'granted' || outcome === 'denied') ?? 'granted');
}

const agreedDismissal = /voluntar|stipulat|settle|unopposed|joint motion|agreed|pursuant to (?:rule|frcp|fed)/;

// An order on an uncontested or agreed motion to dismiss is a dismissal, whatever the paper is called.
const agreedRequest = regex()`\b(?:joint|agreed|stipulated|unopposed|uncontested|consent|voluntary)\b
  [^.;:]{0,30}\bmotions? (?:to|for|of) (?:partial )?(?:voluntar\w+ )?dismiss|\bvoluntar(?:y|ily) dismiss|\b(?:notice
  |stipulation|suggestion) of (?:partial )?(?:voluntary |joint )?dismissal`;
const settledCase = regex()`\bmotions? to dismiss\b[^;]{0,200}\b(?:settled|settlement|resolved)\b|\b(?:settled
  |settlement)\b[^;]{0,200}\bmotions? to dismiss\b`;

const appealEnds = /\bappeals? (?:is|are|be) (?:hereby )?dismissed/;

const dispositive = /motions? (?:to dismiss|for (?:partial )?summary judgment|for judgment on the pleadings)/;

function endOfCase(said: Said, body: string): Decision | undefined {
  const granted = said.has('granted');
  if (said.has('dismissed') && (!said.has('denied') || /\bdismissed,? in part/.test(body))) {
    const motionGranted = granted && dispositive.test(body) && !agreedDismissal.test(body) && !appealEnds.test(body);
    return decision(motionGranted ? 'granted' : 'dismissed');
  }
  return granted && (agreedRequest.test(body) || settledCase.test(body)) ? decision('dismissed', 'granted') : undefined;
}

const takesUnderAdvisement = (said: Said): boolean =>
  /advisement|deferring|reserving/.test(said.get('deferred')?.name ?? '');

/** True if a text takes something under advisement, whatever else it decides. */
export function leavesOpen(text: string): boolean {
  return takesUnderAdvisement(saidIn(partsOf(text).body));
}

/** "45 GRANTED; 47 DENIED" is granted in part, but neither of them is. */
export function isMixed({ outcome, refersTo }: Pick<EntryReading, 'outcome' | 'refersTo'>, text: string): boolean {
  const rest = text.replace(/\b(?:grant|den)\w*[ -]in[ -]part\b|\b(?:partial\w*|in part)\b/gi, '');
  return outcome === 'granted in part' && refersTo.length > 1 && (rest === text || /\bden(?:y|ied|ies)/i.test(rest));
}

const order = ['granted', 'denied', 'moot', 'withdrawn', 'deferred', 'dismissed'] as const;

// "ORDER granting 61; terminating 45"
const endsAnother = /\bgranting [[(]?(\d+)\b.*\bterminating [[(]?(?!\1\b)\d/;

function one(said: Said, body: string): Decision | undefined {
  if (said.has('granted') && (said.has('moot') || takesUnderAdvisement(said) || endsAnother.test(body)))
    return decision('granted in part', 'granted');
  const outcome = order.find((each) => said.has(each));
  return outcome && decision(outcome);
}
