import type { EntryTopic, EntryType } from '../../records/docket.ts';
import type { EntryParts } from '../entryParts.ts';
import { everyMatch, type Match, type Rule, regex, withoutInnerMotion } from '../rule.ts';
import { meritsTopics, personsTopics } from './meritsTopics.ts';
import { impliedTopics, noTopics } from './noTopics.ts';
import { proceduralTopics, timeTopics } from './proceduralTopics.ts';
import { type KnownOfEntry, mayBeAbout, swallowing, type TopicRead } from './topicsOfType.ts';

export const topicRules: readonly Rule<EntryTopic>[] = [
  ...timeTopics,
  ...proceduralTopics,
  ...meritsTopics,
  ...personsTopics,
];

const rules = [...noTopics, ...topicRules];

type Found = Readonly<{ rule: Rule<EntryTopic | 'no topic'>; start: number; end: number }>;

export function readTopics(known: KnownOfEntry, parts: EntryParts): TopicRead[] {
  const subject = subjectOf(known.type, parts);
  const found = ofTheFirstSentence(known, subject, parts);
  const topics = new Map<EntryTopic, TopicRead>();
  for (const read of impliedTopics(known, subject, found)) if (!topics.has(read.topic)) topics.set(read.topic, read);
  return [...topics.values()];
}

const sentenceBySentence: ReadonlySet<EntryType> = new Set(['order', 'hearing', 'clerk', 'judgment']);

// The first sentence with a topic decides. Minutes begin with the conference itself, so for them a later sentence may.
function ofTheFirstSentence(known: KnownOfEntry, subject: string, parts: EntryParts): TopicRead[] {
  if (!sentenceBySentence.has(known.type)) return topicsIn(subject, known);
  let first: TopicRead[] = [];
  const minutes = known.type === 'order' && /minute/.test(subject.slice(0, 60));
  for (const sentence of sentencesOf(subject)) {
    const found = titleFirst(known.type === 'order' ? decidedClauses(sentence) : sentence, known);
    if (found.length > 0 && (!minutes || leadsOn(sentence, found, first.length === 0))) return found;
    if (first.length === 0) first = found;
  }
  return first.length > 0 || known.type !== 'order' ? first : furtherDown(known, parts);
}

function leadsOn(sentence: string, found: readonly TopicRead[], isFirst: boolean): boolean {
  return found.some(({ topic }) => topic !== 'scheduling') && (isFirst || leads.test(sentence));
}

// Papers that are only cited: "Order Granting Application to Shorten Time (related document: 41 Motion to Seal)".
const relatedPapers = /\((?:re:? ?)?related .*$/;

function titleFirst(sentence: string, known: KnownOfEntry): TopicRead[] {
  const title = sentence.replace(relatedPapers, '');
  const named = title === sentence ? [] : topicsIn(title, known);
  return named.length > 0 ? named : topicsIn(sentence, known);
}

// "granting 12 Motion to Continue; resetting the trial": the topic is what was decided, not its consequences.
const clauses = /; |,? and (?=(?:re)?(?:setting|scheduling) )|, (?=(?:re)?(?:setting|scheduling) )/;
const matters = regex()`\b(?:grant\w*|den(?:y|ied|ies|ying)|moot|motions?|applications?|requests?|stipulat\w*|approv\w*
  |adopt\w*|dismiss\w*|stay\w*|order(?:ed)?)\b`;

const decides = /\b(?:grant(?:ed|ing|s)?|den(?:ied|ying))\b/;

function decidedClauses(sentence: string): string {
  if (!decides.test(sentence)) return sentence;
  const decided = sentence.split(clauses).filter((clause) => matters.test(clause));
  return decided.length > 0 ? decided.join('; ') : sentence;
}

// Minutes that list cut-off days name discovery and parties, but are about neither. These words show a real topic.
const leads = regex()`\b(?:motions?|grant\w*|den(?:y|ied|ies)|stay\w*|dismiss\w*|advisement|approv\w*|settle\w*
  |appoint\w*|sentenc\w*|mediat\w*|plea)\b`;

const operative = regex()`\b(?:is|are) (?:hereby |now )?(?:stayed|dismissed|remanded|transferred|consolidated|sealed
  |granted|denied|enjoined|referred|extended)\b`;

// A long order may name its topic only after a page. There, only a sentence that orders something counts.
function furtherDown(known: KnownOfEntry, parts: EntryParts): TopicRead[] {
  const sentences = parts.body.slice(0, 3000).split(sentenceEnd);
  const ordering = sentences.find((sentence) => operative.test(sentence));
  return ordering ? topicsIn(ordering.slice(0, 400), known) : [];
}

function topicsIn(text: string, known: KnownOfEntry): TopicRead[] {
  const rulesOnMotion = known.outcome !== undefined && known.outcome !== 'withdrawn';
  return inText(withoutInnerMotion(text, rulesOnMotion), known).flatMap(({ rule }) =>
    rule.sense === 'no topic' ? [] : [{ topic: rule.sense, rule: rule.name }],
  );
}

const sentenceEnd = regex()`(?<!\b(?:no|nos|v|vs|inc|mr|mrs|ms|dr|hon|jr|sr|st|doc|dkt|ch|co|corp|ltd|esq|bldg|re|u\.s
  |[a-z]))\. (?=[a-z0-9(*"])|(?<=\b[ap]\.m)\. (?=(?:if|the|this|all|any|a|no|on|in|counsel|parties|plaintiffs?
  |defendants?)\b)|[;,.] (?=(?:it is )?(?:further |hereby )?ordered that)`;

// "If a stipulation of dismissal is filed before that date, …" states what may happen, not the topic.
const condition = /^(?:if|should|unless|in the event)\b/;

function sentencesOf(text: string): string[] {
  const [title = '', ...rest] = text.split(sentenceEnd).slice(0, 12);
  return [title, ...rest.filter((sentence) => !condition.test(sentence))];
}

/** Returns the topics in the order of the text. A rule does not match words that an earlier match covers. */
function inText(text: string, known: KnownOfEntry): Found[] {
  const found: Found[] = [];
  const matches = everyMatch<EntryTopic | 'no topic'>(text, rules)
    .filter(({ rule }) => rule.sense === 'no topic' || mayBeAbout(known, rule.sense))
    .sort((one, other) => rank(one) - rank(other));
  for (const { rule, start, end } of matches) {
    const taken = found.some((other) => start < other.end && end > other.start && !sameWords(other, rule, start, end));
    if (!taken) found.push({ rule, start, end: swallowing.has(rule.sense) ? clauseEnd(text, end) : end });
  }
  return found;
}

// "Rule 26(f) report" is about discovery and scheduling, so two rules may match exactly the same words.
function sameWords(other: Found, rule: Found['rule'], start: number, end: number): boolean {
  if (other.rule.sense === rule.sense) return true;
  return other.rule.sense !== 'no topic' && other.start === start && other.end === end;
}

const rank = ({ rule }: Match<EntryTopic | 'no topic'>): number => (rule.sense === 'no topic' ? 0 : 1);

const clauseEnds = regex('g')`;|\. | and (?=(?:to|motion|granting|denying|request)\b)|(?:granting|denying
  |finding) |or in the alternative|alternatively`;

/** "extension of time to answer the amended complaint": the rest of the clause, the complaint, is no topic. */
function clauseEnd(text: string, from: number): number {
  clauseEnds.lastIndex = from;
  return clauseEnds.exec(text)?.index ?? text.length;
}

// The paper to which a motion responds or belongs: "MOTION to Stay re 2 MOTION to Certify Class".
const reference = / (?:re|re:|regarding|as to|related document\(s\)|\(?re: related document\(s\)) \[?\d.*$/;
const asides = /\((?:related|re:|re ).*$/;
// These words begin a remark on when, where or by whom. The topic does not come after them.
const circumstances = regex()`(?:(?<=.)motions? referred|\breferred to: | - referred to |(?:hearing|motion
  |conference) (?:set|scheduled)|with hearing|responses? due|objections? due|objection deadline|response deadline
  |fee amount|\bsigned by|\bordered by|before (?:the )?(?:honorable|judge|magistrate)|lodged|\(court reporter
  |\bservice date\b|\bcertificate of service\b|\bfiling fee\b).*$`;

const answers: ReadonlySet<EntryType> = new Set(['reply', 'response', 'brief']);
// If the title names a motion, the list of related papers after it names only other papers.
const listOfPapers = /(?<=\bmotion\b.*)\(related document.*$/;

const signing = /\bsigned by [^.;:]{1,60}? on \d{1,2}\/\d{1,2}\/\d{2,4}(?= [a-z0-9])/g;
const courts: ReadonlySet<EntryType> = new Set(['report', 'judgment', 'order']);

function subjectOf(type: EntryType, parts: EntryParts): string {
  if (courts.has(type) && signing.test(parts.head))
    return subjectOf(type, { ...parts, head: parts.head.replace(signing, ' ') });
  if (type === 'motion') return parts.head.replace(asides, '').replace(reference, '').replace(circumstances, '');
  if (type === 'order' || type === 'hearing')
    return parts.head.replace(beforeWhom, ' ').replace(circumstancesOfCourt, '').replace(belongsTo, '$1');
  if (withdrawnPaper.test(parts.head)) return '';
  const said = answers.has(type) ? parts.head.replace(listOfPapers, '') : parts.head;
  return said.replace(circumstances, '');
}

const beforeWhom = regex('g')`\bbefore (?:the )?(?:honorable|(?:senior |magistrate |district |chief |duty )*judge
  |magistrate)\b [^,.;:()\d]{0,60}`;
// "granting 100 Stipulation setting the briefing schedule as to 99 Motion to Dismiss": motion 99 is not granted.
const belongsTo = regex()`(\b(?:granting|denying|approving) \[?\d+\]? (?:[a-z]+ ){0,3}?(?:stipulation
  |motion)s?\b[^.;:]{8,80}?) (?:as to|re:?|regarding) \[?\d+\]? (?:[a-z]+ )?motions?\b[^.;]*`;
const circumstancesOfCourt = /(?:\bsigned by|\bordered by|\(court reporter).*$/;

// A withdrawal has no topic: "NOTICE of Withdrawal of Doc. 166 re 160 Notice of Attorney Appearance".
const withdrawnPaper = /^notice of withdrawal of doc/;
