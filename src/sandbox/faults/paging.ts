import { isDocketHit } from '../hits.ts';
import { CODES, refuse } from '../refusal.ts';
import type { Fault, Strike } from './fault.ts';

/** Paging that moves, and page sizes and entry windows other than asked for. */

/** Once a client is past the first page, another record like the first one found turns up before it. */
function arrive(strike: Strike, [first]: readonly string[]): void {
  if (first === undefined || !isLaterPage(strike)) return;
  const docket = strike.records.dockets.get(first)?.hit();
  if (docket && isDocketHit(docket)) {
    strike.records.put({ ...docket, docketId: 90_000_000 + (docket.docketId % 1_000_000) * 10 + strike.count });
    return;
  }
  const design = strike.records.designs.get(first)?.hit();
  if (design)
    strike.records.put({ ...design, ID: `${first}.${strike.count}`, IRN: `${design.IRN ?? first}.${strike.count}` });
}

function leave(strike: Strike, [first]: readonly string[]): void {
  if (first !== undefined && isLaterPage(strike))
    strike.records.remove(strike.operation === 'pacer' ? 'docket' : 'design', first);
}

function isLaterPage({ request }: Strike): boolean {
  return typeof request.from === 'number' && request.from > 0;
}

export const PAGING = {
  'arrival-between-pages': {
    about: 'a new first hit appears before a later page is requested, so that all others move down',
    world: arrive,
  },
  'departure-between-pages': {
    about: 'the first hit disappears before a later page is requested, so that one hit is skipped',
    world: leave,
  },
  'page-clamped': {
    about: 'fewer hits per page than requested, without notice',
    value: 'the most, 5',
    plan: (plan, { order }) => ({ ...plan, size: Math.min(plan.size, order.value ?? 5) }),
  },
  'page-refused': {
    about: 'a page size above a limit is refused',
    value: 'the largest size accepted, 10',
    plan: (plan, { order }) =>
      plan.size > (order.value ?? 10)
        ? refuse(CODES.badParameter, `parameter error: at most ${order.value ?? 10} a page`)
        : plan,
  },
  'entries-clamped': {
    about: 'fewer entries per docket than requested',
    value: 'the most, 5',
    plan: (plan, { order }) => ({ ...plan, entrySize: Math.min(plan.entrySize, order.value ?? 5) }),
  },
  'entries-keep-oldest': {
    about: 'of a long docket the oldest entries are shown, not the newest',
    plan: (plan) => ({ ...plan, entryOrder: { ...plan.entryOrder, keep: 'oldest' } }),
  },
  'entries-keep-newest': {
    about: 'of a long docket the newest entries are shown',
    plan: (plan) => ({ ...plan, entryOrder: { ...plan.entryOrder, keep: 'newest' } }),
  },
  'entries-newest-first': {
    about: 'entries newest first',
    plan: (plan) => ({ ...plan, entryOrder: { ...plan.entryOrder, order: 'newest-first' } }),
  },
  'entries-oldest-first': {
    about: 'entries oldest first',
    plan: (plan) => ({ ...plan, entryOrder: { ...plan.entryOrder, order: 'oldest-first' } }),
  },
} as const satisfies Record<string, Fault>;
