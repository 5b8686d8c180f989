import { daysAfter, isDay } from '../../base/time.ts';
import type { Entry } from '../docket.ts';
import { type BriefRecord, filedOn } from '../record.ts';
import type { ChangeDraft, FieldChange } from './change.ts';
import { enteredOn, type StoredEntry } from './comparableEntry.ts';

/** The service may show an entry some days after the court. Up to this many days later, the entry counts as new. */
const graceDays = 3;
/** This many old entries at once mean that the source changed. Fewer are reported one by one. */
const leastBurst = 3;
/** This many entries after the newest known one, most dated `gapDays` before the last check, make one report. */
const leastGap = 25;
const gapDays = 7;

export interface LateEntries {
  readonly oneByOne: readonly Entry[];
  readonly together: readonly Entry[];
  readonly old: ReadonlySet<Entry>;
}

export function docketedOn(entry: Entry): string | undefined {
  const entered = enteredOn(entry.description);
  if (entered !== undefined && entered > entry.dateFiled) return entered;
  return isDay(entry.dateFiled) ? entry.dateFiled : entered;
}

/** Returns the newest day of the stored entries, at most the day of the last check, because years can be mistyped. */
function newestKnownDay(stored: readonly StoredEntry[], lastCheckedOn: string): string {
  let newest = '';
  for (const { entry } of stored) {
    const day = docketedOn(entry);
    if (day !== undefined && day > newest && day <= lastCheckedOn) newest = day;
  }
  return newest || lastCheckedOn;
}

const longNumber = /^\d{1,9}$/;

/** Returns 0 without any number. Numbers of ten or more digits are document ids, not positions. */
function highestNumber(stored: readonly StoredEntry[]): number {
  let highest = 0;
  for (const { entry } of stored) {
    if (longNumber.test(entry.documentNumber)) highest = Math.max(highest, Number(entry.documentNumber));
  }
  return highest;
}

const cameBefore = (entry: Entry, limit: string): boolean => (docketedOn(entry) ?? limit) < limit;

function findGap(entries: readonly Entry[], limit: string): readonly Entry[] {
  const late = entries.filter((entry) => cameBefore(entry, limit));
  return entries.length >= leastGap && late.length * 2 > entries.length ? late : [];
}

export interface LastKnown {
  readonly stored: readonly StoredEntry[];
  readonly lastCheckedOn: string;
  /** Whether the total, which has not risen, included all unknown entries, because we had seen only a window. */
  readonly countedBefore: boolean;
}

/** Old entries were docketed before the newest known entry and some days before the last check. */
export function sortLateEntries(unknown: readonly Entry[], known: LastKnown): LateEntries {
  if (unknown.length === 0) return { oneByOne: [], together: [], old: new Set() };
  const { stored, lastCheckedOn } = known;
  const newest = newestKnownDay(stored, lastCheckedOn);
  const highest = stored.length === 0 ? Number.POSITIVE_INFINITY : highestNumber(stored);
  const isNumberedLater = ({ documentNumber, description }: Entry): boolean =>
    longNumber.test(documentNumber) && Number(documentNumber) > highest && enteredOn(description) === undefined;
  const cameEarlier = (limit: string): Entry[] =>
    unknown.filter((entry) => cameBefore(entry, limit) && !isNumberedLater(entry));

  const graceStart = daysAfter(lastCheckedOn, -graceDays);
  const old = new Set(cameEarlier(newest < graceStart ? newest : graceStart));
  const burst = new Set(old.size >= leastBurst ? cameEarlier(newest) : []);
  const rest = unknown.filter((entry) => !burst.has(entry));
  const gap = findGap(rest, daysAfter(lastCheckedOn, -gapDays));
  const counted = known.countedBefore ? rest.filter((entry) => cameBefore(entry, graceStart)) : [];
  const together = new Set([...burst, ...gap, ...counted]);
  return {
    oneByOne: unknown.filter((entry) => !together.has(entry)),
    together: unknown.filter((entry) => together.has(entry)),
    old: new Set([...old, ...together]),
  };
}

/** Registers and courts publish late. A record older than this at the baseline existed before it. */
const newDays = 30;

interface NewRecordContext {
  readonly baselineOn: string; // The day of the baseline of the query that found the record, `YYYY-MM-DD`.
  /** For a known record: how its parties or holders changed since the query's last check. */
  readonly names?: FieldChange | undefined;
}

export function newRecordChange(record: BriefRecord, context: NewRecordContext): ChangeDraft {
  const filed = filedOn(record);
  const isOld = /^\d{4}/.test(filed) && filed < daysAfter(context.baselineOn, -newDays);
  const verb = record.type === 'docket' ? 'filed' : 'registered';
  const isNew = {
    kind: `${record.type}.new`,
    fields: [...entryCount(record), ...(context.names ? [context.names] : [])],
  } as const;
  const how = isFromAnotherHolder(isNew) ? fromAnotherHolder : isOld ? 'newly visible' : '';
  return {
    ...isNew,
    ...(how && { note: isOld ? `${how}, ${verb} ${filed.slice(0, 4)}` : how }),
    rule: context.names
      ? `new to the watch, after its ${context.names.field} changed`
      : isOld
        ? `new to the watch, ${verb} long before its baseline`
        : 'new to the watch',
  };
}

export const fromAnotherHolder = 'from another holder';

/** True for a design that was known, and that the watch found after a holder was added. */
export function isFromAnotherHolder({ kind, fields }: Pick<ChangeDraft, 'kind' | 'fields'>): boolean {
  const holders = kind === 'design.new' ? fields.find(({ field }) => field === 'holders') : undefined;
  const [before, after] = [holders?.before, holders?.after];
  return Array.isArray(before) && Array.isArray(after) && after.some((holder) => !before.includes(holder));
}

function entryCount(record: BriefRecord): ChangeDraft['fields'] {
  if (record.type === 'design') return [];
  const entries = record.entryTotal ?? 0;
  return entries === 0 ? [] : [{ field: 'entries', before: null, after: entries }];
}
