import type { EntryReading, EntryTopic, EntryType } from './entryReading.ts';
import { type Fate, fatesOf } from './outcomes/fates.ts';
import { partDismissed } from './outcomes/partDismissed.ts';
import { staysCase, transferOut } from './phase.ts';

/**
 * A reading in a few words, as a litigator would file it: `ORDER · motion to dismiss DENIED`, `OPPOSITION · motion to
 * dismiss`,
 * `ANSWER + COUNTERCLAIM`, `SCHEDULING ORDER`. '' for an entry that is nothing in particular.
 */
export function entryLabel(reading: EntryReading, text: string): string {
  const { type, outcome } = reading;
  const noun = nounOf(reading, text);
  if (noun === '') return '';
  const subject = reading.about.filter((topic) => !inNouns[topic]?.test(noun)).slice(0, mostTopics);
  const part = partDismissed(reading, text);
  if (outcome === 'dismissed' && (subject[0] === 'dismissal' || part !== ''))
    return `${noun} · ${part || 'case'} DISMISSED`;
  if (type === 'dismissal' && part !== '') return `${noun} of ${part}`;
  if (outcome === null && staysCase(reading, text)) return `${noun} · case STAYED`;
  const words = subject.map((topic) => (type === 'motion' ? phrases[topic][1] : named(topic, text)));
  const about = part === '' ? words.join(' + ') : `${words.join(' + ')} (${part})`;
  const tail = [about, decidedWords(reading, text)].filter(Boolean).join(' ');
  if (tail === '') return noun;
  return type === 'motion' ? `${noun} ${tail}` : `${noun} · ${tail}`;
}

/** More would make a label too long. */
const mostTopics = 2;
const mostFates = 4;

/** `DENIED`; of several papers the fate of each: `DENIED (D.I. 88), GRANTED (D.I. 90)`. '' where nothing is decided. */
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

/** The court's own word for it: what a higher court affirms and what a judge adopts is not called granted. */
function doneWord(outcome: NonNullable<EntryReading['outcome']>, fates: readonly Fate[], text: string): string {
  if (outcome !== 'granted' || /\bgrant/i.test(text)) return outcome.toUpperCase();
  if (/\baffirm(?:ed|ing|s|ance)\b/i.test(text)) return 'AFFIRMED';
  return fates[0]?.done ?? (/\badopt(?:ed|ing|s)\b/i.test(text) ? 'ADOPTED' : outcome.toUpperCase());
}

/** What each type is called, where not by its own name. '' where the type says nothing that a reader would look for. */
const nouns: Partial<Record<EntryType, string>> = {
  report: 'REPORT AND RECOMMENDATION',
  status: 'STATUS REPORT',
  other: '',
};

/** Nouns that say more than the type. The first line whose words stand in the text, or whose topic fits, decides. */
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
  { type: 'order', noun: 'ORDER TO SHOW CAUSE', text: /\border to show cause\b/i },
  { type: 'order', noun: 'SCHEDULING ORDER', topic: 'scheduling' },
  { type: 'judgment', noun: 'ENTRY OF DEFAULT', text: /\bentry of default\b(?! judgment)/i },
  { type: 'judgment', noun: 'DEFAULT JUDGMENT', topic: 'default' },
  { type: 'judgment', noun: 'CONSENT JUDGMENT', text: /\bconsent (final )?judgment\b/i },
  { type: 'order', noun: 'MANDATE', text: /^\W*(\w+ ){0,2}mandate\b/i },
  { type: 'service', noun: 'NOT SERVED', text: /\bunexecuted\b/i },
  { type: 'service', noun: 'SUMMONS SERVED', text: /\b(summons returned|waiver of service)\b/i },
  { type: 'notice', noun: 'SUGGESTION OF BANKRUPTCY', text: /\bsuggestion of bankruptcy\b/i },
  // Form AO 120, with which a court tells the patent office of a case: nobody reports to the court.
  { type: 'status', noun: 'REPORT TO PATENT OFFICE', text: /^\W*report\b[^.]{0,60}\bcommissioner\b/i },
  { type: 'hearing', noun: 'MARKMAN HEARING', topic: 'claim construction' },
  { type: 'hearing', noun: 'TRIAL', text: /\b(jury|bench) trial\b/i },
  { type: 'clerk', noun: 'JUDGE ASSIGNED', topic: 'judge' },
  { type: 'clerk', noun: 'CASE TRANSFERRED OUT', text: transferOut },
  { type: 'clerk', noun: 'CASE TRANSFERRED', topic: 'transfer' },
  { type: 'clerk', noun: 'DEADLINES', topic: 'scheduling' },
  { type: 'appeal', noun: 'NOTICE OF APPEAL', text: /^\W*notice of (\w+ )?appeal\b/i },
];

function nounOf({ type, about, outcome, dates }: EntryReading, text: string): string {
  const finer = finerNouns.find(
    (one) =>
      one.type === type && (one.text?.test(text) ?? true) && (one.topic === undefined || about.includes(one.topic)),
  );
  // An order that decides is labelled by its decision; its dates are shown beside it.
  const isOnlySchedule = finer?.noun !== 'SCHEDULING ORDER' || (outcome === null && about[0] === 'scheduling');
  const noun = finer !== undefined && isOnlySchedule ? finer.noun : (nouns[type] ?? type.toUpperCase());
  const isSet = type === 'hearing' && dates.some(({ what }) => what === 'hearing');
  if (isSet) return `${noun} SET`;
  return type === 'hearing' && vacatesHearing.test(text) ? `${noun} VACATED` : noun;
}

const occasion = String.raw`(?:hearings?|conferences?|trial|arguments?)\b`;
const vacatesHearing = new RegExp(
  String.raw`\b(?:vacating|vacates|cancell?ing|cancels|striking) (?:the )?(?:[\w'-]+ ){0,6}?${occasion}` +
    String.raw`|\b${occasion}[^.;]{0,80}\b(?:vacated|cancell?ed|stricken)\b`,
  'i',
);

/** The nouns that name a topic already. */
const inNouns: Partial<Record<EntryTopic, RegExp>> = {
  scheduling: /^(?:SCHEDULING ORDER|DEADLINES)$| SET$| VACATED$/,
  amendment: /^AMENDED COMPLAINT$/,
  default: /^(?:DEFAULT JUDGMENT|ENTRY OF DEFAULT)$/,
  'claim construction': /^MARKMAN/,
  trial: /^(?:TRIAL|VERDICT$)/,
  dismissal: /^DISMISSAL$/,
  infringement: /^(?:COMPLAINT|AMENDED COMPLAINT|REPORT TO PATENT OFFICE)$/,
  appeal: /APPEAL$|^MANDATE$/,
  stay: /^SUGGESTION OF BANKRUPTCY$/,
  discovery: /^DISCOVERY$/,
  representation: /^APPEARANCE$/,
  service: /^(?:SERVICE|SUMMONS SERVED|NOT SERVED)$/,
  transfer: /^(?:NOTICE OF REMOVAL|CASE TRANSFERRED(?: OUT)?)$/,
  judge: /^JUDGE ASSIGNED$/,
};

/** Each topic as a paper about it is called, and as what a motion asks for: `to dismiss`, `for summary judgment`. */
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

function named(topic: EntryTopic, text: string): string {
  return topic === 'dismissal' && !/\bto dismiss\b/i.test(text) ? 'dismissal' : phrases[topic][0];
}
