import { readDesignRequest } from './designSearch.ts';
import { type DocketCaps, readDocketRequest } from './docketIndex.ts';
import { DEFAULT_ENTRY_ORDER } from './entryWindow.ts';
import type { Plan } from './faults/fault.ts';
import type { Operation } from './hits.ts';
import { CODES, isRefusal, type Refusal, type RequestBody, refuse } from './request.ts';
import type { Reading, SearchPages } from './searchPage.ts';

/** The most that a page may hold. */
export interface Caps extends DocketCaps {
  readonly num: number;
}

/** A request that can be read: what it searches and which page it asks for. */
export interface Readable {
  readonly reading: () => Reading;
  readonly plan: Plan;
  readonly litigation: boolean;
}

export function readRequest(
  operation: Operation,
  body: RequestBody,
  caps: Caps,
  pages: SearchPages,
): Readable | Refusal {
  const entryOrder = DEFAULT_ENTRY_ORDER;
  if (operation === 'pacer') {
    const request = readDocketRequest(body, caps);
    if (isRefusal(request)) return request;
    const { from, size, entrySize } = request;
    return { reading: () => pages.dockets(request), plan: { from, size, entrySize, entryOrder }, litigation: false };
  }
  const request = readDesignRequest(body, caps.num);
  if (isRefusal(request)) return request;
  const plan = { from: request.from, size: request.num, entrySize: 0, entryOrder };
  return { reading: () => pages.designs(request), plan, litigation: request.litigation };
}

export function parseBody(body: string): RequestBody | Refusal {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RequestBody;
  } catch {
    // Reported below, as for any other body that is no object.
  }
  return refuse(CODES.badParameter, 'parameter error: the body must be a JSON object');
}
