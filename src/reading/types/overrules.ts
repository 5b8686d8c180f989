import type { EntryParts } from '../entryParts.ts';
import type { EntryType } from '../entryReading.ts';
import { readOutcome } from '../outcomes/readOutcome.ts';
import { decides, judgeSpeaks, notedDecisions, stipulatedOrders } from './decisions.ts';

const partyPapers: ReadonlySet<EntryType> = new Set([
  'stipulation',
  'dismissal',
  'motion',
  'letter',
  'notice',
  'brief',
  'status',
  'hearing',
  'clerk',
  'response',
  'other',
]);
const minutes: ReadonlySet<EntryType> = new Set(['hearing']);

// A notice of hearing instructs those who attend; that is no decision.
const noticeOfHearing = /^(?:[\w'-]+ ){0,2}(?:re-?)?notice\b|meeting of creditors|\b341\b/;

// A warrant, writ or form that a judge signs is still that paper; an instruction to a court reporter decides nothing.
const signedForms =
  /^(?:\w+ ){0,2}(?:arrest|warrant|writ|summons|statement of reasons|presentence|pre-sentence|waiver|bond|audio|judgment)\b/;
const madeInError = /^\W{0,5}(?:\w+ )?(?:error|(?:entered|filed|docketed) in error)\b/;
const transcriptOrdered = /\btranscripts? (?:is |was )?(?:ordered|requested) by\b/g;

const discoveryServed =
  /certificate of service[^;]*\b(?:interrogator|requests? (?:for|to) (?:production|produce|admission)|initial disclosures|discovery re|privilege log)/;

/** A certificate that discovery was served is discovery, whatever name stands between the words. */
export function servesDiscovery(type: EntryType, parts: EntryParts): boolean {
  return type === 'service' && discoveryServed.test(parts.head);
}

const hearingSet =
  /\b(?:hearing|conference|trial|sentencing|arraignment|argument) (?:is |has been |will be )?(?:hereby )?(?:re)?(?:set|scheduled|cancell?ed|continued)\b/;

/** A notice of no other kind, or a list of motions, that says when a hearing is. */
export function setsHearing(type: EntryType, parts: EntryParts): boolean {
  if (type === 'motion') return titleOfHearing.test(parts.head);
  return (
    type === 'notice' && hearingSet.test(parts.head) && !/^(?:notice of )?(?:withdrawal|intent)\b/.test(parts.head)
  );
}

// "Motions to Dismiss and Motion for Sanctions Hearing set for …": the hearing of the motions; "MOTION to Continue Hearing set for …" asks.
const titleOfHearing =
  /^motions? (?:(?!\b(?:by|filed|continue|reset|vacate|adjourn|reschedule|postpone|strike|cancel|advance|expedite|attend|appear|set)\b)[^.;()\d]){2,140}\bhearing (?:is )?(?:re)?(?:set|scheduled) for\b/;

const joinsMotion = /^notice (?:by|re|regarding)\b.*\bnotice of joinder\b/;

/** A notice whose title, after the motion that it names, says that its party joins that motion. */
export function joins(type: EntryType, parts: EntryParts): boolean {
  return type === 'notice' && joinsMotion.test(parts.head);
}

const asks =
  /^(?:restricted |sealed )?letter\b(?!.{0,30}non-?motion)[^;]{0,260}?\b(?:request(?:s|ing)?|asking|seeking|moving)\b/;

/** A letter that asks the court for something is a motion. */
export function asksInLetter(type: EntryType, parts: EntryParts): boolean {
  return type === 'letter' && asks.test(parts.head);
}

const partyFiles = /^notice\b(?:[^(]|\([^)]*\))*?\bfiled by (?!(?:the )?(?:clerk|court|u\.?s\.? bankruptcy))/;

const deficiency = /^notice of (?:deficien|docket)/;

/** A notice that names the party who filed it is that party's, whatever it is called. */
export function partysOwn(type: EntryType, parts: EntryParts): boolean {
  return type === 'clerk' && partyFiles.test(parts.head) && !deficiency.test(parts.head);
}

const clerkSigns = /\bsigned by (?:the )?clerk\b|\bfiled by (?:the )?(?:u\.?s\.? )?(?:bankruptcy |district )?court\b/;

/** A notice that the clerk signs is the clerk's. */
export function clerksOwn(type: EntryType, parts: EntryParts): boolean {
  return (type === 'notice' || type === 'letter') && clerkSigns.test(parts.body);
}

/** The rule by which an entry, whatever its title says, is the court's own word; undefined when it is not. */
export function overrule(type: EntryType, parts: EntryParts): string | undefined {
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

/** The rule of a word by which a judge speaks in a paper of this type. */
function noted(type: EntryType, parts: EntryParts): string | undefined {
  const body = parts.body.replace(transcriptOrdered, ' ');
  const heard = partyPapers.has(type) ? judgeSpeaks : [];
  const requests = type === 'motion' || type === 'letter' ? notedDecisions : [];
  const decided = decidesInMinutes(type, parts) ? decides : [];
  return [...heard, ...requests, ...decided].find((each) => each.phrase.anywhere.test(body))?.name;
}

// Words that decide in an order also decide in minutes.
function decidedInMinutes(parts: EntryParts): string | undefined {
  const outcome = readOutcome('order', '', parts);
  return outcome && `order: minutes that decide (${outcome.rule})`;
}
