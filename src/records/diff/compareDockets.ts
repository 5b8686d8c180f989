import { isDeepStrictEqual } from 'node:util';
import type { Docket, Entry } from '../docket.ts';
import type { ChangeDraft } from './change.ts';
import type { StoredEntry } from './comparableEntry.ts';
import { compareDocketFields, compareDocketStatus } from './docketFields.ts';
import { compareEntries } from './entryNews.ts';
import { docketedOn, type LateEntries, sortLateEntries } from './lateEntries.ts';
import { type EntryMatch, type EntryMatching, matchEntries } from './matchEntries.ts';

export interface DocketContext {
  /** The day of the last check that saw this docket, `YYYY-MM-DD`, UTC. */
  readonly lastCheckedOn: string;
  /** How many entries of this response could not be read: they were shown nevertheless. */
  readonly entriesUnreadable?: number | undefined;
}

export interface DocketComparison {
  /** The docket to keep, with `entries` undefined. */
  readonly record: Docket;
  readonly changes: readonly ChangeDraft[];
  /** The known entries that were shown, and by which rule each was recognised. */
  readonly matches: readonly EntryMatch[];
  /** Known entries to store again, whether reported or not. */
  readonly entryUpdates: readonly StoredEntry[];
  /** Entries to store, in the docket's order; each is reported by a change, alone or in a backfill. */
  readonly newEntries: readonly Entry[];
  /** True once: from now on the service shows a part of this docket only. */
  readonly outgrewWindow: boolean;
}

/**
 * What happened to a docket since it was stored, and what to store now. Comparing the same response again finds
 * nothing.
 * @param before as stored, `entries` undefined
 * @param after as shown now; `entries` undefined is no news about entries
 * @param stored every entry of it ever seen
 */
export function compareDockets(
  before: Docket,
  after: Docket,
  stored: readonly StoredEntry[],
  context: DocketContext,
): DocketComparison {
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
  return {
    record: {
      ...record,
      status: status.status,
      dateTerminated: status.dateTerminated,
      entryTotal: totals.entryTotal,
      ...(totals.isWindow ? { isWindow: true } : {}),
      entries: undefined,
    },
    changes: [
      ...(status.fields.length > 0 ? [{ kind: 'docket.status' as const, fields: status.fields, rule: 'status' }] : []),
      ...(fields.length > 0 ? [{ kind: 'docket.updated' as const, fields, rule: 'fields' }] : []),
      ...reportNewEntries(late),
      ...known.changes,
      ...(totals.unseen > 0 ? [reportUnseen(totals.unseen)] : []),
    ],
    matches: matching.matches,
    entryUpdates: known.updates,
    newEntries: matching.unknown,
    outgrewWindow: totals.outgrewWindow,
  };
}

/**
 * We knew a window, the total has not risen since, and the entries that were missing from the window are enough to be
 * these.
 */
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
    // Most are exactly as they were.
    if (rule === 'identical') continue;
    const { entry, fields } = compareEntries(stored.entry, shown, since);
    if (!isDeepStrictEqual(withUnread(entry), withUnread(stored.entry))) updates.push({ seq: stored.seq, entry });
    if (fields.length > 0) changes.push({ kind: 'entry.updated', fields, entry, rule: `entry recognised: ${rule}` });
  }
  return { changes, updates };
}

/** An absent list of unread fields equals an empty one. */
function withUnread(entry: Entry): Entry {
  return { ...entry, unread: entry.unread ?? [] };
}

function reportNewEntries(late: LateEntries): ChangeDraft[] {
  const oneByOne = late.oneByOne.map((entry): ChangeDraft => {
    const day = late.old.has(entry) ? docketedOn(entry) : undefined;
    return day === undefined
      ? { kind: 'entry.new', fields: [], entry, rule: 'entry not known' }
      : {
          kind: 'entry.new',
          fields: [],
          entry,
          note: `newly visible, dated ${day}`,
          rule: 'entry not known, dated earlier',
        };
  });
  return late.together.length === 0 ? oneByOne : [...oneByOne, reportBackfill(late.together)];
}

/** Up to so many old entries are shown one by one. */
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
  /** `entryTotal` as shown now. */
  readonly total: number | undefined;
  /** Entries in the response, unreadable ones included. */
  readonly shown: number;
  readonly stored: number;
  /** Unknown entries that came after the last look. */
  readonly fresh: number;
  /** Unknown entries that the court had before. */
  readonly old: number;
}

interface EntryTotalNews {
  /** The highest total ever shown: a total that falls and rises again is no news. */
  readonly entryTotal: number | undefined;
  /** How many new entries we were not shown; 0 where there is nothing to report. */
  readonly unseen: number;
  readonly isWindow: boolean;
  /** True once: for the first response that does not show all of a docket that we knew whole. */
  readonly outgrewWindow: boolean;
}

export function compareEntryTotal(counts: EntryCounts): EntryTotalNews {
  const { before, total, stored } = counts;
  const known = before.entryTotal;
  const entryTotal = total === undefined ? known : Math.max(total, known ?? 0);
  const isWindow = total !== undefined && counts.shown < total;
  // A response without any entry withholds them and does not cut them, and we may still know all of them.
  const isCut = isWindow && (counts.shown > 0 || total > stored);
  const knewWindow = before.isWindow === true || (known !== undefined && known > stored);
  return {
    entryTotal,
    unseen: isWindow && known !== undefined && total > known ? unseenEntries(counts, total - known, known) : 0,
    isWindow: knewWindow || isCut,
    outgrewWindow: isCut && counts.shown > 0 && !knewWindow && stored > 0,
  };
}

/** Old entries that turn up are first those we knew to be missing; only further ones explain the rise. */
function unseenEntries(counts: EntryCounts, rise: number, known: number): number {
  const missing = Math.max(0, known - counts.stored);
  return Math.max(0, rise - counts.fresh - Math.max(0, counts.old - missing));
}
