import { moveToNextSlot } from '../schedule/advanceDue.ts';
import { dayOf } from '../schedule/budget.ts';
import type { SearchResult } from '../search/paging/searchResult.ts';
import { insertCheck } from '../store/ledger/checks.ts';
import { recordSpending } from '../store/ledger/spending.ts';
import { endClaimComplete, type QueryClaim } from '../store/queue/claims.ts';
import { noteKnownPages } from '../store/queue/queries.ts';
import { loadStandings } from '../store/standing.ts';
import { keySuspensionSetting } from './admission/keySuspension.ts';
import { noteServerLimits } from './admission/serverLimits.ts';
import { checkOf } from './checkOf.ts';
import { ClaimLost } from './claimLost.ts';
import { keySubject } from './incidents/fromError.ts';
import type { CheckParts, CheckSummary } from './parts.ts';
import { summarise } from './summarise.ts';

/**
 * Stores a check whose answer was the last complete one, without reading the snapshot; this is most checks. It waits for no
 * disk: forgotten when the power fails, its watches are due again, and one call is made once more.
 * @returns undefined where something may follow even so, and the check has to be committed as any other: a record that is
 * missed, a baseline that does not stand yet, an incident or a stopped key that it may end.
 */
export async function commitSame(
  { store, config }: Pick<CheckParts, 'store' | 'config'>,
  claim: QueryClaim,
  reading: SearchResult,
  times: { startedAt: Date; now: Date },
): Promise<CheckSummary | undefined> {
  const { query } = claim;
  if (!reading.sameAsKnown || !query.settled) return undefined;
  const endable = {
    subject: query.id,
    keySubject,
    kind: 'budget-reached' as const,
    keySuspension: keySuspensionSetting(config.service),
  };
  return store.unsyncedTransaction(async (trx) => {
    const watches = await loadStandings(trx, query.id, endable);
    const isQuiet = watches.length > 0 && watches.every((watch) => watch.baselineAt !== null && !watch.isAnythingOpen);
    if (!isQuiet) return undefined;
    const now = times.now.toISOString();
    const check = checkOf(query, reading, {}, times);
    const checkId = await insertCheck(trx, check);
    if (!(await endClaimComplete(trx, claim, checkId))) throw new ClaimLost(query.id);
    const { requests, credits } = reading;
    await recordSpending(trx, { day: dayOf(times.now), operation: query.operation, requests, credits });
    if (reading.knownPages !== undefined && reading.knownPages !== query.knownAnswer?.pages) {
      await noteKnownPages(trx, query, reading.knownPages);
    }
    // Else the known answer teaches nothing that it did not teach the first time.
    if (reading.sizesRefused) await noteServerLimits(trx, query.operation, reading);
    const due = watches.filter(({ nextDueAt }) => nextDueAt !== null && nextDueAt <= now);
    await moveToNextSlot(trx, query.id, due, { now: times.now, spreadSeconds: config.spreadSeconds });
    return summarise(query.id, { id: checkId, ...check }, []);
  });
}
