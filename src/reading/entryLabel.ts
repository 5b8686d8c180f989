import { cleanText } from '../base/words/cleanText.ts';
import { listedUpTo } from '../base/words/sentence.ts';
import type { EntryReading, EntryTopic, EntryType } from '../records/docket.ts';
import { takenBack } from './entryParts.ts';
import { takesBack, vacatesHearing, withdrawnMotion } from './entryPriority.ts';
import { partDismissed } from './outcomes/partDismissed.ts';
import { isMixed, leavesOpen } from './outcomes/readOutcome.ts';
import {
  clerkReopens,
  endsOrReopens,
  leavesCourt,
  liftsStay,
  noticeOfSettlement,
  staysCase,
  transferOut,
} from './phase.ts';
import { readEntry } from './readEntry.ts';
import { regex } from './rule.ts';
import { decidedApart, decidedPaper, doneWord, ofOralMotion, topicWords } from './topicWords.ts';

/** Returns `ORDER · motion to dismiss DENIED` or `ANSWER + COUNTERCLAIM`; '' if the entry is nothing in particular. */
export function entryLabel(reading: EntryReading, text: string): string {
  const taken = takenBack(text);
  if (taken) return `${paperNamed(taken.rest)} ${taken.words}`;
  const { type } = reading;
  const noun = nounOf(reading, text);
  if (noun === '') return '';
  const vacated = vacatedWords(reading, text);
  const isTold = (topic: EntryTopic) =>
    inNouns[topic]?.test(noun) ||
    (topic === 'scheduling' && vacated !== '') ||
    (topic === 'strike' && type !== 'order' && isStricken(text));
  const topics = reading.about.filter((topic) => !isTold(topic));
  const part = partDismissed(reading, text);
  if (type === 'dismissal' && part !== '') return `${noun} ${noun === 'DISMISSAL' ? 'of' : 'as to'} ${part}`;
  const words = onlySetsMarkman(reading, text) ? 'Markman hearing' : topicWords(topics, type, text);
  const about = part === '' || part === 'appeal' ? words : `${words} (${part})`;
  const decided = wholeDecision(reading, text, part) ?? decidedWords(reading, about, text);
  const tail = decided === caseDismissed ? decided : [decided, vacated].filter(Boolean).join(', ');
  if (tail === '') return noun;
  return type === 'motion' ? `${noun} ${tail}` : `${noun} · ${tail}`;
}

const markmanHearing = /\b(?:markman|claim[- ]construction) (?=hearing|conference|argument)/gi;

/** True for an order that decides nothing and only sets a Markman hearing. */
function onlySetsMarkman({ type, about, outcome, dates }: EntryReading, text: string): boolean {
  if (type !== 'order' || outcome !== null || about.join() !== 'claim construction' || dates.length === 0) return false;
  const rest = readEntry(text.replace(markmanHearing, ''));
  return dates.every(({ what }) => what === 'hearing') && !rest.about.includes('claim construction');
}

/** True if the entry itself was stricken, and no motion asks to strike anything. */
const isStricken = (text: string): boolean => /\bstricken\b/i.test(text) && !/\bstrik(?:e|ing)\b/i.test(text);

/** Returns `order on motion to dismiss` for a sentence about the entry, whatever it decides; '' if it has no label. */
export function paperWords(description: string, filed: string): string {
  const text = cleanText(description);
  const label = entryLabel({ ...readEntry(text, filed), outcome: null }, text);
  return label.replace(' · ', ' on ').toLowerCase();
}

/** Names a paper that was taken back. A type such as `discovery` does not name a paper. */
export function paperNamed(description: string): string {
  const words =
    (!/^(?:duplicate|wrong|incorrect|see|should)\b/i.test(description) && paperWords(description, '')) || 'entry';
  if (words.startsWith('clerk’s entry')) return 'entry';
  return /^(?:discovery|evidence|service|disclosure)\b/.test(words) ? 'paper' : words;
}

/** This label omits vacated hearings, since they end with the case. */
const caseDismissed = 'case DISMISSED';

function wholeDecision(reading: EntryReading, text: string, part: string): string | undefined {
  const { type, about, outcome } = reading;
  if (outcome === 'dismissed') {
    if (part !== '') return `${part} DISMISSED`;
    if (about.includes('appeal')) return 'appeal DISMISSED';
    return about[0] === 'dismissal' || endsOrReopens(reading, text) === 'ended' ? caseDismissed : undefined;
  }
  const left = type === 'order' ? leavesCourt(reading, text) : undefined;
  if (left !== undefined) return `case ${left}`;
  if (outcome === null && type !== 'clerk' && staysCase(reading, text)) return 'case STAYED';
  if (outcome === null && liftsStay(reading, text)) return 'stay LIFTED';
  return type === 'order' && (outcome === null || outcome === 'reversed') ? undoneWords(text) : undefined;
}

const undoing = regex('i')`^(?:\W*\w+\W+){0,4}?order (dissolving|vacating|unsealing|quashing|rescinding|reopening
  |reinstating|closing|setting aside)(?: the| its| this| court's| \[?\d+\]?){0,3} ((?:[a-z']+ ){0,3}?(?:injunction|order
  |tro|judgment|default|dismissal|subpoenas?|case|documents?))\b`;

/** Returns `judgment VACATED` for `ORDER vacating 211 Judgment`. */
function undoneWords(text: string): string | undefined {
  const [, verb = '', object = ''] = undoing.exec(text) ?? [];
  if (object === '' || vacatesHearing(text)) return undefined;
  return `${object.toLowerCase()} ${/aside/i.test(verb) ? 'SET ASIDE' : verb.toUpperCase().replace(/ING$/, 'ED')}`;
}

/** Returns `HEARING VACATED` for an entry of the court that vacates a hearing and sets none; else ''. */
function vacatedWords({ type, dates }: EntryReading, text: string): string {
  const isCourts = type === 'order' || type === 'clerk' || type === 'judgment';
  if (!isCourts || dates.some(({ what }) => what === 'hearing')) return '';
  return vacatesHearing(text) ? 'HEARING VACATED' : '';
}

/** Returns `stay DENIED`, or `stay DENIED and sealing GRANTED` if an order decides its motions differently. */
function decidedWords(reading: EntryReading, about: string, text: string): string {
  const { type, about: topics, outcome } = reading;
  const hasOral = ofOralMotion.test(text);
  if (outcome === null && !hasOral) return about;
  const apart = decidedApart(type, text, about);
  if (outcome === null && apart === undefined) return about;
  // One of the motions may still be open, or only an oral one decided.
  const isOpen = hasOral || (topics.length > 1 && outcome !== 'deferred' && leavesOpen(text));
  const isUnclear = isMixed(reading, text) || (apart?.length === 0 && isOpen);
  const done = outcome === null || isUnclear ? '' : doneWord(outcome, text);
  // At a trial, motions are decided that the minutes may not name. An order to show cause may also decide a motion.
  const paper = (about === 'trial' ? /\bheld\b/i : orderToShowCause).test(text)
    ? about.replace(/^(?:trial)?$/, 'motion')
    : about;
  const whole = [decidedPaper(paper, done, text), done].filter((one) => one !== '' && one !== type).join(' ');
  const words = apart?.length ? listedUpTo(mostDecisions, apart) : whole;
  return type === 'report' ? `${words} (recommended)` : words;
}

const mostDecisions = 3;

/** Nouns for types whose own name does not serve. '' for a type that readers do not look for. */
const nouns: Partial<Record<EntryType, string>> = {
  report: 'REPORT AND RECOMMENDATION',
  status: 'STATUS REPORT',
  other: '',
};

/** An order to show cause, by its title or its words. A cited or discharged order, or the hearing on one, is none. */
const orderToShowCause = regex('i')`(?<!\b(?:motions?|applications?|requests?) for (?:an? )?|\d\]? |\b(?:vacat|discharg
  |dissolv|satisf|withdraw|quash)\w* (?:the |its |this |that )?)\border (?:(?!(?:re|on|order|motion|discharg
  |vacat)\w*\b)[\w.]+ ){0,10}?show cause\b(?! hearing)|(?<!\b(?:if|unless|when|may|motion for|(?:fail|discharg|vacat
  |satisf)\w*)\b[^.;]*)\b(?:shall|must|(?:ordered |directed |orders (?:[\w.']+ ){1,6}?)to) show cause\b`;

/** The title of an order that is under seal itself, of which nothing more is known. */
const sealedOrder = regex('i')`^(?!.*\b(?:(?<!filed under )seal|sealing|unseal\w*|redact\w*)\b)\W*(?:sealed\b\W*
  (?:\w+ ){0,3}?(?:order|opinion|memorandum|decision)|(?:\w+ ){0,3}?(?:order|opinion)\W+(?:sealed|filed under seal))\b`;

/** A summons that is issued or asked for is served on nobody yet. */
const summonsIssued = /^\W*(?:\w+ )?summons(?:\(?es\)?)?(?: ?\([^()]*\))? (?:re-?)?issued\b/i;
const summonsAlone = regex('i')`^\W*(?:(?:second|third|amended|alias|proposed|praecipe for(?: a)?
  |request for(?: issuance of)?) )*summons(?:es)?\b(?![^]*(?<!\bto be )\b(?:served|executed|returned)\b)`;

/** A referral, a form for consent, or a judge who leaves assigns no judge. */
const assignsJudge = regex('i')`^(?!.{0,80}\b(?:consent|impending|returned|procedures?)\b).*(?:(?<!\bno longer )\b
  (?:re)?assigned\b|\b(?:re)?assignment\b|\bassign judges\b|\bjudges?\b.{0,60}\badded\b|\bad(?:d
  |ded) (?:and terminate )?judges?\b|\bis so designated\b|\btransferred to judge\b)`;

/** Nouns that are more specific than the type. The first one whose text and topic match is used. */
const finerNouns: readonly {
  readonly type: EntryType;
  readonly noun: string;
  readonly text?: RegExp;
  readonly topic?: EntryTopic;
}[] = [
  { type: 'complaint', noun: 'NOTICE OF REMOVAL', text: /\bnotice of removal\b/i },
  { type: 'complaint', noun: 'COUNTERCLAIM', text: /^\W*(\w+ ){0,2}counterclaims?\b/i },
  { type: 'complaint', noun: 'PETITION', text: /^\W*(\w+ ){0,2}petition\b/i },
  { type: 'complaint', noun: 'AMENDED COMPLAINT', topic: 'amendment' },
  { type: 'answer', noun: 'ANSWER + COUNTERCLAIM', text: /\b(with|and|,|;)\b[^.]{0,80}\bcounterclaims?\b/i },
  { type: 'response', noun: 'OPPOSITION', text: /\b(opposition|opposing|answering brief)\b/i },
  { type: 'response', noun: 'OBJECTION', text: /^\W*(\w+ ){0,2}objections?\b/i },
  { type: 'motion', noun: 'PRE-MOTION REQUEST', topic: 'scheduling', text: /^[^.;]{0,100}\bpre-? ?motion\b/i },
  { type: 'order', noun: 'ORDER TO SHOW CAUSE', text: orderToShowCause },
  { type: 'order', noun: 'SEALED ORDER', topic: 'seal', text: sealedOrder },
  { type: 'order', noun: 'SCHEDULING ORDER', topic: 'scheduling' },
  { type: 'judgment', noun: 'ENTRY OF DEFAULT', text: /\bentry of default\b(?! judgment)/i },
  { type: 'judgment', noun: 'DEFAULT JUDGMENT', topic: 'default' },
  { type: 'judgment', noun: 'CONSENT JUDGMENT', text: /\bconsent (final )?judgment\b/i },
  { type: 'order', noun: 'MANDATE', text: /^\W*(\w+ ){0,2}mandate\b/i },
  { type: 'service', noun: 'NOT SERVED', text: /\bunexecuted\b/i },
  { type: 'service', noun: 'SERVICE WAIVED', text: /\bwaiver of (the )?service\b/i },
  { type: 'service', noun: 'SUMMONS SERVED', text: /\bsummons returned\b/i },
  { type: 'service', noun: 'SUMMONS ISSUED', text: summonsIssued },
  { type: 'service', noun: 'SUMMONS', text: summonsAlone },
  { type: 'notice', noun: 'SUGGESTION OF BANKRUPTCY', text: /\bsuggestion of bankruptcy\b/i },
  { type: 'notice', noun: 'WITHDRAWAL OF MOTION', text: withdrawnMotion },
  // Form AO 120, by which a court reports a case to the patent office.
  { type: 'status', noun: 'REPORT TO PATENT OFFICE', text: /^\W*report\b[^.]{0,60}\bcommissioner\b/i },
  { type: 'hearing', noun: 'MARKMAN HEARING', topic: 'claim construction' },
  { type: 'hearing', noun: 'TRIAL', text: /\b(jury|bench) trial\b/i },
  { type: 'clerk', noun: 'JUDGE ASSIGNED', topic: 'judge', text: assignsJudge },
  { type: 'clerk', noun: 'CASE STAYED', topic: 'stay' },
  { type: 'clerk', noun: 'CASE REOPENED', text: clerkReopens },
  { type: 'clerk', noun: 'CASE TRANSFERRED OUT', text: transferOut },
  { type: 'clerk', noun: 'CASE REMANDED', topic: 'transfer', text: /\bremand/i },
  { type: 'clerk', noun: 'CASE TRANSFERRED', topic: 'transfer' },
  { type: 'clerk', noun: 'DEADLINES', topic: 'scheduling' },
  { type: 'dismissal', noun: 'NOTICE OF SETTLEMENT', text: noticeOfSettlement },
  { type: 'discovery', noun: 'NOTICE OF SERVICE', text: /^\W*(\w+ ){0,2}notice of service\b/i },
  { type: 'appeal', noun: 'NOTICE OF APPEAL', text: /^\W*notice of (\w+ )?appeal\b/i },
];

function nounOf({ type, about, outcome, dates }: EntryReading, text: string): string {
  const finer = finerNouns.find(
    (one) =>
      one.type === type && (one.text?.test(text) ?? true) && (one.topic === undefined || about.includes(one.topic)),
  );
  // A decision labels an order, even if the order also sets dates; these are shown beside the label.
  const setsNothing = dates.length === 0 && vacatesHearing(text);
  const isOnlySchedule =
    finer?.noun !== 'SCHEDULING ORDER' || (outcome === null && about[0] === 'scheduling' && !setsNothing);
  if (finer === undefined && type === 'clerk') {
    const [, number, taken] = takesBack.exec(text) ?? [];
    return taken ? `D.I. ${number} ${taken.toUpperCase()}` : (clerksTitle.exec(text)?.[1] ?? 'CLERK’S ENTRY');
  }
  const noun = finer !== undefined && isOnlySchedule ? finer.noun : (nouns[type] ?? type.toUpperCase());
  if (type !== 'hearing') return noun;
  if (dates.some(({ what }) => what === 'hearing')) return `${noun} SET`;
  if (vacatesHearing(text)) return `${noun} VACATED`;
  const [, before, occasion = before] = held.exec(text) ?? [];
  return occasion === undefined ? noun : `${noun === 'HEARING' ? occasion.toUpperCase() : noun} HELD`;
}

/** The title of a clerk's entry, two to five words in capitals: `CORRECTING ENTRY: the previous entry was …`. */
const clerksTitle = /^[^A-Za-z]*([A-Z][A-Z'’]+(?: [A-Z][A-Z'’]+){1,4})(?=\W*$|[:;.,]| [-–(]| (?:of|re|to|by)\b)/;

/** What minutes are of: `Telephone Conference held on`, `proceedings held before Judge A. B.: Jury Trial`. */
const held = regex('i')`\b(hearing|conference|trial|argument)s?\b(?:(?!\b(?:be|been|not|if)\b)[^.;]){0,60}?\bheld\b
  (?! (?:in abeyance|over|open)\b)|\bproceedings held\b.{0,120}?\b(hearing|conference|trial|argument)\b`;

const inNouns: Partial<Record<EntryTopic, RegExp>> = {
  seal: /^SEALED ORDER$/,
  scheduling: /^(?:SCHEDULING ORDER|DEADLINES|PRE-MOTION REQUEST)$| SET$| VACATED$/,
  amendment: /^AMENDED COMPLAINT$/,
  default: /^(?:DEFAULT JUDGMENT|ENTRY OF DEFAULT)$/,
  'claim construction': /^MARKMAN/,
  trial: /^(?:TRIAL|VERDICT$)/,
  dismissal: /^DISMISSAL$/,
  infringement: /^(?:COMPLAINT|AMENDED COMPLAINT|REPORT TO PATENT OFFICE)$/,
  appeal: /APPEAL$|^MANDATE$/,
  stay: /^(?:SUGGESTION OF BANKRUPTCY|CASE STAYED)$/,
  discovery: /^(?:DISCOVERY|NOTICE OF SERVICE)$/,
  representation: /^APPEARANCE$/,
  service: /^(?:SERVICE|NOTICE OF SERVICE|SERVICE WAIVED|SUMMONS(?: SERVED| ISSUED)?|NOT SERVED)$/,
  transfer: /^(?:NOTICE OF REMOVAL|CASE TRANSFERRED(?: OUT)?|CASE REMANDED)$/,
  judge: /^JUDGE ASSIGNED$/,
  settlement: /^NOTICE OF SETTLEMENT$/,
};
