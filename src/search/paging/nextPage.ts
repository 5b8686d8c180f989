/** One pass over a result, counted: all that decides whether to ask for another page. */
export interface PassCounts {
  /** Where the next page would begin. */
  readonly from: number;
  /** Distinct hits, those without identity included. */
  readonly distinct: number;
  /** The greatest total given in this pass: one that shrinks has moved. undefined when the service does not count. */
  readonly greatestTotal: number | undefined;
  readonly lastArrived: number;
  /** Pages in a row that showed no new record. */
  readonly dryPages: number;
  /** The largest page known to be granted. */
  readonly grantedSize: number;
  /** Whether every hit came on the first page: then nothing can have moved between pages. */
  readonly onOnePage: boolean;
  readonly pageCount: number;
  /** Pages that counted more hits than any page before them. */
  readonly totalRaised: number;
  /** Whether `grantedSize` was seen on a page before the last one. */
  readonly sizeLearned: boolean;
}

/** Results larger than this are not read to their end: no watch means them. */
export const mostHits = 100_000;
/** Every page is paid for: a count that grows so often while it is read, or pages of next to nothing, have no end. */
const mostRaises = 20;
const pagesBeforeDoubt = 200;
const fewestHitsPerPage = 5;

/**
 * Whether this pass goes on, and why it ends.
 * - `all`: as many distinct hits as the service counts, or the end of a result that it does not count.
 * - `short`: it ended before that: the result moved, or the count lies.
 * - `stuck`: pages repeat themselves and nothing shows where the end is.
 * - `endless`: more hits, or more pages, than a check pays for.
 */
export type NextStep = 'more' | 'all' | 'short' | 'stuck' | 'endless';

export function nextStep(pass: PassCounts): NextStep {
  if (isEndless(pass)) return 'endless';
  // A total below what was shown is no count at all, and so is none.
  const total = pass.greatestTotal ?? -1;
  return pass.distinct <= total ? nextOfCounted(pass, total) : nextOfUncounted(pass);
}

function isEndless({ distinct, totalRaised, pageCount }: PassCounts): boolean {
  const arePagesTooSmall = pageCount >= pagesBeforeDoubt && distinct < pageCount * fewestHitsPerPage;
  return distinct >= mostHits || totalRaised >= mostRaises || arePagesTooSmall;
}

function nextOfCounted(pass: PassCounts, total: number): NextStep {
  if (pass.distinct === total) return 'all';
  const pastTheEnd = pass.from >= total && pass.lastArrived < pass.grantedSize;
  // The service counts repeated hits too: the one page has as many, and behind it there is nothing.
  const isEnd = pass.lastArrived === 0 || (pass.sizeLearned && !looksLikeCap(pass.lastArrived));
  if (pastTheEnd && pass.onOnePage && isEnd) return 'all';
  return pass.lastArrived === 0 || pass.dryPages >= 2 || pastTheEnd ? 'short' : 'more';
}

function nextOfUncounted(pass: PassCounts): NextStep {
  if (pass.lastArrived === 0) return 'all';
  const shortPage = pass.sizeLearned && pass.lastArrived < pass.grantedSize;
  // A page of 10, 25 or 50 where 100 were granted may be a cap that was lowered: the next page shows.
  if (shortPage && (pass.dryPages > 0 || !looksLikeCap(pass.lastArrived))) return 'all';
  return pass.dryPages >= 2 ? 'stuck' : 'more';
}

function looksLikeCap(size: number): boolean {
  return size % 10 === 0 || size % 25 === 0;
}
