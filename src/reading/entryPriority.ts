import { dayMs } from '../time.ts';
import type { EntryDate, EntryReading, EntryTopic, EntryType } from './entryReading.ts';

/** How much an item matters to its reader: something to do, something to read, or something to file. */
export type Priority = 'act' | 'read' | 'routine';

/** act before read before routine. */
export function priorityOrder(priority: Priority): number {
  return { act: 0, read: 1, routine: 2 }[priority];
}

/** Types of entry that are only to be filed; the others are to be read, and only what asks somebody to act is more. */
const routine: ReadonlySet<EntryType> = new Set([
  'evidence',
  'transcript',
  'status',
  'discovery',
  'appearance',
  'service',
  'disclosure',
  'letter',
  'notice',
  'clerk',
  'fee',
  'other',
]);

/**
 * Why an entry asks somebody to act: a day to keep is near, the court decided the case and the time to object or appeal
 * runs, or an injunction is asked for or granted.
 */
export type EntryReason = 'due' | 'decided' | 'injunction';

/**
 * Days from the filing, or from when it was seen, in which a date is near enough to be acted on; later ones are for the
 * calendar.
 */
export const nearDays = 30;

/** Papers by which a party asks for a day: nobody has set it. */
const asking: ReadonlySet<EntryType> = new Set(['motion', 'stipulation', 'letter', 'brief', 'response', 'reply']);

/**
 * Why an entry is to be acted on; undefined where it is only to be read or filed.
 * @param from ISO day from which its days count: that of its filing, or a later one on which it was seen; '' where
 * unknown
 */
export function entryReason({ type, about, outcome, dates }: EntryReading, from: string): EntryReason | undefined {
  // The redaction dates of a transcript are no deadlines of the case, and a day that is only asked for may never be
  // set.
  const setsDays = type !== 'transcript' && !(asking.has(type) && about.includes('extension'));
  if (setsDays && dates.some((date) => isNear(date, from))) return 'due';
  if (endsByCourt({ type, about, outcome })) return 'decided';
  const asksOrGrants = type === 'motion' || ((type === 'order' || type === 'report') && outcome !== 'denied');
  return about.includes('injunction') && asksOrGrants && outcome !== 'moot' ? 'injunction' : undefined;
}

/** Whether the court, not the parties, decided the case: the time to appeal runs. */
function endsByCourt({ type, about, outcome }: Pick<EntryReading, 'type' | 'about' | 'outcome'>): boolean {
  if (type === 'verdict') return true;
  if (type === 'judgment') return outcome !== 'denied';
  return type === 'order' && (outcome === 'dismissed' || (outcome === 'granted' && about.includes('dismissal')));
}

function isNear(date: EntryDate, from: string): boolean {
  if (!('date' in date)) return date.days <= nearDays;
  const days = (Date.parse(date.date) - Date.parse(from.slice(0, 10))) / dayMs;
  return Number.isNaN(days) || (days >= 0 && days <= nearDays);
}

/**
 * The priority of an entry.
 * @param from as for `entryReason`
 */
export function entryPriority(reading: EntryReading, from: string): Priority {
  if (entryReason(reading, from) !== undefined) return 'act';
  const { type, dates, about } = reading;
  const says = (dates.length > 0 && type !== 'transcript') || about.includes('injunction');
  return says || !routine.has(type) ? 'read' : 'routine';
}

/** Notes by which a clerk takes an entry back. */
const takenBack = /\b(stricken|vacated|withdrawn|entered in error|filed in error|terminated|set aside)\b/i;

/**
 * The priority of an edit of an entry: what was added counts, not what the entry was about.
 * @param added the words that were added
 * @param reading of these words alone
 * @param from as for `entryReason`
 */
export function editPriority(added: string, reading: EntryReading, from: string): Priority {
  if (entryReason({ ...reading, type: 'order', about: [], outcome: null }, from) === 'due') return 'act';
  return takenBack.test(added) || reading.outcome !== null || reading.dates.length > 0 ? 'read' : 'routine';
}

/** Which entries matter to the readers of a watch: `report:` in watches.yaml. An absent list allows everything. */
export interface ReportFilter {
  /** Types to report; together with `about`, either is enough. */
  readonly entries?: readonly EntryType[] | undefined;
  readonly about?: readonly EntryTopic[] | undefined;
  /** Types and topics never to report. */
  readonly exclude?: readonly (EntryType | EntryTopic)[] | undefined;
  /** Types and topics to put first, as something to do. */
  readonly important?: readonly (EntryType | EntryTopic)[] | undefined;
}

/** Why a filter leaves an entry out: `report.exclude: transcript`; undefined where it is reported. */
export function filteredOutBy(filter: ReportFilter | undefined, reading: EntryReading): string | undefined {
  if (filter === undefined) return undefined;
  const excluded = filter.exclude?.find((one) => isOne(reading, one));
  if (excluded !== undefined) return `report.exclude: ${excluded}`;
  const { entries, about } = filter;
  if (entries === undefined && about === undefined) return undefined;
  const isWanted = entries?.includes(reading.type) || about?.some((topic) => reading.about.includes(topic));
  if (isWanted) return undefined;
  const what = reading.about.length === 0 ? reading.type : `${reading.type} about ${reading.about.join(', ')}`;
  return `${entries === undefined ? 'report.about' : 'report.entries'} does not name it: ${what}`;
}

export function isImportantTo(filter: ReportFilter | undefined, reading: EntryReading): boolean {
  return filter?.important?.some((one) => isOne(reading, one)) ?? false;
}

function isOne({ type, about }: EntryReading, wanted: EntryType | EntryTopic): boolean {
  return type === wanted || about.some((topic) => topic === wanted);
}
