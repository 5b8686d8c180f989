import type { PageResponse } from '../http/page.ts';
import { SearchError } from '../http/searchError.ts';
import type { NextStep } from './nextPage.ts';
import type { PageRequests } from './pageRequests.ts';
import type { Pass } from './pass.ts';
import type { LastPage } from './searchResult.ts';

/** How a pass ended; `unchanged`: every page was that of the last complete result, and none was parsed. */
export type PassEnd =
  | { readonly kind: Exclude<NextStep, 'more'> | 'unaffordable' }
  | { readonly kind: 'unchanged'; readonly pages: readonly PageResponse[] }
  | { readonly kind: 'failed'; readonly error: SearchError };

/** May we ask for another page? Asked before every page but the first. */
export type Affordable = () => boolean | Promise<boolean>;

type Next = { readonly page: PageResponse } | { readonly end: PassEnd };

/**
 * Reads one pass, page after page, until it needs no more. Pages that are byte for byte those of the last complete result wait:
 * they are parsed only when one of them differs. The first page of all throws its error; a later one ends the pass.
 */
export async function runPass(
  pass: Pass,
  requests: PageRequests,
  affordable: Affordable,
  lastPages: readonly LastPage[] = [],
): Promise<PassEnd> {
  const waiting: PageResponse[] = [];
  let from = 0;
  let next = await askNext(requests, from, affordable);
  while ('page' in next && next.page.digest === lastPages[waiting.length]?.digest) {
    waiting.push(next.page);
    from += next.page.hits.length;
    if (waiting.length === lastPages.length) return { kind: 'unchanged', pages: waiting };
    next = await askNext(requests, from, affordable);
  }
  for (const page of waiting) pass.take(page, requests.asked);
  while ('page' in next) {
    pass.take(next.page, requests.asked);
    const step = pass.next();
    next = step === 'more' ? await askNext(requests, pass.from, affordable) : { end: { kind: step } };
  }
  return next.end;
}

async function askNext(requests: PageRequests, from: number, affordable: Affordable): Promise<Next> {
  const isFirst = !requests.started;
  if (!isFirst && !(await affordable())) return { end: { kind: 'unaffordable' } };
  try {
    return { page: await requests.ask(from) };
  } catch (error) {
    if (error instanceof SearchError && !isFirst) return { end: { kind: 'failed', error } };
    throw error;
  }
}
