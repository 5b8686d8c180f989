import type { EntryReading, EntryTopic, EntryType } from '../records/docket.ts';
import { decisionsIn, fatesOf } from './outcomes/partDismissed.ts';
import { oralMotion } from './outcomes/readOutcome.ts';
import { stayRelief } from './phase.ts';
import { readEntry } from './readEntry.ts';
import { regex, source } from './rule.ts';
import { ofHigherCourt } from './topics/topicsOfType.ts';

const mostTopics = 2;

/** Returns `summary judgment + stay`, or the words of the docket: `motion to dissolve preliminary injunction`. */
export function topicWords(about: readonly EntryTopic[], type: EntryType, text: string): string {
  const titles = about.length === 0 ? [] : titlesIn(text);
  const words = about.flatMap((topic) => {
    const fixed = fixedWords(topic, type, text);
    const ofTopic = titles.filter(({ topics }) => topics.includes(topic));
    if (ofTopic.length === 0) return [fixed];
    return ofTopic.map(({ paper, asked }) => (asked === '' ? fixed : type === 'motion' ? asked : `${paper} ${asked}`));
  });
  return [...new Set(words)].slice(0, mostTopics).join(' + ');
}

function fixedWords(topic: EntryTopic, type: EntryType, text: string): string {
  const [noun, asked] = exactWords.find((one) => one.topic === topic && one.text.test(text))?.words ?? phrasesOf(topic);
  if (type === 'motion') return asked;
  if (topic === 'strike' && !/\bto strike\b/i.test(text)) return 'striking';
  return topic === 'dismissal' && !/\bto dismiss\b/i.test(text) ? 'dismissal' : noun;
}

// Words with which the title of a motion goes on: "Motion to Exclude Testimony of Ada Moss", "… filed by Rival Inc."
const stop = source`(?:(?<!\b(?:entry|lack|order|service|bill|matter|judgment) )of|(?<!\b(?:leave|permission|set) )to
  |for|from|by|per|pursuant|under|against|in|with(?:out)?|as to|re|regarding|concerning|on|upon|prior|following|because
  |due|until|while|pending (?!appeal)|at|dated|now|and|granting|denying|granted|denied|allowed|overruled|sustained|moot
  |deferred|reserved|withdrawn|resolved|terminated|made|taken|heard|argued|filed|is|are|was|be|shall|should|motions?
  |notice|memorandum|the|an?|as|or)\b`;
const word = source` (?:(?:as )?(?:the|an?|\d{1,4}) |as )?(?<!\b(?:employ|retain) )(?!${stop})[a-z][a-z'/-]*
  (?![a-z'/-])`;
const filer = String.raw`(?: (?:filed )?(?:by|of) (?:[^.;:()]|\b(?:Inc|Corp|Co|Ltd)\.){1,60}?)?`;
const title = regex('gi')`\b(motion|application|stipulation)(?:s|\(s\))?${filer} (
  (?:to(?! the\b)|for)(?:${word}){1,5}(?<! (?:of|to)))((?:(?!\d|motion|and (?:to|for))[^;:,.()]){0,80})`;

/** Returns the motions that a text names: their topics, and the docket's words if these say more than the topics. */
function titlesIn(text: string) {
  return [...text.replace(/[[\]]/g, '').matchAll(title)].map(([, paper = '', asked = '', more = '']) => {
    const topics = topicsOf(asked + more);
    const words = asked.toLowerCase().replace(/ \d+ /, ' ');
    const exact = saysMore(asked, topics) ? words.replace(/\bjmol\b/, 'JMOL') : '';
    return { paper: paper.toLowerCase(), topics, asked: exact };
  });
}

const topicsOf = (asked: string): readonly EntryTopic[] => readEntry(`MOTION ${asked}`).about;

/** A motion with such a word undoes, stops or opposes what its topic names: it seeks no injunction, but its end. */
const undoes = regex('i')`\b(?:dissolv|vacat|set(?:ting)? aside|lift|modif|unseal|quash|exclud|preclud|suspend|terminat
  |decertif|revo[ck]|rescind|disallow|retax|reduc|defer|oppos|clarif|enforc)`;

/** True for a motion that undoes its topic or has several, or if its topic does not say what is asked for. */
function saysMore(asked: string, topics: readonly EntryTopic[]): boolean {
  const isStay = topics.every((topic) => topic === 'stay');
  if (isStay || topics.includes('habeas') || /^to dismiss\b(?! .*appeal)/i.test(asked)) return false;
  const said = topicsOf(asked).filter((topic) => topics.includes(topic));
  const isVague = said.some((topic) => phrasesOf(topic)[1].startsWith('about '));
  return undoes.test(asked) || isVague || said.length > 1;
}

/** A topic that is not listed has its own name, and a motion is about it. */
const phrases: Partial<Record<EntryTopic, readonly [named: string, asked: string]>> = {
  dismissal: ['motion to dismiss', 'to dismiss'],
  'summary judgment': ['summary judgment', 'for summary judgment'],
  'judgment on the pleadings': ['judgment on the pleadings', 'for judgment on the pleadings'],
  default: ['default', 'for default'],
  injunction: ['injunction', 'for injunction'],
  extension: ['extension of time', 'for extension of time'],
  scheduling: ['schedule', 'about the schedule'],
  seal: ['sealing', 'to seal'],
  stay: ['stay', 'to stay'],
  transfer: ['transfer', 'to transfer'],
  fees: ['fees and costs', 'for fees and costs'],
  'pro hac vice': ['pro hac vice', 'for pro hac vice'],
  representation: ['attorneys', 'about attorneys'],
  amendment: ['amendment', 'to amend'],
  expert: ['expert evidence', 'about expert evidence'],
  strike: ['motion to strike', 'to strike'],
  service: ['service of process', 'about service'],
  'in forma pauperis': ['in forma pauperis', 'to proceed in forma pauperis'],
  sanctions: ['sanctions', 'for sanctions'],
  'page limit': ['page limit', 'to exceed the page limit'],
  habeas: ['habeas corpus', 'for habeas corpus'],
};

const phrasesOf = (topic: EntryTopic) => phrases[topic] ?? ([topic, `about ${topic}`] as const);

/** A motion is only called sealed, and no other word is about sealing. */
const onlyCalledSealed =
  /^(?!.*\b(?:(?<!filed under )seal|sealing|unseal\w*|redact\w*)\b).*\bsealed (?:\w+ ){0,3}?motions?\b/i;

/** More exact words than those of the topic: a stay is lifted instead of imposed, a case remanded, not transferred. */
const exactWords: readonly { topic: EntryTopic; text: RegExp; words: readonly [named: string, asked: string] }[] = [
  { topic: 'stay', text: stayRelief, words: ['relief from stay', 'for relief from stay'] },
  { topic: 'transfer', text: /\bremand(?!\w* to (?:the )?(?:custody|usm))/i, words: ['remand', 'to remand'] },
  { topic: 'seal', text: onlyCalledSealed, words: ['motion under seal', 'under seal'] },
  {
    topic: 'appeal',
    text: /(?:permission|leave) to appeal|appealab/i,
    words: ['leave to appeal', 'for leave to appeal'],
  },
  { topic: 'reconsideration', text: /\bnew trial\b/i, words: ['new trial', 'for new trial'] },
  {
    topic: 'reconsideration',
    text: /\b(?:jmol|directed verdict|judgment as a matter of law)\b/i,
    words: ['judgment as a matter of law', 'for judgment as a matter of law'],
  },
  { topic: 'scheduling', text: /pre-? ?motion conf/i, words: ['pre-motion conference', 'for pre-motion conference'] },
  // A motion in limine may be about any evidence.
  { topic: 'expert', text: /\bin limine\b/i, words: ['motion in limine', 'in limine'] },
  { topic: 'expert', text: /\bdaubert motion/i, words: ['Daubert motion', 'about expert evidence'] },
];

export const ofOralMotion = new RegExp(oralMotion, 'i');

/** Returns each motion beside its own outcome; undefined if all have one; nothing if the text does not tell. */
export function decidedApart(type: EntryType, text: string, whole: string): string[] | undefined {
  const decisions = new Map<string, Decided>();
  let isHeard = false;
  for (const [index, decision] of decisionsIn(text).entries()) {
    const paper = type === 'report' ? 'REPORT AND RECOMMENDATION' : type;
    const said = index === 0 ? decision : `${paper}: ${decision}`;
    const decided = decidedIn(type, said);
    if (decided === undefined) isHeard ||= heard.test(said);
    else if (decided.paper === '' || decided.done === 'DISMISSED') return [];
    else if ((decisions.get(decided.paper)?.done ?? decided.done) !== decided.done) return [];
    else decisions.set(decided.paper, decided);
  }
  const each = [...decisions.values()];
  const isOther = isHeard && namesOthers(each, whole);
  if (!isOther && new Set(each.map(({ done }) => done)).size < 2) return undefined;
  const words = each
    .toSorted((one, other) => one.weight - other.weight)
    .map(({ about, done, numbers }) => {
      const isAlone = about !== '' && each.every((one) => one.about !== about || one.done === done);
      return `${about || 'motion'} ${done}${isAlone || numbers === '' ? '' : ` (D.I. ${numbers})`}`;
    });
  return [...new Set(words)];
}

const heard = /\b(?:heard|hears|(?<!\bbe )held|minutes?|proceedings|argued)\b/i;

/** The title of minutes names what was heard, which need not be what was decided. */
function namesOthers(each: readonly Decided[], whole: string): boolean {
  const [first] = each;
  if (first === undefined || (each.length > 1 && !each.every(({ about }) => about.startsWith('oral ')))) return false;
  return first.topics === ''
    ? whole !== '' && first.about + first.numbers !== ''
    : whole.includes(' + ') || !whole.startsWith(first.topics);
}

interface Decided {
  readonly paper: string;
  readonly about: string;
  readonly topics: string;
  readonly done: string;
  readonly numbers: string;
  readonly weight: number;
}

/** Returns what one part of an order decides; undefined if it decides nothing. */
function decidedIn(type: EntryType, said: string): Decided | undefined {
  const { about: topics, outcome } = readEntry(said);
  const fates = fatesOf(said);
  const done = outcome === null ? [...fates.values()].find((fate) => fate === 'TERMINATED') : doneWord(outcome, said);
  if (done === undefined) return undefined;
  const numbers = [...fates.keys()].join(', ');
  const words = decidedPaper(topicWords(topics, type, said), done, said);
  const isOral = ofOralMotion.test(said);
  const untold = numbers === '' ? (titledPaper.exec(said)?.[1] ?? '').toLowerCase().replace(/^rule/, 'Rule') : '';
  const about = isOral ? `oral motion ${topicWords(topics, 'motion', said)}`.trim() : words || untold;
  const paper = numbers || (words === '' && about !== '' ? said : about);
  return { paper, about, topics: words, done, numbers, weight: decisionWeight(done, topics) };
}

const titledPaper = /\b(rule \d[\w()]* motion|(?:motion|request|application|petition)(?=s? (?:for|to|in) [a-z]))/i;

/** Returns what is adopted, overruled or reversed instead of the motion, or the appeal, that it is about. */
export function decidedPaper(about: string, done: string, text: string): string {
  if (/^(?:OVERRULED|SUSTAINED)$/.test(done)) return 'objections';
  // Minutes may not name what is taken under advisement.
  if (about === 'schedule' && done === 'DEFERRED') return '';
  // A higher court affirms or reverses a judgment. Its other words are about a motion in the appeal.
  if (/^(?:AFFIRMED|REVERSED|VACATED)/.test(done))
    return !/^motion|\bappeal/.test(about) ? about : ofHigherCourt.test(text) ? 'judgment' : '';
  const paper = /^DISMISSED/.test(done) ? about : about.replace(/^appeal \+ | \+ appeal$/, '');
  if (done !== 'ADOPTED' || !/\b(?:report|r&r|recommendations?)\b/i.test(text)) return paper;
  return paper === '' ? 'R&R' : `R&R on ${paper}`;
}

/** Uses the court's own word: what a higher court affirms and what a judge adopts is not labeled granted. */
export function doneWord(outcome: NonNullable<EntryReading['outcome']>, text: string): string {
  if (/\bgrant/i.test(text) && outcome !== 'reversed') return outcome.toUpperCase();
  const isAffirmed = /\baffirm(?:ed|ing|s|ance)\b/i.test(text);
  if (outcome === 'granted in part' && isAffirmed) return 'AFFIRMED IN PART';
  if (outcome === 'reversed') {
    const inPart = /\b(?:revers|vacat)\w*[ -]in[ -]part\b/i.test(text) ? ' IN PART' : '';
    const remanded = /\bremand/i.test(text) ? ' AND REMANDED' : '';
    return `${/\brevers/i.test(text) ? 'REVERSED' : 'VACATED'}${inPart}${remanded}`;
  }
  if (outcome === 'denied' && /\boverrul/i.test(text) && !/\bden[iy]/i.test(text)) return 'OVERRULED';
  if (outcome !== 'granted') return outcome.toUpperCase();
  if (isAffirmed) return 'AFFIRMED';
  const [named] = fatesOf(text).values();
  if (named === undefined && /\bsustain(?:ed|ing|s)\b/i.test(text)) return 'SUSTAINED';
  return named ?? (/\badopt(?:ed|ing|s)\b/i.test(text) ? 'ADOPTED' : outcome.toUpperCase());
}

const minor: ReadonlySet<EntryTopic> = new Set(['seal', 'extension', 'scheduling', 'page limit', 'pro hac vice']);

/** Less for what changes the case, and of that for what is granted. A subject shows the decisions of least weight. */
function decisionWeight(done: string, about: readonly EntryTopic[]): number {
  if (/^(?:ADOPTED|OVERRULED|SUSTAINED)$/.test(done)) return 1;
  const isOpen = /^(?:MOOT|DEFERRED|WITHDRAWN|TERMINATED)$/.test(done);
  const ofOutcome = done.startsWith('GRANTED') ? 0 : 1;
  return (isOpen ? 2 : ofOutcome) + (about.every((topic) => minor.has(topic)) ? 1.5 : 0);
}
