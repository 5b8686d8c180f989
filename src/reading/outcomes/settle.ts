import type { EntryOutcome } from '../entryReading.ts';
import { type Said, weakest } from './saidOutcomes.ts';

/** An outcome, and the word that was said for it. */
export interface Settled {
  readonly outcome: EntryOutcome;
  readonly by: EntryOutcome;
}

/** Several words of decision become one outcome; the first of these that has an answer decides. */
export function settle(said: Said, body: string): Settled | undefined {
  const counted = withoutSigning(said);
  return several(counted) ?? endOfCase(counted, body) ?? one(counted);
}

const settled = (outcome: EntryOutcome, by: EntryOutcome = outcome): Settled => ({ outcome, by });
const adopts = (said: Said): boolean => /adopt|accept/.test(said.get('granted')?.name ?? '');

function withoutSigning(said: Said): Said {
  const counted = new Map(said);
  // "The motion is denied. SO ORDERED" grants nothing.
  if (said.size > 1 && said.get('granted')?.name === weakest) counted.delete('granted');
  // "Overruling objections and adopting the report": what is adopted counts.
  if (adopts(said) && /overrul/.test(said.get('denied')?.name ?? '')) counted.delete('denied');
  return counted;
}

/** Motions with different fates. */
function several(said: Said): Settled | undefined {
  if (said.has('granted in part')) return settled('granted in part');
  if (!said.has('granted')) return said.has('reversed') ? settled('reversed') : undefined;
  if (!said.has('denied')) return undefined;
  // "ADOPTING 15 Report and Recommendation; denying 5 Motion": one matter, and the first word names what became of it.
  if (!adopts(said)) return settled('granted in part', 'granted');
  return settled([...said.keys()].find((outcome) => outcome === 'granted' || outcome === 'denied') ?? 'granted');
}

const agreedDismissal = /voluntar|stipulat|settle|unopposed|joint motion|agreed|pursuant to (?:rule|frcp|fed)/;

// An order on a dismissal that is uncontested or agreed is a dismissal, whatever the paper is called.
const agreedRequest =
  /\b(?:joint|agreed|stipulated|unopposed|uncontested|consent|voluntary)\b[^.;:]{0,30}\bmotions? (?:to|for|of) (?:partial )?(?:voluntar\w+ )?dismiss|\bvoluntar(?:y|ily) dismiss|\b(?:notice|stipulation|suggestion) of (?:partial )?(?:voluntary |joint )?dismissal/;
const settledCase =
  /\bmotions? to dismiss\b[^;]{0,200}\b(?:settled|settlement|resolved)\b|\b(?:settled|settlement)\b[^;]{0,200}\bmotions? to dismiss\b/;

const appealEnds = /\bappeals? (?:is|are|be) (?:hereby )?dismissed/;

const dispositive = /motions? (?:to dismiss|for (?:partial )?summary judgment|for judgment on the pleadings)/;

/** A case, a claim or an appeal that is dismissed, in these words or by granting what asks for it. */
function endOfCase(said: Said, body: string): Settled | undefined {
  const granted = said.has('granted');
  if (said.has('dismissed') && (!said.has('denied') || /\bdismissed,? in part/.test(body))) {
    const motionGranted = granted && dispositive.test(body) && !agreedDismissal.test(body) && !appealEnds.test(body);
    return settled(motionGranted ? 'granted' : 'dismissed');
  }
  return granted && (agreedRequest.test(body) || settledCase.test(body)) ? settled('dismissed', 'granted') : undefined;
}

const order = ['granted', 'denied', 'moot', 'withdrawn', 'deferred', 'dismissed'] as const;

function one(said: Said): Settled | undefined {
  if (said.has('granted') && said.has('moot')) return settled('granted in part', 'granted');
  const outcome = order.find((each) => said.has(each));
  return outcome && settled(outcome);
}
