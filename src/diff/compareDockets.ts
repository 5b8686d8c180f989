import { isDeepStrictEqual } from 'node:util';
import type { Docket } from '../records/docket.ts';
import type { Entry } from '../records/entry.ts';
import type { ChangeDraft } from './change.ts';
import { compareDocketFields } from './docketFields.ts';
import { compareDocketStatus } from './docketStatus.ts';
import { compareEntries } from './entryNews.ts';
import { compareEntryTotal } from './entryTotal.ts';
import { docketedOn, type LateEntries, sortLateEntries } from './lateEntries.ts';
import { type EntryMatch, type EntryMatching, matchEntries } from './matchEntries.ts';
import type { StoredEntry } from './storedEntry.ts';

export interface DocketContext {
  /** The day of the last check that saw this docket, `YYYY-MM-DD`, UTC. */
  readonly lastCheckedOn: string;
  /** Entries of this response that could not be read: they were shown all the same. */
  readonly entriesUnreadable?: number | undefined;
}

export interface DocketComparison {
  /** What to keep of the docket, its `entries` undefined. */
  readonly record: Docket;
  readonly changes: readonly ChangeDraft[];
  /** The known entries that were shown, and by which rule each was recognised. */
  readonly matches: readonly EntryMatch[];
  /** Known entries that are to be stored anew, reported or not. */
  readonly entryUpdates: readonly StoredEntry[];
  /** Entries to store, in the docket's order; each is reported by a change, alone or in a backfill. */
  readonly newEntries: readonly Entry[];
  /** True once: from now on the service shows a part of this docket only. */
  readonly outgrewWindow: boolean;
}

/**
 * What happened to a docket since it was stored, and what to store now. Comparing the same response again finds nothing.
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

/** We knew a window, the total has not risen since, and the entries that were missing from the window are enough to be these. */
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
    // Most are word for word what they were.
    if (rule === 'identical') continue;
    const { entry, fields } = compareEntries(stored.entry, shown, since);
    if (!isDeepStrictEqual(withUnread(entry), withUnread(stored.entry))) updates.push({ seq: stored.seq, entry });
    if (fields.length > 0) changes.push({ kind: 'entry.updated', fields, entry, rule: `entry recognised: ${rule}` });
  }
  return { changes, updates };
}

/** No list of unread fields and an empty one are the same. */
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

/** So many old entries are shown one by one. */
const shownAtMost = 5;

function reportBackfill(entries: readonly Entry[]): ChangeDraft {
  const days = entries.map((entry) => docketedOn(entry) ?? '').sort();
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  return {
    kind: 'entry.backfill',
    fields: [{ field: 'entries', before: null, after: entries.length }],
    ...(entries.length <= shownAtMost ? { entries } : {}),
    note: `${entries.length} older ${entries.length === 1 ? 'entry' : 'entries'} turned up, dated ${first === last ? first : `${first} to ${last}`}`,
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
