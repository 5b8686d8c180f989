import type { EntryOrder } from '../docketSearch.ts';
import { CODES, refuse } from '../request.ts';
import { everyHit, type Fault, type Hit, isObject, type Page, type Strike } from './fault.ts';

/** Faults that change a result, or make it differ from what it claims. */

function shrunkTo(page: Page, total: number): Page {
  return { ...page, total, hits: page.hits.slice(0, Math.max(0, total - page.from)) };
}

/** Reorders the hits. The order depends only on the hits and on `count`. */
function shuffled(hits: readonly unknown[], count: number): unknown[] {
  const turned = [...hits];
  for (let place = turned.length - 1; place > 0; place -= 1) {
    const other = (place * 7 + count * 5) % (place + 1);
    [turned[place], turned[other]] = [turned[other], turned[place]];
  }
  return turned;
}

export const RESULTS = {
  'suddenly-empty': { about: 'a known result is empty, with total 0', page: (page) => shrunkTo(page, 0) },
  shrunk: {
    about: 'a known result has lost most of its hits',
    value: 'percentage that remains, 40',
    page: (page, { order }) => shrunkTo(page, Math.floor((page.total * (order.value ?? 40)) / 100)),
  },
  duplicates: {
    about: 'the last hit of a page comes twice',
    page: (page) => ({ ...page, hits: [...page.hits, ...page.hits.slice(-1)] }),
  },
  shuffled: {
    about: 'the hits of a page in a different order each time',
    page: (page, { count }) => ({ ...page, hits: shuffled(page.hits, count) }),
  },
  'total-unknown': { about: 'total is -1', page: (page) => ({ ...page, total: -1 }) },
  'total-lies': {
    about: 'total is not the number of hits',
    value: 'by how much it differs, 3',
    page: (page, { order }) => ({ ...page, total: Math.max(0, page.total + (order.value ?? 3)) }),
  },
  'litigation-failed': withoutCases('failed'),
  'litigation-skipped': withoutCases('skipped'),
} satisfies Record<string, Fault>;

function withoutCases(litigationStatus: 'failed' | 'skipped'): Fault {
  const went = litigationStatus === 'failed' ? 'failed' : 'was skipped';
  return {
    about: `the search for cases ${went}: their number is unknown, not zero`,
    page: everyHit((hit) => ('litigationStatus' in hit ? { ...hit, litigationStatus, caseTotal: 0, cases: [] } : hit)),
  };
}

/** Faults in where the body has its result. */

/** Returns `{total, hits}` of either operation. */
function resultOf(body: Hit): Hit {
  if (isObject(body.data)) return body.data;
  return { total: body.total, hits: body.hits };
}

const success = (data: unknown): Hit => ({ code: 0, message: 'success', data });

function withoutHits(body: Hit): Hit {
  const { hits: _hits, ...rest } = body;
  if (!isObject(body.data)) return rest;
  const { hits: _inner, ...data } = body.data;
  return { ...rest, data };
}

export const ENVELOPES = {
  'data-null': { about: 'code 0, and data null', failsCall: true, body: () => success(null) },
  'no-hits': { about: 'a success without hits', failsCall: true, body: withoutHits },
  'hits-null': {
    about: 'a success whose hits are null',
    failsCall: true,
    body: (body) => (isObject(body.data) ? { ...body, data: { ...body.data, hits: null } } : { ...body, hits: null }),
  },
  'body-array': { about: 'an array where an object should be', failsCall: true, body: (body) => [body] },
  'in-envelope': { about: 'a design response inside {code, message, data}', body: (body) => success(resultOf(body)) },
  'data-data': { about: 'the result in data.data', body: (body) => success({ data: resultOf(body) }) },
  bare: { about: 'a docket response without its envelope', body: resultOf },
  'point-cost-null': { about: 'pointCost null', body: (body) => ({ ...body, pointCost: null }) },
  'point-cost': {
    about: 'pointCost states a price other than the list price, which is what the account is charged',
    value: 'the price stated, 15',
    body: (body, { order }) => ({ ...body, pointCost: order.value ?? 15 }),
  },
  'unknown-envelope-fields': {
    about: 'fields in the envelope that nobody knows',
    body: (body, { count }) => ({ requestId: `r-${count}`, ...body, took: count, meta: { shard: 3 } }),
  },
} satisfies Record<string, Fault>;

/** Faults in paging, in page sizes and in the number of entries. */

/** After the first page, adds a record before the first one that the search found. */
function arrive(strike: Strike, first: string | undefined): void {
  if (first === undefined || !isLaterPage(strike)) return;
  const { records, count } = strike;
  const docket = records.dockets.get(first)?.hit();
  const design = records.designs.get(first)?.hit();
  if (docket) records.put({ ...docket, docketId: 90_000_000 + (docket.docketId % 1_000_000) * 10 + count });
  else if (design) records.put({ ...design, ID: `${first}.${count}`, IRN: `${design.IRN ?? first}.${count}` });
}

function leave(strike: Strike, first: string | undefined): void {
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
  'entries-keep-oldest': entriesIn('of a long docket the oldest entries are shown, not the newest', { keep: 'oldest' }),
  'entries-keep-newest': entriesIn('of a long docket the newest entries are shown', { keep: 'newest' }),
  'entries-newest-first': entriesIn('entries newest first', { order: 'newest-first' }),
  'entries-oldest-first': entriesIn('entries oldest first', { order: 'oldest-first' }),
} satisfies Record<string, Fault>;

function entriesIn(about: string, order: Partial<EntryOrder>): Fault {
  return { about, plan: (plan) => ({ ...plan, entryOrder: { ...plan.entryOrder, ...order } }) };
}
