import type { EntryReading, EntryTopic, EntryType } from '../records/docket.ts';
import { vacatesHearing, withdrawnMotion } from './entryPriority.ts';
import { type Fate, fatesOf, partDismissed } from './outcomes/partDismissed.ts';
import {
  clerkReopens,
  endsOrReopens,
  leavesCourt,
  liftsStay,
  noticeOfSettlement,
  stayRelief,
  staysCase,
  transferOut,
} from './phase.ts';
import { regex } from './rule.ts';

/** Returns `ORDER · motion to dismiss DENIED` or `ANSWER + COUNTERCLAIM`; '' if the entry is nothing in particular. */
export function entryLabel(reading: EntryReading, text: string): string {
  const { type } = reading;
  const noun = nounOf(reading, text);
  if (noun === '') return '';
  const vacated = vacatedWords(reading, text);
  const subject = reading.about
    .filter((topic) => !inNouns[topic]?.test(noun) && !(topic === 'scheduling' && vacated !== ''))
    .slice(0, mostTopics);
  const part = partDismissed(reading, text);
  if (type === 'dismissal' && part !== '') return `${noun} ${noun === 'DISMISSAL' ? 'of' : 'as to'} ${part}`;
  const words = subject.map((topic) => named(topic, type, text));
  const about = part === '' ? words.join(' + ') : `${words.join(' + ')} (${part})`;
  const decided = wholeDecision(reading, text, part) ?? [about, decidedWords(reading, text)].filter(Boolean).join(' ');
  const tail = decided === caseDismissed ? decided : [decided, vacated].filter(Boolean).join(', ');
  if (tail === '') return noun;
  return type === 'motion' ? `${noun} ${tail}` : `${noun} · ${tail}`;
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
  return outcome === null && liftsStay(reading, text) ? 'stay LIFTED' : undefined;
}

/** Returns `HEARING VACATED` for an entry of the court that vacates a hearing and sets none; else ''. */
function vacatedWords({ type, dates }: EntryReading, text: string): string {
  const isCourts = type === 'order' || type === 'clerk' || type === 'judgment';
  if (!isCourts || dates.some(({ what }) => what === 'hearing')) return '';
  return vacatesHearing(text) ? 'HEARING VACATED' : '';
}

const mostTopics = 2;
const mostFates = 4;

/** Returns `DENIED`, or per paper `DENIED (D.I. 88), GRANTED (D.I. 90)`; '' if nothing is decided. */
function decidedWords({ type, outcome }: EntryReading, text: string): string {
  if (outcome === null) return '';
  const fates = fatesOf(text);
  const differ = new Set(fates.map(({ done }) => done)).size > 1 && fates.length <= mostFates;
  const done = differ ? fates.map(fateWords).join(', ') : doneWord(outcome, fates, text);
  return type === 'report' ? `${done} (recommended)` : done;
}

function fateWords({ number, paper, done }: Fate): string {
  return /^(?:objection|report|r&r)/.test(paper) ? `${paper} ${done}` : `${done} (D.I. ${number})`;
}

/** Uses the court's own word: what a higher court affirms and what a judge adopts is not labeled granted. */
function doneWord(outcome: NonNullable<EntryReading['outcome']>, fates: readonly Fate[], text: string): string {
  if (/\bgrant/i.test(text) && outcome !== 'reversed') return outcome.toUpperCase();
  const isAffirmed = /\baffirm(?:ed|ing|s|ance)\b/i.test(text);
  if (outcome === 'granted in part' && isAffirmed) return 'AFFIRMED IN PART';
  if (outcome === 'reversed' && !/\brevers/i.test(text))
    return /\bremand/i.test(text) ? 'VACATED AND REMANDED' : 'VACATED';
  if (outcome !== 'granted') return outcome.toUpperCase();
  if (isAffirmed) return 'AFFIRMED';
  return fates[0]?.done ?? (/\badopt(?:ed|ing|s)\b/i.test(text) ? 'ADOPTED' : outcome.toUpperCase());
}

/** Nouns for types whose own name does not serve. '' for a type that readers do not look for. */
const nouns: Partial<Record<EntryType, string>> = {
  report: 'REPORT AND RECOMMENDATION',
  status: 'STATUS REPORT',
  other: '',
};

/** The title of an order to show cause. A cited or discharged order, or the hearing on one, does not match. */
const orderToShowCause = regex('i')`(?<!\b(?:motions?|applications?|requests?) for (?:an? )?|\d\]? |\b(?:vacat|discharg
  |dissolv|satisf|withdraw|quash)\w* (?:the |its |this |that )?)\border (?:(?!(?:re|on|order|motion|discharg
  |vacat)\w*\b)[\w.]+ ){0,10}?show cause\b(?! hearing)`;

/** A summons that is issued or asked for is served on nobody yet. */
const summonsIssued = /^\W*(?:\w+ )?summons(?:\(?es\)?)?(?: ?\([^()]*\))? (?:re-?)?issued\b/i;
const summonsAlone = regex('i')`^\W*(?:(?:second|third|amended|alias|proposed|praecipe for(?: a)?
  |request for(?: issuance of)?) )*summons(?:es)?\b(?![^]*(?<!\bto be )\b(?:served|executed|returned)\b)`;

/** A referral, a form for consent, or a judge who leaves assigns no judge. */
const assignsJudge = regex(
  'i',
)`^(?!.{0,80}\b(?:consent|impending|returned|procedures?)\b).*(?:(?<!\bno longer )\b(?:re)?
  assigned\b|\b(?:re)?assignment\b|\bassign judges\b|\bjudges?\b.{0,60}\badded\b|\bad(?:d|ded) (?:and terminate )?
  judges?\b|\bis so designated\b|\btransferred to judge\b)`;

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
  { type: 'order', noun: 'ORDER TO SHOW CAUSE', text: orderToShowCause },
  { type: 'order', noun: 'SCHEDULING ORDER', topic: 'scheduling' },
  { type: 'judgment', noun: 'ENTRY OF DEFAULT', text: /\bentry of default\b(?! judgment)/i },
  { type: 'judgment', noun: 'DEFAULT JUDGMENT', topic: 'default' },
  { type: 'judgment', noun: 'CONSENT JUDGMENT', text: /\bconsent (final )?judgment\b/i },
  { type: 'order', noun: 'MANDATE', text: /^\W*(\w+ ){0,2}mandate\b/i },
  { type: 'service', noun: 'NOT SERVED', text: /\bunexecuted\b/i },
  { type: 'service', noun: 'SUMMONS SERVED', text: /\b(summons returned|waiver of service)\b/i },
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
  const noun = finer !== undefined && isOnlySchedule ? finer.noun : (nouns[type] ?? type.toUpperCase());
  const isSet = type === 'hearing' && dates.some(({ what }) => what === 'hearing');
  if (isSet) return `${noun} SET`;
  return type === 'hearing' && vacatesHearing(text) ? `${noun} VACATED` : noun;
}

const inNouns: Partial<Record<EntryTopic, RegExp>> = {
  scheduling: /^(?:SCHEDULING ORDER|DEADLINES)$| SET$| VACATED$/,
  amendment: /^AMENDED COMPLAINT$/,
  default: /^(?:DEFAULT JUDGMENT|ENTRY OF DEFAULT)$/,
  'claim construction': /^MARKMAN/,
  trial: /^(?:TRIAL|VERDICT$)/,
  dismissal: /^DISMISSAL$/,
  infringement: /^(?:COMPLAINT|AMENDED COMPLAINT|REPORT TO PATENT OFFICE)$/,
  appeal: /APPEAL$|^MANDATE$/,
  stay: /^(?:SUGGESTION OF BANKRUPTCY|CASE STAYED)$/,
  discovery: /^DISCOVERY$/,
  representation: /^APPEARANCE$/,
  service: /^(?:SERVICE|SUMMONS(?: SERVED| ISSUED)?|NOT SERVED)$/,
  transfer: /^(?:NOTICE OF REMOVAL|CASE TRANSFERRED(?: OUT)?|CASE REMANDED)$/,
  judge: /^JUDGE ASSIGNED$/,
  settlement: /^NOTICE OF SETTLEMENT$/,
};

const phrases: Readonly<Record<EntryTopic, readonly [named: string, asked: string]>> = {
  dismissal: ['motion to dismiss', 'to dismiss'],
  'summary judgment': ['summary judgment', 'for summary judgment'],
  'judgment on the pleadings': ['judgment on the pleadings', 'for judgment on the pleadings'],
  default: ['default', 'for default'],
  'claim construction': ['claim construction', 'on claim construction'],
  injunction: ['injunction', 'for injunction'],
  discovery: ['discovery', 'about discovery'],
  extension: ['extension of time', 'for extension of time'],
  scheduling: ['schedule', 'about the schedule'],
  seal: ['sealing', 'to seal'],
  stay: ['stay', 'to stay'],
  transfer: ['transfer', 'to transfer'],
  class: ['class', 'about the class'],
  fees: ['fees and costs', 'for fees and costs'],
  'pro hac vice': ['pro hac vice', 'for pro hac vice'],
  representation: ['attorneys', 'about attorneys'],
  amendment: ['amendment', 'to amend'],
  joinder: ['joinder', 'about joinder'],
  reconsideration: ['reconsideration', 'for reconsideration'],
  expert: ['expert evidence', 'on expert evidence'],
  jurisdiction: ['jurisdiction', 'on jurisdiction'],
  strike: ['motion to strike', 'to strike'],
  service: ['service of process', 'about service'],
  'in forma pauperis': ['in forma pauperis', 'to proceed in forma pauperis'],
  settlement: ['settlement', 'about settlement'],
  trial: ['trial', 'about trial'],
  appeal: ['appeal', 'about appeal'],
  judge: ['judge', 'about the judge'],
  infringement: ['infringement', 'about infringement'],
  sanctions: ['sanctions', 'for sanctions'],
  'page limit': ['page limit', 'to exceed the page limit'],
  habeas: ['habeas corpus', 'for habeas corpus'],
  sentence: ['sentence', 'about the sentence'],
};

/** More exact words than those of the topic: a stay is lifted instead of imposed, a case remanded, not transferred. */
const exactWords: readonly { topic: EntryTopic; text: RegExp; words: readonly [named: string, asked: string] }[] = [
  { topic: 'stay', text: stayRelief, words: ['relief from stay', 'for relief from stay'] },
  { topic: 'transfer', text: /\bremand(?!\w* to (?:the )?(?:custody|usm))/i, words: ['remand', 'to remand'] },
  // A motion in limine may be about any evidence.
  { topic: 'expert', text: /\bin limine\b/i, words: ['motion in limine', 'in limine'] },
  { topic: 'reconsideration', text: /\bnew trial\b/i, words: ['new trial', 'for a new trial'] },
  {
    topic: 'reconsideration',
    text: /\b(?:judgment as a matter of law|jmol)\b/i,
    words: ['judgment as a matter of law', 'for judgment as a matter of law'],
  },
  {
    topic: 'reconsideration',
    text: /\b(?:reopen|reinstat)\w* (?:(?:chapter \d+|the|this|adversary) )*(?:case|proceeding|appeal)/i,
    words: ['reopening', 'to reopen'],
  },
];

function named(topic: EntryTopic, type: EntryType, text: string): string {
  const [noun, asked] = exactWords.find((one) => one.topic === topic && one.text.test(text))?.words ?? phrases[topic];
  if (type === 'motion') return asked;
  return topic === 'dismissal' && !/\bto dismiss\b/i.test(text) ? 'dismissal' : noun;
}
