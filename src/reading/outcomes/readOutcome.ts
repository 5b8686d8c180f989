import type { EntryParts } from '../entryParts.ts';
import type { EntryOutcome, EntryType } from '../entryReading.ts';
import { everyMatch, indexRules } from '../matches.ts';
import type { Rule } from '../rule.ts';
import { outcomeRules } from './outcomeRules.ts';

export interface OutcomeRead {
  readonly outcome: EntryOutcome;
  readonly rule: string;
}

const index = indexRules(outcomeRules);

type Said = Map<EntryOutcome, Rule<EntryOutcome>>;

const decisions: ReadonlySet<EntryType> = new Set(['order', 'judgment', 'report']);

// What is only possible, past, somebody's wish, or the name of a paper decides nothing.
const undecided =
  /\b(?:why|if|whether|unless|until|should|may|might|not be|to be|cannot|will|would|could|requesting|seeking|proposed order|previously|having been|court's|(?:vacate|vacating|reconsider\w*|set aside|relief from|re|re:|appeal of|stay of|pursuant to) (?:the )?(?:\d+ )?(?:order|judgment))[^.;:)]{0,60}$/;

// The papers that an order refers to have names like its own words: "(related document(s) 19 Order Dismissing Case)".
const namesOfPapers = /\((?:re: ?|re |related)[^()]{0,300}(?:\([^()]{0,80}\)[^()]{0,200}){0,4}\)/g;
// "dismissing appeal by 2/20, unless the appellant files …"
const conditional = /^[^.;]{0,60}\bunless (?!otherwise|and until)/;
const toShowCause = /^(?:\w+ )?order (?:to |directing |for )[^.]{0,60}show cause/;
const movedHearing = /hearing|conference|trial|sentencing/;
const mootWords =
  /\b(?:den(?:y|ied|ies|ying)|dismiss(?:ed|ing|es)|terminat(?:ed|ing))[^.;]{0,40}?\b(?:as|is|are) (?:\w+ )?moot|without prejudice as moot|\bas moot\b/g;

/** What the court decided; undefined for a filing that decides nothing, and for a decision without any of the words. */
export function readOutcome(type: EntryType, typeRule: string, parts: EntryParts): OutcomeRead | undefined {
  if (!decisions.has(type) || toShowCause.test(parts.head)) return undefined;
  const body = operativeWords(type, parts.body.slice(0, 1500).replace(namesOfPapers, ' '));
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
  return settle(said, body) ?? agreed(typeRule, parts);
}

const caseEndsMoot =
  /\b(?:case|action|appeal|appeals|petition|claims|counterclaims?|complaint|proceeding|court)\b(?:(?!motion)[^.;]){0,80}\bdismiss(?:ed|es|ing)(?: without prejudice| with prejudice)? as moot/;

// What is recommended counts for a report as what is done does for an order; "is to be dismissed" orders it.
function operativeWords(type: EntryType, body: string): string {
  const said = body
    .replace(/so ordered by/g, ' ')
    .replace(/\bapproved (?:in advance )?by (?:the )?(?:u\.?s\.? )?(?:pretrial|pre-trial|probation)/g, ' ')
    .replace(/\b(?:is|are|shall) (?:to )?be (?=dismissed)/g, 'is ')
    .replace(/\bbe,? and (?:the same )?(?:hereby )?(?:is|are),? hereby,?/g, 'is hereby');
  return type === 'report' ? said.replace(/\b(?:should|may|to) be (?=[a-z]+(?:ed|ned)\b)/g, 'is ') : said;
}

// "SO ORDERED" alone grants; beside another word of decision it only signs.
const weakest = 'granted: so ordered';

function saidIn(text: string, wanted: (outcome: EntryOutcome) => boolean): Said {
  const said: Said = new Map();
  for (const { rule, start, end } of everyMatch(text, index)) {
    if ((said.has(rule.sense) && said.get(rule.sense)?.name !== weakest) || !wanted(rule.sense)) continue;
    // "Motion hearing continued to 6/10" moves a day, and defers nothing.
    if (rule.sense === 'deferred' && movedHearing.test(text.slice(start, end))) continue;
    const lastWord = text.lastIndexOf(' ', end - 1) + 1;
    // "ORDER VACATING the court's order": what is vacated is a paper, and is named last.
    const decides = rule.sense === 'reversed' || decidesAt(text, Math.max(start, lastWord));
    if (decides && decidesAt(text, start) && !conditional.test(text.slice(end, end + 90))) said.set(rule.sense, rule);
  }
  return said;
}

function decidesAt(text: string, at: number): boolean {
  return !undecided.test(text.slice(Math.max(0, at - 80), at));
}

const agreedDismissal = /voluntar|stipulat|settle|unopposed|joint motion|agreed|pursuant to (?:rule|frcp|fed)/;

const appealEnds = /\bappeals? (?:is|are|be) (?:hereby )?dismissed/;

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
  if (granted && denied) return as('granted in part', 'granted');
  if (said.has('reversed') && !granted) return as('reversed');
  if (said.has('dismissed') && (!denied || /\bdismissed,? in part/.test(body))) {
    const motionGranted =
      granted && /motions? to dismiss/.test(body) && !agreedDismissal.test(body) && !appealEnds.test(body);
    return motionGranted ? as('granted') : as('dismissed');
  }
  if (granted && said.has('moot')) return as('granted in part', 'granted');
  for (const outcome of ['granted', 'denied', 'moot', 'withdrawn', 'deferred', 'dismissed'] as const) {
    if (said.has(outcome)) return as(outcome);
  }
  return undefined;
}

// A stipulation that became an order is approved by that.
function agreed(typeRule: string, { head }: EntryParts): OutcomeRead | undefined {
  const stipulated = /^(?:[\w'-]+ ){0,3}stipulat(?:ion|ed)s?\b/.test(head) || /so ordered/.test(typeRule);
  if (
    !stipulated ||
    /^(?:joint )?stipulat\w+ (?:protective|confidential|order$)|^(?:order|minute|scheduling)/.test(head)
  )
    return undefined;
  return { outcome: 'granted', rule: 'granted: a stipulation that is ordered' };
}
