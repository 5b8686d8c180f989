import { isDeepStrictEqual } from 'node:util';
import type { Docket, Entry, ExtraDocument } from '../docket.ts';
import type { ChangeDraft, FieldChange } from './change.ts';
import {
  compareText,
  documentId,
  mergeAddress,
  mergeLink,
  pathOf,
  type StoredEntry,
  type TextNews,
} from './comparableEntry.ts';
import { compareDocketFields, compareDocketStatus } from './docketFields.ts';
import { docketedOn, type LateEntries, sortLateEntries } from './lateEntries.ts';
import { type EntryMatching, matchEntries } from './matchEntries.ts';

export type DocketContext = Readonly<{ lastCheckedOn: string; entriesUnreadable?: number | undefined }>;

/** Comparing the same response again finds nothing. @param stored every entry of the docket ever seen */
export function compareDockets(before: Docket, after: Docket, stored: readonly StoredEntry[], context: DocketContext) {
  const shown = after.entries ?? [];
  const matching = matchEntries(stored, shown);
  const known = compareKnownEntries(matching, context.lastCheckedOn);
  const late = sortLateEntries(matching.unknown, {
    stored,
    lastCheckedOn: context.lastCheckedOn,
    countedBefore: wereCounted(before, after, stored.length, matching.unknown.length),
  });
  const status = compareDocketStatus(before, after);
  const { record, fields } = compareDocketFields(before, after, context.lastCheckedOn);
  const totals = compareEntryTotal({
    before,
    total: after.entries === undefined ? undefined : after.entryTotal,
    shown: shown.length + (context.entriesUnreadable ?? 0),
    stored: stored.length,
    fresh: matching.unknown.length - late.old.size,
    old: late.old.size,
  });
  const { dateTerminated } = status;
  const { entryTotal, isWindow } = totals;
  const last = stored.at(-1)?.seq ?? 0;
  const changes: ChangeDraft[] = [];
  if (status.fields.length > 0) changes.push({ kind: 'docket.status', fields: status.fields, rule: 'status' });
  if (fields.length > 0) changes.push({ kind: 'docket.updated', fields, rule: 'fields' });
  changes.push(...reportNewEntries(late), ...known.changes);
  if (totals.unseen > 0) changes.push(reportUnseen(totals.unseen));
  return {
    /** The docket to keep, without entries. */
    record: { ...record, status: status.status, dateTerminated, entryTotal, isWindow, entries: undefined },
    changes,
    entryUpdates: known.updates,
    /** Entries to store, in the docket's order. A change reports each, alone or in a backfill. */
    newEntries: matching.unknown.map((entry, index) => ({ seq: last + 1 + index, entry })),
    /** True if the service showed all entries before, and now shows only a part. */
    outgrewWindow: totals.outgrewWindow,
  };
}

/** True when we knew a window whose unshown entries can include all unknown entries, and the total did not rise. */
function wereCounted(before: Docket, after: Docket, stored: number, unknown: number): boolean {
  const [known, total] = [before.entryTotal, after.entryTotal];
  return known !== undefined && total !== undefined && total <= known && known - stored >= unknown;
}

function compareKnownEntries(
  matching: EntryMatching,
  since: string,
): { changes: ChangeDraft[]; updates: StoredEntry[] } {
  const changes: ChangeDraft[] = [];
  const updates: StoredEntry[] = [];
  for (const { stored, shown, rule } of matching.matches) {
    if (rule === 'identical') continue;
    const { entry, fields } = compareEntries(stored.entry, shown, since);
    if (!isDeepStrictEqual(withUnread(entry), withUnread(stored.entry))) updates.push({ seq: stored.seq, entry });
    if (fields.length > 0) changes.push({ kind: 'entry.updated', fields, entry, rule: `entry recognized: ${rule}` });
  }
  return { changes, updates };
}

function withUnread(entry: Entry): Entry {
  return { ...entry, unread: entry.unread ?? [] };
}

function reportNewEntries(late: LateEntries): ChangeDraft[] {
  const oneByOne = late.oneByOne.map((entry): ChangeDraft => {
    const day = late.old.has(entry) ? docketedOn(entry) : undefined;
    const isNew = { kind: 'entry.new' as const, fields: [], entry };
    if (day === undefined) return { ...isNew, rule: 'entry not known' };
    return { ...isNew, note: `newly visible, dated ${day}`, rule: 'entry not known, dated earlier' };
  });
  return late.together.length === 0 ? oneByOne : [...oneByOne, reportBackfill(late.together)];
}

/** A backfill of up to this many old entries shows each of them. */
const shownAtMost = 5;

function reportBackfill(entries: readonly Entry[]): ChangeDraft {
  const days = entries.map((entry) => docketedOn(entry) ?? '').sort();
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  return {
    kind: 'entry.backfill',
    fields: [{ field: 'entries', before: null, after: entries.length }],
    ...(entries.length <= shownAtMost ? { entries } : {}),
    note:
      `${entries.length} older ${entries.length === 1 ? 'entry' : 'entries'} turned up, dated ` +
      `${first === last ? first : `${first} to ${last}`}`,
    rule: 'burst of entries that the court had before the last check',
  };
}

function reportUnseen(unseen: number): ChangeDraft {
  return {
    kind: 'entry.unseen',
    fields: [{ field: 'entries', before: null, after: unseen }],
    rule: 'entryTotal rose by more than the entries shown',
  };
}

export interface EntryCounts {
  readonly before: Docket;
  readonly total: number | undefined;
  readonly shown: number;
  readonly stored: number;
  readonly fresh: number; // Unknown entries that came after the last check.
  readonly old: number; // Unknown entries that the court had before.
}

export function compareEntryTotal(counts: EntryCounts) {
  const { before, total, stored } = counts;
  const known = before.entryTotal;
  const entryTotal = total === undefined ? known : Math.max(total, known ?? 0);
  const isPart = total !== undefined && counts.shown < total;
  // A response without entries withholds them but is no window, and we may still know all of them.
  const isCut = isPart && (counts.shown > 0 || total > stored);
  const isWhole = total !== undefined && !isPart && counts.shown > 0;
  const knewWindow = before.isWindow ?? (known !== undefined && known > stored);
  return {
    /** The highest total ever shown, because a total that falls and rises again is no news. */
    entryTotal,
    unseen: isPart && known !== undefined && total > known ? unseenEntries(counts, total - known, known) : 0,
    isWindow: isCut || (knewWindow && !isWhole),
    outgrewWindow: isCut && counts.shown > 0 && !knewWindow && stored > 0,
  };
}

/** Old entries that turn up are first those known to be missing. Only further ones explain the rise. */
function unseenEntries(counts: EntryCounts, rise: number, known: number): number {
  const missing = Math.max(0, known - counts.stored);
  return Math.max(0, rise - counts.fresh - Math.max(0, counts.old - missing));
}

/** @param since a clerk's note of this day (`YYYY-MM-DD`) or later is news even when the full text replaces a title */
export function compareEntries(before: Entry, after: Entry, since: string) {
  const description: TextNews = wasUnread(after, 'description')
    ? { keep: before.description, isNews: false }
    : compareText(before.description, after.description, since);
  const attachments = mergeAttachments(before.extraDocument, after.extraDocument);
  const pdfUrl = mergeAddress(before.pdfUrl, after.pdfUrl);
  const fields: FieldChange[] = [];
  if (description.isNews && !wasUnread(before, 'description')) {
    fields.push({ field: 'description', before: before.description, after: after.description });
  }
  if (before.pdfUrl === '' && pdfUrl !== '' && !wasUnread(before, 'pdfUrl')) {
    fields.push({ field: 'pdfUrl', before: null, after: pdfUrl });
  }
  if (attachments.isNews && !description.isFuller && !wasUnread(before, 'extraDocument')) {
    const [old, now] = [before.extraDocument.map(attachmentName), attachments.documents.map(attachmentName)];
    fields.push({ field: 'attachments', before: old, after: now });
  }
  const unread = before.unread?.filter((field) => after.unread?.includes(field)) ?? [];
  const entry: Entry = {
    documentNumber: after.documentNumber || before.documentNumber,
    dateFiled: after.dateFiled || before.dateFiled,
    description: description.keep,
    documentHref: mergeLink(before.documentHref, after.documentHref),
    pdfUrl,
    patentNumbers: [...new Set([...before.patentNumbers, ...after.patentNumbers])],
    extraDocument: attachments.documents,
    ...(unread.length > 0 ? { unread } : {}),
  };
  return { entry, fields };
}

function wasUnread(entry: Entry, field: string): boolean {
  return entry.unread?.includes(field) ?? false;
}

/** Returns `attachment 2`, with ` (PDF)` if there is one, so that a new PDF changes the name. */
function attachmentName(document: ExtraDocument): string {
  const name = document.documentNumber === null ? 'attachment' : `attachment ${document.documentNumber}`;
  return document.pdfUrl === '' ? name : `${name} (PDF)`;
}

/** Matches attachments one to one, like entries: identical first, then by document, then by number. */
function mergeAttachments(before: readonly ExtraDocument[], after: readonly ExtraDocument[]) {
  if (after.length === 0) return { documents: before, isNews: false };
  const documents = [...before];
  const free = new Set(before.keys());
  let left = after;
  let isNews = false;
  for (const isSame of [isDeepStrictEqual, isSameInBoth, isSameDocument, isSameNumber]) {
    left = left.filter((shown) => {
      const at = [...free].find((index) => isSame(before[index], shown));
      const known = at === undefined ? undefined : before[at];
      if (at === undefined || known === undefined) return true;
      free.delete(at);
      documents[at] = mergeDocument(known, shown);
      isNews ||= known.pdfUrl === '' && shown.pdfUrl !== '';
      return false;
    });
  }
  return { documents: [...documents, ...left], isNews: isNews || left.length > 0 };
}

function mergeDocument(known: ExtraDocument, shown: ExtraDocument): ExtraDocument {
  return {
    documentNumber: known.documentNumber ?? shown.documentNumber,
    documentHref: mergeLink(known.documentHref, shown.documentHref),
    pdfUrl: mergeAddress(known.pdfUrl, shown.pdfUrl),
    patentNumbers: [...new Set([...known.patentNumbers, ...shown.patentNumbers])],
  };
}

function isSameInBoth(one: ExtraDocument | undefined, other: ExtraDocument): boolean {
  return one?.documentNumber === other.documentNumber && isSameDocument(one, other);
}

function isSameDocument(one: ExtraDocument | undefined, other: ExtraDocument): boolean {
  const id = documentId(other.documentHref);
  if (one === undefined || id === undefined) return false;
  return id === documentId(one.documentHref);
}

/** Compares numbers, or the addresses of the PDFs when a number is missing. */
function isSameNumber(one: ExtraDocument | undefined, other: ExtraDocument): boolean {
  if (one === undefined) return false;
  if (one.documentNumber !== null && other.documentNumber !== null) return one.documentNumber === other.documentNumber;
  return one.documentHref === '' && other.documentHref === '' && pathOf(one.pdfUrl) === pathOf(other.pdfUrl);
}
