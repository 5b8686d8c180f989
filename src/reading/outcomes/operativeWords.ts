import type { EntryParts } from '../entryParts.ts';
import type { EntryType } from '../entryReading.ts';
import { withdrawalsGranted } from '../innerMotion.ts';

// Directions of several pages say "approved by" and "allowed to" of everything.
const longestDecision = 1_500;

// The names of papers that an order refers to can sound like a decision: "(related document(s) 19 Order Dismissing Case)".
const namesOfPapers = /\((?:re: ?|re |related)[^()]{0,600}(?:\([^()]{0,80}\)[^()]{0,200}){0,4}\)/g;

// Under a party's paper "SO ORDERED" grants; under the court's own order it only ends the text.
const ownOrder = /^(?:(?:amended|scheduling|text|electronic|oral|procedural) ){0,2}order\b/;
const partysPaper =
  /\b(?:stipulat\w+|letters?|applications?|requests?|proposed|endors\w+|motions?|consent|agreed|joint)\b/;

// "Order for Emergency Hearing on Motion (I) Approving …; (II) Granting …": what the motion is for, and not yet decided.
const orderForHearing =
  /^(?:[a-z'-]+ ){0,3}order (?:for|setting|scheduling|fixing|re-?setting|rescheduling|shortening|limiting)[^.]{0,80}?\b(?:hearing|notice|time)\b[^.]{0,600}/;
const inItsTitle =
  /\b(?:approving|granting|authorizing|permitting|allowing|extending|confirming)\b(?! (?:in part )?\[?\d)/g;

// "All relief not granted herein is DENIED": a court ends its judgments so, whatever it decided.
const boilerplate =
  /\b(?:all|any)(?: and all)?(?: other)? (?:relief|requests?|claims?|motions?)(?: for relief)?(?: that (?:is|are|was|were))? not (?:otherwise |specifically |expressly |previously )?(?:granted|ruled|disposed|addressed)\b[^.;]{0,60}\bden(?:y|ied)\b/g;

/** The words of a decision that can decide: without names of papers, titles of motions, and forms of words that only end a text. */
export function operativeWords(type: EntryType, parts: EntryParts): string {
  const body = parts.body.slice(0, longestDecision).replace(namesOfPapers, ' ');
  const said = withdrawalsGranted(body.replace(orderForHearing, (title) => title.replace(inItsTitle, ' ')))
    .replace(boilerplate, ' ')
    .replace(/so ordered by/g, ' ')
    .replace(/\bapproved (?:in advance )?by (?:the )?(?:u\.?s\.? )?(?:pretrial|pre-trial|probation)/g, ' ')
    .replace(/\b(?:is|are|shall) (?:to )?be (?=dismissed)/g, 'is ')
    .replace(/\bbe,? and (?:the same )?(?:hereby )?(?:is|are),? hereby,?/g, 'is hereby');
  const own = onlySigned(parts.head) ? said.replace(/so ordered/g, ' ') : said;
  // A recommendation in a report counts like a decision in an order; "is to be dismissed" orders it.
  return type === 'report' ? own.replace(/\b(?:should|may|to) be (?=[a-z]+(?:ed|ned)\b)/g, 'is ') : own;
}

function onlySigned(head: string): boolean {
  return ownOrder.test(head) && !partysPaper.test(head.slice(0, 80).replace(/\. .*/, ''));
}
