import { entryLabel } from '../reading/entryLabel.ts';
import { editPriority, entryPriority, type Priority } from '../reading/entryPriority.ts';
import type { EntryReading } from '../reading/entryReading.ts';
import { daysBeside, editedDays, readEntry } from '../reading/readEntry.ts';
import { isImportantTo, type ReportFilter } from '../reading/reportFilter.ts';
import type { Entry } from '../records/docket.ts';
import { type BriefRecord, titleOf } from '../records/record.ts';
import { cleanText } from '../words/cleanText.ts';
import { redline } from '../words/redline.ts';
import type { ChangeKind, FieldChange } from './change.ts';

/** The priority of each kind of change; that of an entry depends on its text. */
const kindPriorities: Readonly<Record<ChangeKind, Priority>> = {
  'docket.new': 'act',
  'docket.status': 'act',
  'docket.updated': 'read',
  'entry.new': 'routine',
  'entry.updated': 'routine',
  'entry.unseen': 'act',
  'entry.backfill': 'routine',
  'docket.gone': 'read',
  'docket.back': 'read',
  'design.new': 'act',
  'design.status': 'act',
  'design.updated': 'read',
  'design.renewed': 'read',
  'design.litigation': 'act',
  'design.gone': 'read',
  'design.back': 'read',
};

/** What decides how much a change matters. */
export interface PrioritisedChange {
  readonly kind: ChangeKind;
  /** The ids of the watches that it concerns. */
  readonly watches: readonly string[];
  readonly record: BriefRecord;
  readonly entry?: Entry | undefined;
  readonly reading?: EntryReading | undefined;
  readonly fields: readonly FieldChange[];
  readonly note?: string | undefined;
}

/** What the readers of a watch want put first, or only counted: kinds of change, or words. */
interface Preferences {
  readonly id: string;
  readonly report?: ReportFilter | undefined;
  readonly important?: readonly string[] | undefined;
  readonly mute?: readonly string[] | undefined;
}

export interface Prioritised {
  readonly priority: Priority;
  /** A watch says so, which beats every rule. */
  readonly important?: boolean | undefined;
  /** What an entry is, in a few words: `ORDER · motion to dismiss DENIED`; '' where there is nothing to say. */
  readonly label: string;
  /** What the text of the entry says; of an edited one, what was added, and the days that it names now and did not before. */
  readonly reading: EntryReading | undefined;
  /** Every watch that it concerns mutes it: it is counted, not shown. */
  readonly unshown: boolean;
}

/**
 * How much a change matters to the reader of these watches. A watch's `important` beats every rule; its `mute` holds only where no
 * other watch that the change concerns wants it.
 */
export function prioritise(change: PrioritisedChange, watches: readonly Preferences[]): Prioritised {
  const concerned = watches.filter((watch) => change.watches.includes(watch.id));
  const text = searchedText(change);
  const says = (wanted: readonly string[] | undefined) =>
    wanted?.some((one) => one === change.kind || containsWord(text, one)) ?? false;
  const { entry } = change;
  const read = entry === undefined ? byKind(change.kind) : byText(change, entry);
  const { reading } = read;
  const isImportant = concerned.some(
    (watch) => says(watch.important) || (reading !== undefined && isImportantTo(watch.report, reading)),
  );
  if (isImportant) {
    return { ...read, priority: 'act', important: true, label: read.label || 'IMPORTANT', unshown: false };
  }
  return { ...read, unshown: concerned.length > 0 && concerned.every((watch) => says(watch.mute)) };
}

type Read = Omit<Prioritised, 'unshown'>;

function byKind(kind: ChangeKind): Read {
  return { priority: kindPriorities[kind], label: '', reading: undefined };
}

function byText(change: PrioritisedChange, entry: Entry): Read {
  if (change.kind === 'entry.updated') return byEdit(change, entry);
  const text = cleanText(entry.description);
  const reading = change.reading ?? readEntry(text, entry.dateFiled);
  return { priority: entryPriority(reading), label: entryLabel(reading, text), reading };
}

/** The priority of an edit is that of what was added, not of the entry; its label is a clerk's note that takes the entry back, or that its days moved. */
function byEdit({ fields }: PrioritisedChange, entry: Entry): Read {
  const edit = fields.find((field) => field.field === 'description');
  if (typeof edit?.before !== 'string') return { priority: 'routine', label: '', reading: undefined };
  const [before, after] = [cleanText(edit.before), cleanText(String(edit.after ?? ''))];
  const pieces = redline(before, after);
  const added = pieces.filter((piece) => piece.mark === 'added').map((piece) => piece.text);
  const days = editedDays(before, after, entry.dateFiled);
  const ofAdded = readEntry(added.join(' '), entry.dateFiled);
  const reading = { ...ofAdded, dates: [...days.added, ...daysBeside(days.added, ofAdded.dates)] };
  const takenBack = /\b(stricken|vacated|withdrawn|entered in error|filed in error)\b/i.exec(added.join(' '))?.[0];
  return { priority: editPriority(added.join(' '), reading), label: takenBack?.toUpperCase() ?? days.label, reading };
}

/** An entry is searched by its own text, anything else by what the record is called. */
function searchedText(change: PrioritisedChange): string {
  const shown = change.entry ? [change.entry.description] : [titleOf(change.record), ...namesIn(change.record)];
  return [...shown, change.note ?? ''].map(cleanText).join('\n').toLowerCase();
}

function namesIn(record: BriefRecord): readonly string[] {
  return (record.type === 'docket' ? record.parties : record.holders) ?? [];
}

/** Whether `word` stands in `text` as a word of its own, whatever its case. */
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
