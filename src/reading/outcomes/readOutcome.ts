import type { EntryParts } from '../entryParts.ts';
import type { EntryOutcome, EntryType } from '../entryReading.ts';
import { everyMatch, indexRules } from '../matches.ts';
import type { Rule } from '../rule.ts';
import { doesWhatIsAsked } from './doesWhatIsAsked.ts';
import { outcomeRules } from './outcomeRules.ts';

export interface OutcomeRead {
  readonly outcome: EntryOutcome;
  readonly rule: string;
}

const index = indexRules(outcomeRules);

type Said = Map<EntryOutcome, Rule<EntryOutcome>>;

const decisions: ReadonlySet<EntryType> = new Set(['order', 'judgment', 'report']);

// Words for what is possible, past or wished for, and names of papers, decide nothing.
const undecided =
  /\b(?:why|if|whether|unless|until|should|may|might|not be|to be|cannot|will|would|could|requesting|seeking|proposed order|previously|having been|court's|(?:vacate|vacating|reconsider\w*|set aside|relief from|re|re:|appeal of|stay of|pursuant to) (?:the )?(?:\d+ )?(?:order|judgment))[^.;:)]{0,60}$/;

// The names of papers that an order refers to can sound like a decision: "(related document(s) 19 Order Dismissing Case)".
const namesOfPapers = /\((?:re: ?|re |related)[^()]{0,600}(?:\([^()]{0,80}\)[^()]{0,200}){0,4}\)/g;
// "dismissing appeal by 2/20, unless the appellant files …"
const conditional = /^[^.;]{0,60}\bunless (?!otherwise|and until)/;
const toShowCause = /^(?:\w+ )?order (?:to |directing |for )[^.]{0,60}show cause/;
const movedHearing = /hearing|conference|trial|sentencing/;
const mootWords =
  /\b(?:den(?:y|ied|ies|ying)|dismiss(?:ed|ing|es)|terminat(?:ed|ing))[^.;]{0,40}?\b(?:as|is|are) (?:\w+ )?moot|without prejudice as moot|\bas moot\b/g;

// Directions of several pages say "approved by" and "allowed to" of everything.
const longestDecision = 1_500;

/** What the court decided; undefined for a filing that decides nothing, and for a decision without any of the words. */
export function readOutcome(type: EntryType, typeRule: string, parts: EntryParts): OutcomeRead | undefined {
  if (!decisions.has(type) || toShowCause.test(parts.head)) return undefined;
  let body = operativeWords(type, parts.body.slice(0, longestDecision).replace(namesOfPapers, ' '));
  if (onlySigned(parts.head)) body = body.replace(/so ordered/g, ' ');
  const ended = caseEndsMoot.test(body);
  const withoutMoot = body.replace(mootWords, ' ');
  const said = saidIn(body, () => true);
  // What is denied as moot is moot, not denied.
  const beside = saidIn(withoutMoot, (outcome) => outcome === 'denied' || outcome === 'dismissed');
  for (const outcome of ['denied', 'dismissed'] as const) {
    const rule = beside.get(outcome);
    if (rule) said.set(outcome, rule);
    else said.delete(outcome);
  }
  if (ended) return { outcome: 'dismissed', rule: 'dismissed: a case that is dismissed as moot' };
  return settle(said, body) ?? agreed(typeRule, parts) ?? asAsked(type, parts);
}

function asAsked(type: EntryType, { head, body }: EntryParts): OutcomeRead | undefined {
  if (type !== 'order' || !doesWhatIsAsked(head, body)) return undefined;
  return { outcome: 'granted', rule: 'granted: an order that does what the motion asks' };
}

const caseEndsMoot =
  /\b(?:case|action|appeal|appeals|petition|claims|counterclaims?|complaint|proceeding|court)\b(?:(?!motion)[^.;]){0,80}\bdismiss(?:ed|es|ing)(?: without prejudice| with prejudice)? as moot/;

// Under a party's paper "SO ORDERED" grants; under the court's own order it only ends the text.
const ownOrder = /^(?:(?:amended|scheduling|text|electronic|oral|procedural) ){0,2}order\b/;
const partysPaper =
  /\b(?:stipulat\w+|letters?|applications?|requests?|proposed|endors\w+|motions?|consent|agreed|joint)\b/;

function onlySigned(head: string): boolean {
  return ownOrder.test(head) && !partysPaper.test(head.slice(0, 80).replace(/\. .*/, ''));
}

// A recommendation in a report counts like a decision in an order; "is to be dismissed" orders it.
function operativeWords(type: EntryType, body: string): string {
  const said = withoutTitleOfMotion(body)
    .replace(/so ordered by/g, ' ')
    .replace(/\bapproved (?:in advance )?by (?:the )?(?:u\.?s\.? )?(?:pretrial|pre-trial|probation)/g, ' ')
    .replace(/\b(?:is|are|shall) (?:to )?be (?=dismissed)/g, 'is ')
    .replace(/\bbe,? and (?:the same )?(?:hereby )?(?:is|are),? hereby,?/g, 'is hereby');
  return type === 'report' ? said.replace(/\b(?:should|may|to) be (?=[a-z]+(?:ed|ned)\b)/g, 'is ') : said;
}

// "Order for Emergency Hearing on Motion (I) Approving …; (II) Granting …": what the motion is for, and not yet decided.
const orderForHearing =
  /^(?:[a-z'-]+ ){0,3}order (?:for|setting|scheduling|fixing|re-?setting|rescheduling|shortening|limiting)[^.]{0,80}?\b(?:hearing|notice|time)\b[^.]{0,600}/;
const inItsTitle =
  /\b(?:approving|granting|authorizing|permitting|allowing|extending|confirming)\b(?! (?:in part )?\[?\d)/g;

function withoutTitleOfMotion(body: string): string {
  return body.replace(orderForHearing, (title) => title.replace(inItsTitle, ' '));
}

// "SO ORDERED" alone grants; beside another word of decision it only signs.
const weakest = 'granted: so ordered';

// A judgment with a sentence is no dismissal, even if it names counts that were dropped.
const sentenced = /\b(?:guilty|imprisonment|custody|probation|sentenc\w+|mos\b|months)/;

// "ORDER dismissing 12 Motion": a motion is dismissed, not the case.
const ofAMotion =
  /^ (?:\[?\d+\]? )?(?:the )?(?:(?:plaintiff|defendant|petitioner)s?'?s? )?(?:motions?|applications?|requests?)\b/;

function dismisses(rule: string, text: string, end: number): boolean {
  const upTo = text.slice(0, end);
  if (/: (?:count|#)/.test(rule) && (sentenced.test(upTo) || !/\b(?:counts?|cts?)\b/.test(upTo))) return false;
  return !(rule.endsWith(': dismissing') && ofAMotion.test(text.slice(end, end + 60)));
}

function saidIn(text: string, wanted: (outcome: EntryOutcome) => boolean): Said {
  const said: Said = new Map();
  for (const { rule, start, end } of everyMatch(text, index)) {
    if ((said.has(rule.sense) && said.get(rule.sense)?.name !== weakest) || !wanted(rule.sense)) continue;
    // "Motion hearing continued to 6/10" moves a day and defers no decision.
    if (rule.sense === 'deferred' && movedHearing.test(text.slice(start, end))) continue;
    if (rule.sense === 'dismissed' && !dismisses(rule.name, text, end)) continue;
    const lastWord = text.lastIndexOf(' ', end - 1) + 1;
    // "ORDER VACATING the court's order": a paper is vacated, and it is named last.
    const decides = rule.sense === 'reversed' || decidesAt(text, Math.max(start, lastWord));
    if (decides && decidesAt(text, start) && !conditional.test(text.slice(end, end + 90))) said.set(rule.sense, rule);
  }
  return said;
}

// "Motion for Entry of an Order (I) Approving …": what the motion is called.
const orderSought = /\b(?:for|seeking) (?:entry of )?(?:an? |the |interim |final |and )*orders?\b[^.;]{0,60}$/;
// "Order dated 12/21/2026 Regarding 5 Motion filed by Debtor for Use of Cash Collateral and Granting Adequate Protection"
const motionNamed = /\b(?:regarding|re):? \d{1,4} (?:[a-z-]+ ){0,3}(?:motion|application)s? filed by\b[^.;]*$/;
const gerund = /^[a-z]+ing\b/;

function decidesAt(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 240), at);
  if (undecided.test(before.slice(-80))) return false;
  const inTitle = orderSought.test(before.slice(-100)) || motionNamed.test(before);
  return !(inTitle && gerund.test(text.slice(at, at + 20)));
}

const agreedDismissal = /voluntar|stipulat|settle|unopposed|joint motion|agreed|pursuant to (?:rule|frcp|fed)/;

// An order on a dismissal that is uncontested or agreed is a dismissal, whatever the paper is called.
const agreedRequest =
  /\b(?:joint|agreed|stipulated|unopposed|uncontested|consent|voluntary)\b[^.;:]{0,30}\bmotions? (?:to|for|of) (?:partial )?(?:voluntar\w+ )?dismiss|\bvoluntar(?:y|ily) dismiss|\b(?:notice|stipulation|suggestion) of (?:partial )?(?:voluntary |joint )?dismissal/;
const settledCase =
  /\bmotions? to dismiss\b[^;]{0,200}\b(?:settled|settlement|resolved)\b|\b(?:settled|settlement)\b[^;]{0,200}\bmotions? to dismiss\b/;

const appealEnds = /\bappeals? (?:is|are|be) (?:hereby )?dismissed/;

const dispositive = /motions? (?:to dismiss|for (?:partial )?summary judgment|for judgment on the pleadings)/;

/** Several words of decision become one outcome. */
function settle(said: Said, body: string): OutcomeRead | undefined {
  const as = (outcome: EntryOutcome, by: EntryOutcome = outcome): OutcomeRead => ({
    outcome,
    rule: said.get(by)?.name ?? outcome,
  });
  if (said.has('granted in part')) return as('granted in part');
  // "The motion is denied. SO ORDERED" grants nothing.
  if (said.size > 1 && said.get('granted')?.name === weakest) said.delete('granted');
  // "Overruling objections and adopting the report": what is adopted counts.
  if (/adopt|accept/.test(said.get('granted')?.name ?? '') && /overrul/.test(said.get('denied')?.name ?? ''))
    said.delete('denied');
  const granted = said.has('granted');
  const denied = said.has('denied');
  // "ADOPTING 15 Report and Recommendation; denying 5 Motion": one matter, and the first word names what became of it.
  if (granted && denied && /adopt|accept/.test(said.get('granted')?.name ?? ''))
    return as([...said.keys()].find((outcome) => outcome === 'granted' || outcome === 'denied') ?? 'granted');
  if (granted && denied) return as('granted in part', 'granted');
  if (said.has('reversed') && !granted) return as('reversed');
  if (said.has('dismissed') && (!denied || /\bdismissed,? in part/.test(body))) {
    const motionGranted = granted && dispositive.test(body) && !agreedDismissal.test(body) && !appealEnds.test(body);
    return motionGranted ? as('granted') : as('dismissed');
  }
  if (granted && (agreedRequest.test(body) || settledCase.test(body))) return as('dismissed', 'granted');
  if (granted && said.has('moot')) return as('granted in part', 'granted');
  for (const outcome of ['granted', 'denied', 'moot', 'withdrawn', 'deferred', 'dismissed'] as const) {
    if (said.has(outcome)) return as(outcome);
  }
  return undefined;
}

const orderThereon = /^(?:[\w'-]+ ){0,3}(?:request|application|petition|motion)\b[^.]{0,120}\border thereon\b/;

// A stipulation that became an order is thereby approved.
function agreed(typeRule: string, { head }: EntryParts): OutcomeRead | undefined {
  if (orderThereon.test(head)) return { outcome: 'granted', rule: 'granted: a request with the order on it' };
  const stipulated = /^(?:[\w'-]+ ){0,3}stipulat(?:ion|ed)s?\b/.test(head) || /so ordered/.test(typeRule);
  if (
    !stipulated ||
    /^(?:joint )?stipulat\w+ (?:protective|confidential|order$)|^(?:order|minute|scheduling)/.test(head)
  )
    return undefined;
  return { outcome: 'granted', rule: 'granted: a stipulation that is ordered' };
}
