import type { EntryDate } from '../../records/docket.ts';
import { sentenceStart } from '../dates/readDates.ts';
import { regex } from '../rule.ts';

/** A party's paper that mentions a move of a hearing only asks for it. */
const asksToMove = regex('i')`\b(?:to (?:continue|re-?schedule|re-?set|adjourn|postpone|move|extend|advance)
  |be (?:continued|(?:re-?)?scheduled|(?:re-?)?set|adjourned|postponed|moved|extended|advanced)|(?:continu
  |re-?schedul|re-?sett|adjourn|postpon|mov|extend|advanc)ing)\b`;
/** "to Continue the 12/7/2026 trial to 1/25/2027": the words begin after the old day and end with the new one. */
const movesOn = /\b(?:to(?! be\b)|until) (?:\S+ ){0,7}\S+$/i;
/** "to Extend Deadlines: expert reports due 12/15/2026", "[PROPOSED] SCHEDULING ORDER": its days are asked for. */
const proposes = regex('i')`\bpropos(?:es?|ing)\b|\bproposed\b\]? (?:[\w-]+ ){0,4}?(?:orders?|schedul\w*|deadlines?
  |dates?)\b|\b(?:amend|modify|adjust|change|revise|extend)(?:/correct)? [^.;]{0,40}?\b(?:schedul\w*|deadlines|dates
  |case management order)\b`;
const setByCourt = /(?<!\bbe )\b(?:set|scheduled|due|held|noticed)\b|\bdeadline:? [\d/-]+$/i;
/** The day that the rules of the court set for the other side, in the entry of any paper. */
const clerksNote = /\b(?:responses?|repl(?:y|ies)|answers?|objections?|oppositions?) due\b/i;

/**
 * True if a party's paper asks for the day. The clerk notes other days in the same entry.
 * @param again true if the paper is about another day than the one set
 */
export function isAsked({ what, words }: EntryDate, text: string, again: boolean): boolean {
  const sentence = sentenceOf(text, words);
  if (what === 'hearing')
    return !setByCourt.test(words) && (asksToMove.test(words) || (asksToMove.test(sentence) && movesOn.test(words)));
  if (proposes.test(sentence)) return !clerksNote.test(words);
  return again && !setByCourt.test(words);
}

/** Returns the words of a date with those before them in their sentence. */
function sentenceOf(text: string, words: string): string {
  const at = text.indexOf(words);
  return at < 0 ? words : text.slice(sentenceStart(text, at), at + words.length);
}
