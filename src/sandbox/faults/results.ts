import type { Fault, Page } from './fault.ts';

/** A result that is not what it was, or not what it says. */

function shrunkTo(page: Page, total: number): Page {
  return { ...page, total, hits: page.hits.slice(0, Math.max(0, total - page.from)) };
}

/** Always the same order for the same hits, and another one from strike to strike. */
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
  'litigation-failed': {
    about: 'the search for cases failed: their number is unknown, not zero',
    page: (page) => ({ ...page, hits: page.hits.map((hit) => withoutCases(hit, 'failed')) }),
  },
  'litigation-skipped': {
    about: 'the search for cases was skipped: their number is unknown, not zero',
    page: (page) => ({ ...page, hits: page.hits.map((hit) => withoutCases(hit, 'skipped')) }),
  },
} as const satisfies Record<string, Fault>;

function withoutCases(hit: unknown, litigationStatus: string): unknown {
  if (typeof hit !== 'object' || hit === null || !('litigationStatus' in hit)) return hit;
  return { ...hit, litigationStatus, caseTotal: 0, cases: [] };
}
