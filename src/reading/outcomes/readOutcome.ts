import type { EntryParts } from '../entryParts.ts';
import type { EntryOutcome, EntryType } from '../entryReading.ts';
import { doesWhatIsAsked } from './doesWhatIsAsked.ts';
import { operativeWords } from './operativeWords.ts';
import { refusesIn, type Said, saidIn } from './saidOutcomes.ts';
import { settle } from './settle.ts';

export interface OutcomeRead {
  readonly outcome: EntryOutcome;
  readonly rule: string;
}

const decisions: ReadonlySet<EntryType> = new Set(['order', 'judgment', 'report']);

const toShowCause = /^(?:\w+ )?order (?:to |directing |for )[^.]{0,60}show cause/;
// Not "the motion in this case is dismissed as moot".
const caseEndsMoot =
  /(?<!\bmotions? (?:[a-z]+ ){0,5})\b(?:case|action|appeal|appeals|petition|claims|counterclaims?|complaint|proceeding|court)\b(?:(?!motion)[^.;]){0,80}\bdismiss(?:ed|es|ing)(?: without prejudice| with prejudice)? as moot/;

/** What the court decided; undefined for a filing that decides nothing, and for a decision without any of the words. */
export function readOutcome(type: EntryType, typeRule: string, parts: EntryParts): OutcomeRead | undefined {
  if (!decisions.has(type) || toShowCause.test(parts.head)) return undefined;
  const body = operativeWords(type, parts);
  if (caseEndsMoot.test(body)) return { outcome: 'dismissed', rule: 'dismissed: a case that is dismissed as moot' };
  const said = saidBesideMoot(body);
  const settled = settle(said, body);
  if (settled) return { outcome: settled.outcome, rule: said.get(settled.by)?.name ?? settled.outcome };
  return refusesIn(body) ? undefined : (agreed(typeRule, parts) ?? asAsked(type, parts));
}

const mootWords =
  /\b(?:den(?:y|ied|ies|ying)|dismiss(?:ed|ing|es)|terminat(?:ed|ing))[^.;]{0,40}?\b(?:as|is|are) (?:\w+ )?moot|without prejudice as moot|\bas moot\b/g;

/** What is denied as moot is moot, not denied. */
function saidBesideMoot(body: string): Said {
  const said = saidIn(body);
  const beside = saidIn(body.replace(mootWords, ' '), (outcome) => outcome === 'denied' || outcome === 'dismissed');
  for (const outcome of ['denied', 'dismissed'] as const) {
    const rule = beside.get(outcome);
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
// "STIPULATED PROTECTIVE ORDER. Signed by Judge A. B.": the title alone names a kind of order.
const signedStipulation = /^(?:\w+ )?stipulat[^.]{0,60}\border\b[^.]{0,30}[.;-] signed by\b/;
const notStipulated = /^(?:joint )?stipulat\w+ (?:protective|confidential|order$)|^(?:order|minute|scheduling)/;

/** A stipulation that became an order is thereby approved. */
function agreed(typeRule: string, { head }: EntryParts): OutcomeRead | undefined {
  if (orderThereon.test(head)) return { outcome: 'granted', rule: 'granted: a request with the order on it' };
  if (
    (!stipulated.test(head) && !/so ordered/.test(typeRule)) ||
    (notStipulated.test(head) && !signedStipulation.test(head))
  )
    return undefined;
  return { outcome: 'granted', rule: 'granted: a stipulation that is ordered' };
}
