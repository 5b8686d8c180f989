import type { EntryTopic, EntryType } from '../entryReading.ts';

export interface TopicRead {
  readonly topic: EntryTopic;
  readonly rule: string;
}

/** What the topics depend on in the rest of the reading. */
export interface KnownOfEntry {
  readonly type: EntryType;
  readonly typeRule: string;
  readonly head: string;
  readonly decided: boolean;
  /** It says what became of a motion, other than that it was withdrawn. */
  readonly rulesOnMotion: boolean;
  readonly setsHearing: boolean;
  /** It takes a day in court off the calendar. */
  readonly unsetsHearing: boolean;
  readonly setsDays: boolean;
  /** Days of the calendar, not only days counted from the entry. */
  readonly setsDates: boolean;
  readonly dismissedOnAppeal: boolean;
  /** Minutes that set one of these days. */
  readonly setsInBody: 'sentence' | 'trial' | undefined;
}

/**
 * Topics whose words cover the rest of their clause: "extension of time to file a motion to dismiss" is no dismissal.
 */
export const swallowing: ReadonlySet<string> = new Set<EntryTopic>([
  'extension',
  'joinder',
  'page limit',
  'pro hac vice',
]);

/** A listed type can be about these topics only; the other types can be about anything. */
const only: Partial<Record<EntryType, readonly EntryTopic[]>> = {
  complaint: ['transfer', 'habeas', 'class', 'appeal', 'infringement', 'amendment', 'sentence'],
  answer: ['amendment'],
  transcript: [],
  fee: [],
  disclosure: ['infringement', 'fees', 'seal'],
  appearance: ['pro hac vice', 'representation'],
  service: ['service'],
  verdict: ['trial'],
  appeal: ['appeal', 'class', 'in forma pauperis', 'seal', 'habeas'],
  clerk: [
    'scheduling',
    'judge',
    'representation',
    'pro hac vice',
    'appeal',
    'transfer',
    'joinder',
    'discovery',
    'in forma pauperis',
    'amendment',
    'service',
    'settlement',
    'seal',
  ],
  other: [
    'seal',
    'sentence',
    'fees',
    'habeas',
    'trial',
    'discovery',
    'in forma pauperis',
    'infringement',
    'settlement',
    'judge',
  ],
  report: [
    'dismissal',
    'summary judgment',
    'judgment on the pleadings',
    'default',
    'claim construction',
    'injunction',
    'habeas',
    'class',
    'fees',
    'jurisdiction',
    'transfer',
    'in forma pauperis',
    'sanctions',
    'settlement',
    'sentence',
    'expert',
    'strike',
    'amendment',
    'stay',
    'reconsideration',
    'joinder',
  ],
};

// Notes about mailings, deficiencies and closed dockets name other papers only to identify them.
export const housekeeping = new RegExp(
  String.raw`^case opened|^closed|\b(?:bnc|mailing|deficien\w*|missing|incomplete|correct(?:ion|ive|ing)` +
    "|closed|previous dismissal|clerk'?s evidence|presumption|course|submission|error|mail sent" +
    String.raw`|mail returned|to file conventionally|placed in file|court deleted|being considered|defective)\b`,
);

export function mayBeAbout({ type, head }: KnownOfEntry, topic: EntryTopic): boolean {
  if ((type === 'hearing' || type === 'letter') && topic === 'extension') return false;
  if (type === 'clerk' && housekeeping.test(head) && !/^(?:re)?set\b/.test(head)) return false;
  // A trustee's report on a dismissed case is about its money.
  if (type === 'status' && topic === 'dismissal') return false;
  return only[type]?.includes(topic) ?? true;
}
