import { decodeEntities } from '../base/words/cleanText.ts';
import { movedInPairs } from './dates/findDays.ts';
import { regex } from './rule.ts';

export interface EntryParts {
  /** The whole text without its list of attachments and without the clerk's stamp. */
  readonly whole: string;
  /** The beginning of the text, in lower case, without decoration and without the name of the filer. */
  readonly head: string;
  readonly body: string; // The part of `whole` in which decisions are searched, in lower case.
}

const longestHead = 420;
const longestBody = 6_000;

export function partsOf(text: string): EntryParts {
  const whole = movedInPairs(withoutAsides(withoutAttachments(normalize(text))));
  const body = whole.slice(0, longestBody).replace(reasons, ' ').toLowerCase();
  return { whole, head: headOf(whole), body };
}

// "In light of the notice of settlement, the conference is cancelled": the reason is not what the entry is about.
const reasons = regex('gi')`\b(?:in (?:light|view) of|based (?:up)?on|due to|upon receipt of|at the request of
  ) [^.;]{1,140}? (?=the [a-z -]{0,40}\b(?:hearing|conference|trial|argument)\b[^.;]{0,100}\b(?:is|are|has been|be) )`;

const attachmentsBegin = /[([] ?(?:additional )?attachments?(?:\(s\))?(?: added(?: on [\d/]{6,10})?)? ?: ?/i;
const plainAttachments = /\b(?:Additional )?Attachments?:? ?# ?\(?1\b/;

/** Cuts "(Attachments: # 1 Exhibit (A), # 2 …)" up to its closing bracket, or to the end of the text if none closes. */
function withoutAttachments(text: string): string {
  let rest = text;
  let kept = '';
  // Entries have at most two such lists, and each costs a pass over the text.
  for (let lists = 0; lists < 3; lists += 1) {
    const found = attachmentsBegin.exec(rest);
    if (!found) break;
    const end = closingBracket(rest, found.index);
    kept += `${rest.slice(0, found.index)} `;
    rest = rest.slice(end + 1);
  }
  const whole = kept + rest;
  const plain = plainAttachments.exec(whole);
  return plain ? whole.slice(0, plain.index) : whole;
}

function closingBracket(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

const asides: readonly RegExp[] = [
  // The clerk's stamp: "(Entered: 05/12/2006)", "[Entered: 04/03/2023 10:21 AM]", "(Filed on 9/5/2023)".
  /[([] ?(?:Date )?(?:Entered|Filed)(?: on)?:? ?[\d/]+[^)\]]{0,30}[)\]]/gi,
  // Who edited the entry, and when: "Modified on 1/26/2018 to correct name."
  /\(?\bModified (?:text )?(?:on|by) [^.()[\]]{0,120}[.)]?/gi,
  /--\[Edited [^\]]{0,300}\]/gi,
  // "(Main Document 394 replaced on 3/19/2014)"
  /\(?\bMain Document [\d-]{1,8} replaced on [^()]{0,40}(?:\([a-z, ]{0,12}\))?[^()]{0,10}\)?/gi,
  // The recording: "(CD# 12/18/2014 2:37-2:58)", "(Recording Time 3:50 - 3:55.)"
  /\((?:CD|Tape|Digital|FTR|Recording|Court Reporter\/ECR)\b ?(?:#|No\.|Time)[^()]{0,120}\)/g,
  /\[Transferred from [^\]]{0,80}\]/gi,
  // What a cited case decided: "(Fed. Cir. May 3, 2021) (reversing)", "cert. denied, 141 S. Ct. 1"
  /(?<=\((?:[^()]{0,30}\. )?(?:[A-Z][a-z]{2,8} \d{1,2}, )?\d{4}\))(?:,? \((?=["']?[a-z])(?:[^()]|\([^()]*\))*\))+/g,
  /, (?:cert\. denied|aff(?:'d|irmed)|rev(?:'d|ersed)|vacated)[^;()]{0,40}(?=, \d{1,3} (?:F\.|U\.S\.|S\. ?Ct\.))/g,
  // A legal citation contains days and numbers of another case: "679 F.2d 1350, 1353 (11th Cir. 1982)".
  /\b\d{1,3} (?:F\. ?(?:2d|3d|4th|Supp\.)|U\.S\.|S\. ?Ct\.)[^;()]{0,40}\([^()]{0,40}\d{4}\)/g,
];

function withoutAsides(text: string): string {
  let plain = text;
  for (const aside of asides) plain = plain.replace(aside, ' ');
  return plain.replace(/ {2,}/g, ' ').trim();
}

export const relatedPapers = /\((?:re:? ?)?related doc[^()]*(?:\([^()]*\)[^()]*)*\)?/gi;

const decorations: readonly RegExp[] = [
  // "(1 pg)", "(4 pgs; 2 docs)"
  /^\(\d{1,4} pgs?[^)]{0,20}\) ?/i,
  // "**RESTRICTED DOCUMENT**", "***VACATED per 6 ORDER***"
  /^\*+[^*]{1,160}\*+ ?:?/,
  // "Pursuant to the Court's Standing Order, this case is …": the entry is not about the cited authority.
  regex('i')`^pursuant to (?=[^.]{1,160}, (?:the|this|a|all|copies|parties|plaintiff|defendant)\b)
    [^,]{1,80}, (?:pursuant to [^,]{1,80}, )?`,
  /^\(?please disregard[^)]{0,40}\) ?/i,
  /^\((?:incorrect|nonconforming|document terminated|disregard|docketed in error)[^)]{0,120}\) ?/i,
  // "REDACTED DOCUMENT- Plaintiff's Motion for Leave": the name of the redacted paper comes after it.
  /^(?:restricted |redacted document ?[-:] ?)(?=[a-z])/i,
  // The docket event, then the title of the paper: "Statement /Verified Statement of …".
  /^(?:statement|affidavit|declaration|consent|affirmation) \/ ?(?=[a-z])/i,
  /^filed in (?:this case in error|error in this case)[.:-]{1,3} /i,
  // An entry that is marked as a wrong event is still read by its text.
  /^[=(["]{0,3}(?:incorrect (?:entry|event))[^.:)\]"]{0,60}[.:)\]"-]{1,8} ?(?=[A-Z])/i,
  /^FILING ERROR -[^a-z]{0,100}- (?=[A-Z])/,
  /^[^a-z0-9]{1,10}/i,
  // The docket event, then the paper: "NOTICE (Government's Reply to …)".
  /^notice \((?=[^()]{0,120}\b(?:brief|reply|response|declaration|memorandum|objections?)\b)/i,
  // Courts of appeals: "Filed (ECF) notice of …", "Filed order", "Received …"
  /^filed \(ecf\) /i,
  /^filed (?=(?:clerk )?order|(?:per curiam )?opinion|memorandum disposition|notice|motion|brief)/i,
  /^(?:\(ecf\) (?:filed )?|filed: (?=[a-z]))/i,
  /^\((?:court|staff) only\) \**/i,
  // The judge in charge: "Magistrate Judge A. B. Clerk: ELECTRONIC ORDER", "Judge A B: …"
  regex('i')`^(?:(?:senior|chief|district|magistrate|u\.?s\.?|united states|honorable|hon\.) ){0,4}judge (?![^:]{0,60}\b
    (?:added|assigned|terminated|re):)(?![^:]{0,60}\b(?:added|assigned|terminated)\b)[a-z.,' -]{1,50}: ?`,
];

// "NOTICE by A. B. of Change of Address": the filer stands inside the title.
const filerInside = regex('i')`^((?:joint |amended |first |second |unopposed )?(?:notice|motion|memorandum|response
  |reply|objections?|statement|application|declaration|affidavit)) (?:filed )?by (?!(?:the )?court\b)
  (.{1,220}?) (?=(?:of|re|regarding|to|for|in (?:support|opposition)|that|requesting) )`;

// Lists of persons, and events after the name of an order, do not show what the entry is.
const event =
  '(?:Referred|Reassigned|Assigned|Granting|Denying|Setting|Resetting|Motion|MOTION|Order|ORDER|Hearing|Terminated)\\b';
const word = `(?!${event})(?:(?:[A-Z]|Inc|Jr|Sr|Ltd|Co)\\.|[A-Z0-9&](?![A-Z]{2})[\\w':-]*)`;
const person = `${word}(?: ${word}){0,5}`;
const lists: readonly RegExp[] = [
  / as to (?:[^()]{2,60} \(\d{1,3}\)(?:, ?| and )?){2,60}/g,
  new RegExp(` as to (?:${person}, ){2,60}(?:and )?${person}`, 'g'),
  // Events: "429 Order, Set Hearings,,,"
  /(?:, ?(?:Set\/Reset|Set|Reset|Terminate)(?: (?:All|Deadlines|Hearings|Deadlines\/Hearings|and))+)+,*/g,
];

function headOf(whole: string): string {
  let head = whole.slice(0, longestHead * 4).replace(reasons, ' ');
  head = head.trimStart();
  for (let round = 0; round < 2; round += 1) {
    for (const decoration of decorations) head = head.replace(decoration, '');
  }
  for (const list of lists) head = head.replace(list, ' as to ');
  return head.replace(filerInside, '$1 ').slice(0, longestHead).toLowerCase().trim();
}

/** Characters. Real entries have up to about 20,000; a longer text is a document pasted into the docket. */
const longestText = 30_000;

function normalize(text: string): string {
  const line = text.slice(0, 4 * longestText).replace(/[\s\u200b\u00a0\ufeff]+/g, ' ');
  const plain = line.includes('&') ? decodeEntities(line).replace(/[\s\u00a0]+/g, ' ') : line;
  return plain
    .slice(0, longestText)
    .replace(/\b(due|by|on)(?=\d{1,2}\/\d)/gi, '$1 ')
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .trim();
}

export const inError = '(?:filed|docketed|entered|made|posted) in (?:error|(?:the )?(?:wrong|incorrect) case)';
const papers = '(?:document|entry|filing|pleading|motion|notice|order|response|reply|brief|exhibit|letter)';
/** Forms of a note, at the beginning of a text, with which a clerk takes the entry back. */
const backNote = regex('i')`^[^a-z0-9]*(?:please )?(?:(?:(?:this|docket|document|entry|was|is|has been) ){0,4}${inError}
  |(?:docket )?(?:document|entry|filing) (?:was |has been )?(?:deleted|removed|stricken|withdrawn)|(?:deleted
  |stricken) (?:docket )?(?:document|entry)|stricken(?= ${papers}\b)|(?:stricken|withdrawn|vacated|expunged)(?= ?
  (?:[^a-z0-9 ]|$)| (?:per|pursuant|by)\b)|(?:disregard|ignore)\b(?! (?:(?:the|docket|entry|document|filing) )*
  (?:previous|prior|earlier|above|#?\[?\d))(?: (?:this|the|docket|entry|document|filing))*)\b(?: by (?:the )?(?:court
  |clerk|attorney|filer|counsel))?(?: (?:per|pursuant to) [^:*.)\]-]{1,60})?`;
const marked = /^\W{0,3}?(?:\*{2,}[^*]{1,200}\*+|\([^()]{1,160}\)|\[[^[\]]{1,160}\]|"[^"]{1,160}")/;
const backWords = [new RegExp(inError, 'i'), /stricken|withdrawn|vacated|expunged|deleted|removed/i];

/** Returns `FILED IN ERROR` and the rest of the text if it begins with a note that takes the entry back. */
export function takenBackFirst(text: string): { words: string; rest: string } | undefined {
  const block = marked.exec(text)?.[0] ?? '';
  let rest = backNote.test(block) ? text.slice(block.length) : text;
  if (rest === text) {
    for (let found = backNote.exec(rest); found !== null; found = backNote.exec(rest))
      rest = rest.slice(found[0].length);
  }
  if (rest === text) return undefined;
  const lead = text.slice(0, text.length - rest.length);
  const said = backWords.map((words) => words.exec(lead)?.[0]).find((words) => words !== undefined);
  return { words: said?.toUpperCase() ?? 'TO BE DISREGARDED', rest: rest.replace(/^[^A-Za-z0-9]+/, '') };
}

/** True if nothing in the text holds. A vacated order was made, and a hearing may outlast its withdrawn motion. */
export function isVoid(text: string): boolean {
  const words = takenBackFirst(text)?.words;
  return words !== undefined && words !== 'WITHDRAWN' && words !== 'VACATED';
}

/** The same note behind the text, in capitals. Behind the number of another entry, it may be about that entry. */
const markedAfter = regex()`^(?!.*?\b(?:re|to|granting|denying|striking|GRANTING|DENYING|STRIKING):? \[?\d)(.*?)
  (?:\*{2,} ?|[([] ?|[.)] (?=STRICKEN (?:per|by)\b))(?:(?:PLEASE )?DISREGARD\W+)?
  ((?:FILED|DOCKETED|ENTERED) IN (?:ERROR|(?:THE )?WRONG CASE)|STRICKEN|WITHDRAWN|EXPUNGED)\b`;

export function takenBack(text: string): { words: string; rest: string } | undefined {
  const first = takenBackFirst(text);
  if (first !== undefined) return first;
  const [, rest = '', words = ''] = markedAfter.exec(text) ?? [];
  return words === '' ? undefined : { words, rest };
}
