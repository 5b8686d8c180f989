import { hash } from 'node:crypto';
import { findSuspicion } from '../../diff/membership.ts';
import { passesWholeWord } from '../../diff/wholeWords.ts';
import { otherKeyOf } from '../../records/designForm.ts';
import type { SearchResult } from '../../search/paging/searchResult.ts';
import type { Query } from '../../search/query.ts';
import { loadCheck } from '../../store/ledger/checks.ts';
import type { StoredQuery } from '../../store/queue/queries.ts';
import type { Member } from '../../store/snapshot/memberships.ts';
import { findKnown, type KnownRecord } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';

/** The stored records among those that a result shows, by the key shown. */
export function loadKnown(trx: Trx, query: Query, result: SearchResult): Promise<Map<string, KnownRecord>> {
  const shown = [...result.records.values()].map(({ record }) => ({
    key: record.key,
    otherKey: record.type === 'design' ? otherKeyOf(record) : undefined,
  }));
  return findKnown(trx, query.operation === 'pacer' ? 'docket' : 'design', shown);
}

/** The keys, as stored, of what a result showed: a design that gained or lost its ID is the one that we know. */
export function keysShown(
  result: SearchResult,
  known: ReadonlyMap<string, KnownRecord>,
  members: readonly Member[],
): ReadonlySet<string> {
  return new Set(
    result.unchanged
      ? members.filter((member) => member.missed === 0).map((member) => member.key)
      : [...result.records.keys()].map((key) => known.get(key)?.key ?? key),
  );
}

/** Why a complete result is not to be believed at once; a partial one proves nothing either way. */
export function suspicionOf(
  result: SearchResult,
  shownKeys: ReadonlySet<string>,
  members: readonly Member[],
): string | undefined {
  if (result.outcome !== 'complete') return undefined;
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
export function countFilteredOut(query: Query, result: SearchResult, members: readonly Member[]): number | undefined {
  if (result.unchanged) return undefined;
  const admitted = new Set(members.filter((member) => member.wholeWord).map((member) => member.key));
  return [...result.records].filter(([key, { record }]) => !admitted.has(key) && !passesWholeWord(query.body, record))
    .length;
}

/** Of what a query holds as the service showed it: the same page again shows nothing new only while this is the same too. */
export function digestOfMembers(members: readonly Member[]): string {
  const shown = members.map(({ key, shownHash }) => `${key} ${shownHash}`).sort();
  return hash('sha256', shown.join('\n'), 'base64url').slice(0, 22);
}

/**
 * The records that another query's check changed while this result was on the way: what it shows of them may be older than
 * what is stored, and taking that back would be false. The next check compares them.
 */
export function supersededSince(atStart: readonly Member[], now: readonly Member[]): ReadonlySet<string> {
  const then = new Map(atStart.map(({ key, shownHash }) => [key, shownHash]));
  return new Set(
    now.filter(({ key, shownHash }) => (then.get(key) ?? shownHash) !== shownHash).map((member) => member.key),
  );
}
