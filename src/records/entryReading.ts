/** Types of filings and events. docs/reading.md explains each. */
// biome-ignore format: a list of words
export const entryTypes = [
  'complaint', 'answer', 'motion', 'response', 'reply', 'brief', 'evidence', 'order', 'judgment', 'report', 'hearing',
  'verdict', 'transcript', 'stipulation', 'dismissal', 'appeal', 'status', 'discovery', 'appearance', 'service',
  'disclosure', 'letter', 'notice', 'clerk', 'fee', 'other',
] as const;

// biome-ignore format: a list of words
export const entryTopics = [
  'dismissal', 'summary judgment', 'judgment on the pleadings', 'default', 'claim construction', 'injunction',
  'discovery', 'extension', 'scheduling', 'seal', 'stay', 'transfer', 'class', 'fees', 'pro hac vice',
  'representation', 'amendment', 'joinder', 'reconsideration', 'expert', 'jurisdiction', 'strike', 'service',
  'in forma pauperis', 'settlement', 'trial', 'appeal', 'judge', 'infringement', 'sanctions', 'page limit', 'habeas',
  'sentence',
] as const;

// biome-ignore format: a list of words
export const entryOutcomes = [
  'granted', 'denied', 'granted in part', 'moot', 'withdrawn', 'deferred', 'dismissed', 'reversed',
] as const;

export type EntryType = (typeof entryTypes)[number];
export type EntryTopic = (typeof entryTopics)[number];
export type EntryOutcome = (typeof entryOutcomes)[number];
export type DayKind = 'hearing' | 'deadline';

/** A day that the text sets: `date` (ISO), or `days` when the text only counts from its own entry. */
export type EntryDate =
  | { readonly date: string; readonly time?: string; readonly what: DayKind; readonly words: string }
  | { readonly days: number; readonly time?: string; readonly what: DayKind; readonly words: string };

export interface EntryReading {
  readonly type: EntryType;
  readonly about: readonly EntryTopic[];
  readonly outcome: EntryOutcome | null;
  readonly refersTo: readonly string[]; // Document numbers as printed, each once.
  readonly dates: readonly EntryDate[];
}
