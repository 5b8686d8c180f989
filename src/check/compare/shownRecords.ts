import { findSuspicion } from '../../diff/suspicion.ts';
import { passesWholeWord } from '../../diff/wholeWords.ts';
import { HeldRecords } from '../../search/heldRecords.ts';
import { openingOf } from '../../search/openRecognised.ts';
import type { RecognisedHit, SearchResult } from '../../search/paging/searchResult.ts';
import type { Query } from '../../search/query.ts';
import { loadCheck } from '../../store/ledger/checks.ts';
import type { StoredQuery } from '../../store/queue/queries.ts';
import type { Member } from '../../store/snapshot/memberships.ts';
import { findKnown, type KnownRecord } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';

/** The stored records among those that a reading shows, by the key shown. */
export function knownAmong(trx: Trx, query: StoredQuery, reading: SearchResult): Promise<Map<string, KnownRecord>> {
  return findKnown(trx, query.operation === 'pacer' ? 'docket' : 'design', [...reading.records.values()]);
}

/** The keys, as stored, of what a reading showed: a design that gained or lost its ID is the one that we know. */
export function keysShown(
  reading: SearchResult,
  known: ReadonlyMap<string, KnownRecord>,
  members: readonly Member[],
): ReadonlySet<string> {
  return new Set(
    reading.sameAsKnown
      ? members.filter((member) => member.missed === 0).map((member) => member.key)
      : [...reading.records.keys()].map((key) => known.get(key)?.key ?? key).concat(...reading.recognised.keys()),
  );
}

/** Why a complete answer is not to be believed at once; a partial one proves nothing either way. */
export function suspicionOf(
  reading: SearchResult,
  shownKeys: ReadonlySet<string>,
  members: readonly Member[],
): string | undefined {
  if (reading.outcome !== 'complete') return undefined;
  const known = members.filter((member) => !member.gone);
  return findSuspicion(known.length, known.filter((member) => shownKeys.has(member.key)).length);
}

/** When the query's last complete check was, and which records it showed; what failed or was partial saw nothing for sure. */
export async function lastShown(trx: Trx, query: StoredQuery, members: readonly Member[]) {
  const last = query.lastCompleteCheck === null ? undefined : await loadCheck(trx, query.lastCompleteCheck);
  const shownThen = members.filter((member) => member.missed === 0).map((member) => member.recordId);
  return { lastCheckedOn: last?.endedAt.slice(0, 10), shownThen: new Set(shownThen) };
}

/** How many of the shown records have the words of the query only inside longer words; unknown where nothing was compared. */
export function countFilteredOut(query: Query, reading: SearchResult, members: readonly Member[]): number | undefined {
  if (reading.sameAsKnown) return undefined;
  const admitted = new Set(members.filter((member) => member.wholeWord).map((member) => member.key));
  const opened = [...reading.records].filter(
    ([key, found]) => !admitted.has(key) && !passesWholeWord(query.body, found.open()),
  );
  const recognised = [...reading.recognised.keys()].filter((key) => !admitted.has(key));
  return opened.length + recognised.length;
}

/**
 * A reading with those of its recognised hits opened that have to be compared all the same: those that the query does not hold
 * as shown, and where it is not settled (or is a first check), those that are not stored as they are shown.
 */
export function openWhatCounts(
  { operation }: Query,
  reading: SearchResult,
  members: readonly Member[],
  state: { readonly standing: boolean; readonly settled: boolean },
): SearchResult {
  const shownNow = state.standing ? members.filter((member) => member.missed === 0) : [];
  const held = new Map(shownNow.map((member) => [member.key, member.shownHash]));
  const isStored = (key: string, { hit }: RecognisedHit) =>
    state.settled ? held.has(key) : held.get(key) === hit.shownHash;
  const toOpen = [...reading.recognised].filter(([key, hit]) => !isStored(key, hit));
  if (toOpen.length === 0) return reading;
  const opening = new HeldRecords();
  const open = openingOf(operation);
  const opened = toOpen.map(([key, hit]) => [key, opening.hold(open(hit))] as const);
  return {
    ...reading,
    records: new Map([...reading.records, ...opened]),
    recognised: new Map([...reading.recognised].filter(([key, hit]) => isStored(key, hit))),
  };
}
