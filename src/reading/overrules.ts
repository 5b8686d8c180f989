import type { EntryType } from '../records/docket.ts';
import type { EntryParts } from './entryParts.ts';
import { readOutcome } from './outcomes/readOutcome.ts';
import { readRules, regex } from './rule.ts';

// biome-ignore format: a list of words
const partyPapers: ReadonlySet<EntryType> = new Set([
  'stipulation', 'dismissal', 'motion', 'letter', 'notice', 'brief', 'status', 'hearing', 'clerk', 'response', 'other',
]);
const minutes: ReadonlySet<EntryType> = new Set(['hearing']);

// The instructions in a notice of hearing are no decision.
const noticeOfHearing = /^(?:[\w'-]+ ){0,2}(?:re-?)?notice\b|meeting of creditors|\b341\b/;

// A signed warrant, writ or form keeps its type. An order for a transcript from a court reporter decides nothing.
const signedForms = regex()`^(?:\w+ ){0,2}(?:arrest|warrant|writ|summons|statement of reasons|presentence|pre-sentence
  |waiver|bond|audio|judgment)\b`;
const madeInError = /^\W{0,5}(?:\w+ )?(?:error|(?:entered|filed|docketed) in error)\b/;
// "ORDER TO SHOW CAUSE HEARING" is the hearing on such an order, not the order.
const hearingOnOrder = /\border to show cause (?=hearing\b)/g;
const transcriptOrdered = /\btranscripts? (?:is |was )?(?:ordered|requested) by\b/g;

interface Correction {
  readonly from: readonly EntryType[];
  readonly head?: RegExp;
  readonly body?: RegExp;
  readonly unless?: RegExp;
  readonly to: EntryType;
  readonly why: string;
}

const corrections: readonly Correction[] = [
  {
    from: ['service'],
    head: regex()`certificate of service[^;]*\b(?:interrogator|requests? (?:for|to) (?:production|produce|admission)
      |initial disclosures|discovery re|privilege log)`,
    to: 'discovery',
    why: 'a certificate that it was served',
  },
  {
    from: ['letter'],
    head: regex()`^(?:restricted |sealed )?letter\b(?!.{0,30}non-?motion)[^;]{0,260}?\b(?:request(?:s|ing)?|asking
      |seeking|moving)\b`,
    to: 'motion',
    why: 'a letter that asks',
  },
  {
    // The title names a motion first and only then the notice of joinder.
    from: ['notice'],
    head: /^notice (?:by|re|regarding)\b.*\bnotice of joinder\b/,
    to: 'response',
    why: 'a notice of joinder',
  },
  {
    // "Motions to Dismiss Hearing set for …" is a hearing. "MOTION to Continue Hearing set for …" remains a motion.
    from: ['motion'],
    head: regex()`^motions? (?:(?!\b(?:by|filed|continue|reset|vacate|adjourn|reschedule|postpone|strike|cancel|advance
      |expedite|attend|appear|set)\b)[^.;()\d]){2,140}\bhearing (?:is )?(?:re)?(?:set|scheduled) for\b`,
    to: 'hearing',
    why: 'a notice that sets one',
  },
  {
    from: ['notice'],
    head: regex()`\b(?:hearing|conference|trial|sentencing|arraignment|argument) (?:is |has been |will be )?(?:hereby )?
      (?:re)?(?:set|scheduled|cancell?ed|continued)\b`,
    unless: /^(?:notice of )?(?:withdrawal|intent)\b/,
    to: 'hearing',
    why: 'a notice that sets one',
  },
  {
    from: ['clerk'],
    head: /^notice\b(?:[^(]|\([^)]*\))*?\bfiled by (?!(?:the )?(?:clerk|court|u\.?s\.? bankruptcy))/,
    unless: /^notice of (?:deficien|docket)/,
    to: 'notice',
    why: 'a notice that names who filed it',
  },
  {
    from: ['notice', 'letter'],
    body: /\bsigned by (?:the )?clerk\b|\bfiled by (?:the )?(?:u\.?s\.? )?(?:bankruptcy |district )?court\b/,
    to: 'clerk',
    why: 'a notice signed by the clerk',
  },
];

export function corrected(type: EntryType, parts: EntryParts): { type: EntryType; rule: string } | undefined {
  const order = overrule(type, parts);
  if (order) return { type: 'order', rule: order };
  const found = corrections.find(
    ({ from, head, body, unless }) =>
      from.includes(type) &&
      (head?.test(parts.head) ?? true) &&
      (body?.test(parts.body) ?? true) &&
      !unless?.test(parts.head),
  );
  return found && { type: found.to, rule: `${found.to}: ${found.why}` };
}

/** Returns the name of the rule that makes an entry an order in spite of its title; undefined when none does. */
function overrule(type: EntryType, parts: EntryParts): string | undefined {
  if (type === 'stipulation' || type === 'dismissal') {
    const order = stipulatedOrders.find((rule) => rule.phrase.anywhere.test(parts.body));
    if (order) return order.name;
  }
  if (type === 'other' && signedForms.test(parts.head)) return undefined;
  if (type === 'clerk' && madeInError.test(parts.head)) return undefined;
  return noted(type, parts) ?? (decidesInMinutes(type, parts) ? decidedInMinutes(parts) : undefined);
}

function decidesInMinutes(type: EntryType, { head }: EntryParts): boolean {
  return minutes.has(type) && !noticeOfHearing.test(head);
}

function noted(type: EntryType, parts: EntryParts): string | undefined {
  const body = parts.body.replace(transcriptOrdered, ' ').replace(hearingOnOrder, ' ');
  const heard = partyPapers.has(type) ? judgeSpeaks : [];
  const requests = type === 'motion' || type === 'letter' ? notedDecisions : [];
  const decided = decidesInMinutes(type, parts) ? decides : [];
  return [...heard, ...requests, ...decided].find((each) => each.phrase.anywhere.test(body))?.name;
}

// The words that decide in an order decide in minutes too.
function decidedInMinutes(parts: EntryParts): string | undefined {
  const outcome = readOutcome('order', '', parts);
  return outcome && `order: minutes that decide (${outcome.rule})`;
}

const rulesIn = (list: string) => readRules(`overrules/${list}`, ['order']);

/** Words of a judge, anywhere in the text. They make an order of a party's paper or of the clerk's minutes. */
export const judgeSpeaks = rulesIn('judgeSpeaks');

/** Titles of stipulations that are also orders. A stipulation that only includes a proposed order does not match. */
export const stipulatedOrders = rulesIn('stipulatedOrders');

export const notedDecisions = rulesIn('notedDecisions');

export const decides = rulesIn('decides');
