import type { DayKind, EntryDate, EntryReading, EntryTopic } from '../../records/docket.ts';
import { endOfDay } from '../dates/dayRole.ts';
import { findDays, monthBegins } from '../dates/findDays.ts';
import { sentenceStart, zone } from '../dates/readDates.ts';
import { regex } from '../rule.ts';
import type { Subject } from './dateLine.ts';

const occasion = regex()`\b(hearing|hrg|conference|argument|trial|deposition|mediation|meeting|arraignment|sentencing
  |examination|docket call|presentment|jury selection)s?\b`;
const occasions = new RegExp(occasion, 'g');
/** Words that say how a hearing is held or what became of it. They are no part of its name. */
const manner = regex()`^(?:telephon\w*|phone|video\w*|zoom|virtual|remote|in-person|person|in-chambers|chambers
  |(?:reschedul|continu|adjourn|mov|chang|postpon|advanc)(?:e|ed|ing)?|reset|vacated|cancell?ed|cancell?ing|vacating
  |scheduled|scheduling|setting|resetting|future|next|further|upcoming|pending|noticed|date|day|this|its|said|each|court
  |half|minute|entry|(?:\w+-)+day)$`;
const joint = regex()`^(?:the|a|an|and|or|of|on|for|is|in|to|with|at|re|by|be|any|all|if|that|which|will|shall|was|held
  |set|due|has|have|hereby|before|judge|magistrate|as|from|until|previously|currently|not|no|time|party|parties|matter
  |document|documents|related|order|notice|motion's)$`;
const sameName: readonly (readonly [RegExp, string])[] = [
  [/^(?:markman|claim construction)\b.*/, 'markman hearing'],
  [/^(?:initial )?(?:rule 16|scheduling) conference$/, 'scheduling conference'],
  [/^jury trial$|^bench trial$|^trial$/, 'trial'],
  [/^oral argument$|^argument$/, 'oral argument'],
];
/** Topics that do not tell one hearing from another. */
const noSubject = new Set<EntryTopic>(['scheduling', 'extension', 'seal', 'trial', 'service', 'judge', 'page limit']);
const commonNames = new Set(['hearing', 'conference', 'meeting', 'motion hearing', 'examination', 'presentment']);

const deadlineCue = regex()`\b(?:is |are |be |now |shall be |must be |to be |to and |up to and )*(?:due|due by|due on
  |deadline|deadlines|no later than|not later than|on or before|by|until|till|expires?|through|including|extended
  |enlarged|corrected|changed|reset|continued|completed|filed|served|set|for|to|is|on|of|currently|previously|originally
  |date|dates|from|now|hereby|moved|rescheduled|adjourned|postponed|advanced|vacated|and|up|back)\b[\s:]*$`;
const responsive = regex()`\banswers?\b(?! brief| to (?:the )?(?:\w+ )?(?:interrogator|request))|\banswering\b
  (?! (?:brief|letter|paper))|\brespon(?:d|sive pleading)\b.*\bcomplaint\b`;

/** @param whole the text of the entry, if its only name may stand far from the words of the day */
export function subjectOf(words: string, what: DayKind, about: EntryReading['about'], whole = ''): Subject {
  const said = withoutDays(words);
  return what === 'hearing' ? hearingSubject(said, about, whole) : deadlineSubject(said);
}

const days = regex('gi')`\b(?:\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?|\d{4}-\d{2}-\d{2}|(?:(?:this|next) (?:coming )?)?(?:mon
  |tues|wednes|thurs|fri|satur|sun)day,?|${monthBegins}[a-z]{0,6}\.? ?\d{1,2}
  (?:st|nd|rd|th)?(?:,? ?\d{4})?|(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:day )?(?:of )?(?:january
  |february|march|april|may|june|july|august|september|october|november|december)(?:,? ?\d{4})?)`;
const times = regex('gi')`(?:\bat |@ ?)?\b\d{1,2}(?::\d{2})? ?(?:[ap]\.?m\b\.?)${zone}|\bat \d{1,2}:\d{2}${zone}
  |(?:\b(?:at|by) )?\b(?:(?:12(?::00)? )?noon\b${zone}|${endOfDay}\b)`;

function withoutDays(words: string): string {
  return words.replace(days, ' ').replace(times, ' ').replace(/\s+/g, ' ').trim();
}

function hearingSubject(said: string, about: EntryReading['about'], whole: string): Subject {
  const text = said.toLowerCase();
  if (/\b341\b|\bmeeting of creditors\b|\bcreditors'? meeting\b/.test(text))
    return { name: 'meeting of creditors', kind: 'named', party: '' };
  // The occasion nearest to the day is meant: "Motion hearing held; status hearing set for".
  const found = [...text.matchAll(occasions)].at(-1);
  const name = found === undefined ? onlyNameIn(whole) : nameOf(text, found);
  if (isOwnName(name)) return { name, kind: 'named', party: '' };
  const [topic] = about.filter((each) => !noSubject.has(each));
  if (topic === 'claim construction') return { name: 'markman hearing', kind: 'named', party: '' };
  return topic === undefined
    ? { name, kind: 'generic', party: '' }
    : { name: `hearing on ${topic}`, kind: 'topic', party: '' };
}

/** "ORDER rescheduling from 3/1/2026 to 4/1/2026 the Markman Hearing": the only name in the text. */
function onlyNameIn(whole: string): string {
  const text = withoutDays(whole).toLowerCase();
  const names = new Set([...text.matchAll(occasions)].map((found) => nameOf(text, found)).filter(isOwnName));
  const [name = 'hearing', other] = names;
  return other === undefined ? name : 'hearing';
}

const isOwnName = (name: string) => !commonNames.has(name);

/** Returns the occasion with up to three words before it: `final pretrial conference`. */
function nameOf(text: string, found: RegExpExecArray): string {
  const noun = found[0].replace(/s$/, '');
  const before: string[] = [];
  const clause = text.slice(0, found.index).replace(/^.*[.;:,/()\]]/s, '');
  for (const word of (clause.match(/[\w'-]+/g) ?? []).reverse()) {
    if (joint.test(word) || occasion.test(word) || before.length === 3) break;
    if (!/^[a-z][a-z'-]+$/.test(word) && word !== '16') break;
    if (!manner.test(word)) before.unshift(word);
  }
  const plain = [...before, noun === 'hrg' ? 'hearing' : noun].join(' ');
  return sameName.find(([pattern]) => pattern.test(plain))?.[1] ?? plain;
}

/** "Plaintiff(s)' contentions" and "Plaintiffs ' contentions" are "Plaintiffs' contentions". */
const wholeWords = (said: string): string =>
  said
    .replace(/(?<=[a-z])\(s\)/gi, 's')
    .replace(/(?<=[a-z]) '(?=s? )/gi, "'")
    .replace(/(?<=[a-z])' s(?= [a-z])/gi, "'s");

function deadlineSubject(said: string): Subject {
  const text = wholeWords(said).replace(/[.,;:)\]]+$/, '');
  if (responsive.test(text.toLowerCase())) return { name: 'answer', kind: 'named', party: partyBefore(text) };
  // Drops everything up to a point, even the point of a name: "Rival Inc. Responses due" leaves "Responses due".
  const sentence = text.replace(/^.*\. (?=[A-Z])/, '').toLowerCase();
  let phrase = sentence.replace(counted, '');
  for (let cut = ''; cut !== phrase; ) {
    cut = phrase;
    phrase = phrase.replace(deadlineCue, '').replace(/[\s,;:.()…]+$/, '');
  }
  const last: string[] = [];
  for (const word of (phrase.match(/[\w'-]+/g) ?? []).reverse()) {
    if (last.length === 4 || (joint.test(word) && word !== 'of' && last.length > 0)) break;
    if (!joint.test(word) || last.length > 0) last.unshift(singular(word));
  }
  const lastWords = last.join(' ').replace(/^of /, '');
  const name = lastWords.replace(doing, '').replace(/^joinder of party$/, 'joinder');
  if (name === '') return { name: 'deadline', kind: 'generic', party: '' };
  return { name, kind: perMotion.test(name) ? 'topic' : 'named', party: '' };
}

const counted = regex()`[\s,]*(?:within|in|not later than|no later than)?[\s(]*(?:[a-z-]+ )?\(?\d{1,3}\)?[\s-]*
  (?:calendar |business |court )?days?\b.*$`;

/** "The deadline to complete fact discovery" is named `fact discovery`. */
const doing = regex()`^(?:(?:extend|extending|enlarging) )?(?:(?:completion|close|filing) of |(?:complet|serv|submit
  |submitt|exchang|conduct|fil)(?:e|ing)? (?!fee\b))?(?:(?:their|his|her|its) )?(?=\w)`;

/** Deadlines that a case has once per motion. */
const perMotion = /\b(?:response|opposition|objection|reply|brief|memorandum)$/;

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is|'s)$/.test(word)) return word;
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}

const noParty = regex('i')`^(?:extending|extension|application|motion|further|time|the|its|his|her|their|order|rule
  |deadline|last|due|any|all|no|he|she|it|they|each|both|counsel|court|judge|clerk)\b`;
/** Words of a paper's title, not of a party: "SO ORDERED, re 203 Stipulation Extending Time to Answer". */
const ofPaper = /\b(?:ordered|order|stipulation|motion|application|letter|request|extending)\b/i;
const generalParty = /^(?:the )?(?:all )?(?:plaintiff|defendant|respondent|petitioner|party|parties)(?:s|'s|s')?$/i;

/** "Rival Inc. shall answer", "is directed to answer". In a name these words are capitalized: "May Stores Inc." */
const verb = 'shall|must|will|may|should|can|is|are|was|were|has|have|need';
const behindName = new RegExp(`,? (?:${verb}|${verb.toUpperCase()})\\b.*$`);
const beforeName = regex('i')`^.*\b(?:for|(?<!\b(?:bank|university|board|city|county|state|department|republic|estate
  |house|institute|college|church|commonwealth) )of|as to|extending|by) `;
const startsName = /^(?:(?:van|von|de|der|den|la|le|du|del|di|da|ten|ter) ){0,3}[a-z]?[A-Z]/;

/** Returns the party before the answer: `Rival Inc. answer due` → `rival inc`; '' if the words name none. */
function partyBefore(text: string): string {
  const before = /^(.{2,80}?)(?:'s|')? (?:(?:(?:time|deadlines?) )?to (?:move, )?)?answers?\b/i.exec(text)?.[1] ?? '';
  const name = before.replace(behindName, '').replace(beforeName, '').trim();
  const isOther = [generalParty, noParty, ofPaper].some((other) => other.test(name));
  return startsName.test(name) && !isOther && name.split(' ').length <= 6 ? withoutTitle(plainParty(name)) : '';
}

const longestEnd = 600; // Characters of a text that are searched for its filer.

/** "ANSWER to 1 Complaint by Rival, Inc.. (Moss, Ada)" → `rival inc`; undefined if the end of the text names nobody. */
export function filerOf(text: string): string | undefined {
  const end = text.slice(-longestEnd).replace(/\s*(?:\([^()]*\)\s*)+$/, '');
  const plain = end.replace(/, filed\.?$/, '');
  const by = /^.*\b(?:by|on behalf of) (?:the )?(?:(?:defendant|respondent)s?'? )?(.+)$/is.exec(plain)?.[1] ?? '';
  const party = plainParty(by);
  return /\p{L}/u.test(party) ? party : undefined;
}

const forDefendant = regex('i')`\bfor (?:the )?((?:defendant|respondent)s?\b[^;:]{0,80}?) to (?:answer|move|plead
  |respond)\b`;

/** "to Extend Time for Defendant Rival Inc. to Respond" → `rival inc`; `defendant` if the text has only the title. */
export function askedFor(text: string): string | undefined {
  return withoutTitle(plainParty(forDefendant.exec(text)?.[1] ?? '')) || undefined;
}

/** `defendant rival inc` → `rival inc`; the title alone remains. */
export function withoutTitle(party: string): string {
  return party.replace(/^(?:defendant|respondent)s? (?=.)/, '');
}

export function plainParty(name: string): string {
  const words = name.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '');
  return words.replace(/\s+/g, ' ').trim();
}

const anyDay = '2000-01-01'; // A day of filing with which days without a year are found as well.

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
export function isAsked({ what, words: quoted }: EntryDate, text: string, again: boolean): boolean {
  const sentence = sentenceOf(text, quoted);
  const words = behindOldDay(quoted);
  if (what === 'hearing')
    return !setByCourt.test(words) && (asksToMove.test(words) || (asksToMove.test(sentence) && movesOn.test(words)));
  if (proposes.test(sentence)) return !clerksNote.test(words);
  return again && !setByCourt.test(words);
}

/** "Markman hearing set for 3/1/2026| to 4/1/2026": the words before the day that is moved do not set the new one. */
function behindOldDay(words: string): string {
  const old = findDays(words, anyDay).at(-2);
  return old === undefined ? words : words.slice(old.end);
}

/** Returns the words of a date with those before them in their sentence. */
function sentenceOf(text: string, words: string): string {
  const at = text.indexOf(words);
  return at < 0 ? words : text.slice(sentenceStart(text, at), at + words.length);
}
