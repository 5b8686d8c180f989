import type { DueRequest, QueryClaim } from '../../src/store/claims/queue.ts';
import type { Store } from '../../src/store/store.ts';

/** Looks for due queries and claims them at once. */
export async function claimDue({ queue, transaction }: Store, request: DueRequest): Promise<QueryClaim[]> {
  const taken: QueryClaim[] = [];
  for (const claim of await queue.checks.lookForDue(request)) {
    if (await transaction((trx) => queue.checks.take(trx, claim, request.now))) taken.push(claim);
  }
  return taken;
}
