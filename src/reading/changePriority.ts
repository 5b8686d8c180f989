import { cleanText } from '../base/words/cleanText.ts';
import { redline } from '../base/words/redline.ts';
import { courtsToday } from '../records/courts.ts';
import type { ChangeDraft, ChangeKind, FieldChange } from '../records/diff/change.ts';
import type { Entry, EntryReading } from '../records/docket.ts';
import { type BriefRecord, titleOf } from '../records/record.ts';
import { entryLabel, paperNamed } from './entryLabel.ts';
import {
  type EntryReason,
  editPriority,
  entryPriority,
  entryReason,
  isImportantTo,
  type Priority,
  type ReportFilter,
  takenByEdit,
  vacatesHearing,
} from './entryPriority.ts';
import { daysBeside, editedDays, readEntry } from './readEntry.ts';
import { regex } from './rule.ts';

const routineKinds: ReadonlySet<ChangeKind> = new Set(['entry.new', 'entry.updated', 'entry.backfill']);

export interface PrioritisedChange extends Pick<ChangeDraft, 'kind' | 'entry' | 'fields' | 'note'> {
  readonly watches: readonly string[];
  readonly record: BriefRecord;
  readonly reading?: EntryReading | undefined;
  /** ISO time of the check that found the change. Days before it are over; if absent, those before the filing are. */
  readonly detectedAt?: string | undefined;
  readonly alike?: { readonly likeness: number; readonly reviewed?: string | undefined } | null | undefined;
  readonly joined?: object | undefined;
}

/** `decided`: the time to appeal may be running. `not shown`: the service counts more entries than it showed. */
export type ActReason =
  | EntryReason
  | 'important'
  | 'new case'
  | 'joined'
  | 'reopened'
  | 'not shown'
  | 'litigation'
  | 'alike';

interface Preferences {
  readonly id: string;
  readonly report?: ReportFilter | undefined;
  readonly important?: readonly string[] | undefined;
  readonly mute?: readonly string[] | undefined;
}

export interface Prioritised {
  readonly priority: Priority;
  readonly reason?: ActReason | undefined;
  readonly important?: boolean | undefined;
  /** What the entry is, in a few words: `ORDER · motion to dismiss DENIED`. '' if nothing useful can be said. */
  readonly label: string;
  /** For an edited entry: the reading of the added words, and the dates that the edit added. */
  readonly reading: EntryReading | undefined;
  readonly unshown: boolean; // True if every concerned watch mutes the change. The change is then counted, not shown.
}

/** Assigns a priority. `important` of a watch beats every rule; `mute` counts only if every concerned watch has it. */
export function prioritise(change: PrioritisedChange, watches: readonly Preferences[]): Prioritised {
  const concerned = watches.filter((watch) => change.watches.includes(watch.id));
  const text = searchedText(change);
  const says = (wanted: readonly string[] | undefined) =>
    wanted?.some((one) => one === change.kind || containsWord(text, one)) ?? false;
  const { entry } = change;
  const read = entry === undefined ? byKind(change) : byText(change, entry);
  const { reading } = read;
  const isImportant = concerned.some(
    (watch) => says(watch.important) || (reading !== undefined && isImportantTo(watch.report, reading)),
  );
  if (isImportant) {
    const label = read.label || 'IMPORTANT';
    return { ...read, priority: 'act', reason: 'important', important: true, label, unshown: false };
  }
  return { ...read, unshown: concerned.length > 0 && concerned.every((watch) => says(watch.mute)) };
}

type Read = Omit<Prioritised, 'unshown'>;

function byKind(change: PrioritisedChange): Read {
  const reason = kindReason(change);
  const priority = reason !== undefined ? 'act' : routineKinds.has(change.kind) ? 'routine' : 'read';
  return { priority, reason, label: '', reading: undefined };
}

const veryAlike = 0.8;

function asksToCompare({ likeness, reviewed }: NonNullable<PrioritisedChange['alike']>): boolean {
  return reviewed === 'ask counsel' || (reviewed === undefined && likeness >= veryAlike);
}

function kindReason({ kind, fields, alike, note, joined }: PrioritisedChange): ActReason | undefined {
  switch (kind) {
    case 'docket.new':
      if (joined !== undefined) return 'joined';
      // An old case that only became visible requires no action.
      return note?.startsWith('newly visible') ? undefined : 'new case';
    case 'docket.status':
      return fields.some(isReopening) ? 'reopened' : undefined;
    case 'entry.unseen':
      return 'not shown';
    case 'design.new':
    case 'design.alike':
      return alike && asksToCompare(alike) ? 'alike' : undefined;
    case 'design.litigation':
      return newCasesAbout({ fields }) > 0 ? 'litigation' : undefined;
    default:
      return undefined;
  }
}

/** True if the docket now has a date of termination. */
export function isEnding({ field, before, after }: FieldChange): boolean {
  return field === 'dateTerminated' && !before && Boolean(after);
}

export function isReopening({ field, before, after }: FieldChange): boolean {
  if (field === 'dateTerminated') return Boolean(before) && !after;
  return field === 'status' && /^terminated$/i.test(String(before)) && !/^terminated$/i.test(String(after));
}

/** Returns how many cases about a design appeared with a change of its litigation. */
export function newCasesAbout({ fields }: Pick<PrioritisedChange, 'fields'>): number {
  return fields.reduce((sum, { before, after }) => sum + Math.max(0, sizeOf(after) - sizeOf(before)), 0);
}

function sizeOf(value: FieldChange['after']): number {
  return Array.isArray(value) ? value.length : Number(value !== null && value !== '');
}

function countedFrom({ detectedAt }: PrioritisedChange, { dateFiled }: Entry): string {
  const seen = detectedAt === undefined ? '' : courtsToday(new Date(detectedAt));
  return seen > dateFiled ? seen : dateFiled;
}

function byText(change: PrioritisedChange, entry: Entry): Read {
  const from = countedFrom(change, entry);
  if (change.kind === 'entry.updated') return byEdit(change, entry, from);
  const text = cleanText(entry.description);
  const reading = change.reading ?? readEntry(text, entry.dateFiled);
  const read = ofEntry(entryPriority(reading, text, from), reading, text, from);
  const label = entryLabel(reading, text);
  return read.reason === 'decided' && agreed.test(text) ? { priority: 'read', reading, label } : { ...read, label };
}

/** Decisions to which the parties agreed. They are not appealed, so nobody needs to act. */
const agreed = regex('i')`^\W*(?:(?:[a-z]+ ){0,3}(?:stipulat|agreed|consent|voluntary)
  |(?:(?:so ordered|order|granting|re|joint)\b[\W\d]*)+stipulation)`;

function ofEntry(priority: Priority, reading: EntryReading, text: string, from: string): Omit<Read, 'label'> {
  return { priority, reason: priority === 'act' ? (entryReason(reading, text, from) ?? 'due') : undefined, reading };
}

function byEdit({ fields }: PrioritisedChange, entry: Entry, from: string): Read {
  const edit = fields.find((field) => field.field === 'description');
  if (typeof edit?.before !== 'string') return { priority: 'routine', label: '', reading: undefined };
  const [before, after] = [cleanText(edit.before), cleanText(String(edit.after ?? ''))];
  const pieces = redline(before, after);
  const added = pieces.filter((piece) => piece.mark === 'added').map((piece) => piece.text);
  const days = editedDays(before, after, entry.dateFiled);
  const ofAdded = readEntry(added.join(' '), entry.dateFiled);
  const reading = { ...ofAdded, dates: [...days.added, ...daysBeside(days.added, ofAdded.dates)] };
  const taken = takenByEdit.exec(added.join(' '))?.[0];
  const [was, is] = [readEntry(before, entry.dateFiled), readEntry(after, entry.dateFiled)];
  if (taken === undefined && is.outcome !== null && is.outcome !== was.outcome) {
    const ruled = { ...is, dates: reading.dates };
    const label = `RULING CHANGED: ${entryLabel(is, after).split(' · ').at(-1)}`;
    return { ...ofEntry(entryPriority(ruled, after, from), ruled, after, from), label };
  }
  const isReworded = pieces.some(({ mark }) => mark === 'removed');
  if (taken === undefined && isReworded && (is.type === 'judgment' || is.type === 'verdict')) {
    return { priority: 'read', label: `${is.type.toUpperCase()} EDITED`, reading: { ...is, dates: reading.dates } };
  }
  const priority = editPriority(added.join(' '), reading, from);
  const takenWords = taken && `${paperNamed(before)} ${taken.toUpperCase()}`;
  const label = vacatesHearing(added.join(' ')) ? 'HEARING VACATED' : (takenWords ?? days.label);
  return { ...ofEntry(priority, reading, added.join(' '), from), label };
}

/** Kinds that an `urgent` watch reports at once, in addition to every change of priority `act`. */
const atOnce: ReadonlySet<ChangeKind> = new Set(['docket.new', 'docket.status', 'design.new', 'design.status']);

/** True if an `urgent` watch reports the change at once, without waiting for the channel's digest. */
export function isAtOnce({ kind }: Pick<PrioritisedChange, 'kind'>, { priority, reading }: Prioritised): boolean {
  if (priority === 'act' || atOnce.has(kind)) return true;
  if (reading === undefined) return false;
  const ends = reading.type === 'dismissal' || reading.type === 'judgment' || reading.outcome === 'dismissed';
  return ends || (reading.dates.length > 0 && reading.type !== 'transcript');
}

/** An entry is searched in its own text and note, any other change in the record's title, names and note. */
function searchedText(change: PrioritisedChange): string {
  const shown = change.entry ? [change.entry.description] : [titleOf(change.record), ...namesIn(change.record)];
  return [...shown, change.note ?? ''].map(cleanText).join('\n').toLowerCase();
}

function namesIn(record: BriefRecord): readonly string[] {
  return (record.type === 'docket' ? record.parties : record.holders) ?? [];
}

function containsWord(text: string, word: string): boolean {
  const wanted = cleanText(word).toLowerCase();
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + wanted.length);
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
