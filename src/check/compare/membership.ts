import { compareMembership } from '../../diff/membership.ts';
import { passesWholeWord } from '../../diff/wholeWords.ts';
import type { BriefRecord } from '../../records/record.ts';
import type { Query } from '../../search/query.ts';
import {
  admitWholeWord,
  deleteMembers,
  insertMembers,
  type Member,
  noteAbsence,
} from '../../store/snapshot/memberships.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from './baseline.ts';
import type { ComparedRecord } from './compareRecords.ts';

/** What a check moved in a query's membership. */
export interface MembershipMoves {
  /** Found by this query for the first time, or passing its whole-word reading for the first time. */
  readonly arrived: readonly { recordId: number; record: BriefRecord; wholeWord: boolean; admitted: boolean }[];
  readonly gone: readonly Member[];
  readonly returned: readonly Member[];
}

/**
 * The members that a check starts with. Where it is the first of every watch that asks the query, what an earlier watch knew
 * is nobody's any more: only what is shown now stays, or the rest would be reported as gone to watches that never had it.
 */
export async function membersToday(
  trx: Trx,
  query: Query,
  found: { held: readonly Member[]; shownKeys: ReadonlySet<string>; steps: readonly BaselineStep[] },
): Promise<readonly Member[]> {
  const { held, shownKeys, steps } = found;
  if (steps.some((step) => step.was !== 'first')) return held;
  const [shown, left] = [held.filter(({ key }) => shownKeys.has(key)), held.filter(({ key }) => !shownKeys.has(key))];
  await deleteMembers(
    trx,
    query.id,
    left.map((member) => member.recordId),
  );
  return shown;
}

/**
 * Brings a query's membership up to what a reading showed.
 * @param shownKeys keys, as stored, of all that it showed
 * @param compared the records among those that were compared; undefined when it showed what it showed last
 */
export async function applyMembership(
  trx: Trx,
  query: Query,
  members: readonly Member[],
  shownKeys: ReadonlySet<string>,
  compared: readonly ComparedRecord[] | undefined,
  rule: { checkId: number; outcome: 'complete' | 'partial'; goneAfterChecks: number },
): Promise<MembershipMoves> {
  const news = compareMembership(members, shownKeys, rule);
  const byKey = new Map(members.map((member) => [member.key, member]));
  const idsOf = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key)?.recordId ?? []);

  const arrivedKeys = new Set(news.arrived);
  const arrived = (compared ?? [])
    .filter((record) => arrivedKeys.has(record.key))
    .map(({ recordId, record }) => ({
      recordId,
      record,
      wholeWord: passesWholeWord(query.body, record),
      admitted: false,
    }));
  await insertMembers(trx, query.id, arrived, rule.checkId);
  await noteAbsence(trx, query.id, idsOf([...news.reappeared, ...news.returned]), { missed: 0, goneCheck: null });
  for (const [missed, absent] of Map.groupBy(news.missed, (member) => member.missed)) {
    await noteAbsence(trx, query.id, idsOf(absent.map((member) => member.key)), { missed, goneCheck: null });
  }
  await noteAbsence(trx, query.id, idsOf(news.gone), { missed: rule.goneAfterChecks, goneCheck: rule.checkId });

  const admitted = await admitRenamed(trx, query, byKey, compared ?? []);
  const find = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  return {
    arrived: [...arrived, ...admitted],
    gone: find(news.gone),
    returned: find(news.returned),
  };
}

/** Records filtered out so far whose new holder or party passes the whole-word rule: new to the watches that asked for it. */
async function admitRenamed(
  trx: Trx,
  query: Query,
  byKey: ReadonlyMap<string, Member>,
  compared: readonly ComparedRecord[],
): Promise<MembershipMoves['arrived']> {
  const admitted = compared.filter((record) => {
    const member = byKey.get(record.key);
    return member?.wholeWord === false && passesWholeWord(query.body, record.record);
  });
  for (const { recordId } of admitted) await admitWholeWord(trx, query.id, recordId);
  return admitted.map(({ recordId, record }) => ({ recordId, record, wholeWord: true, admitted: true }));
}
