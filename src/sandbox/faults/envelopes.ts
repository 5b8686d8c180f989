import type { Fault, Hit } from './fault.ts';

/** Where in the body the result stands, or does not. */

const isObject = (value: unknown): value is Hit => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `{total, hits}` of either operation. */
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
} as const satisfies Record<string, Fault>;
