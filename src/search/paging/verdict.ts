import type { UnreadableList } from '../parse/readFields.ts';
import { greatest, type Pass } from './pass.ts';
import type { PassEnd } from './runPass.ts';

export interface PassOutcome {
  readonly pass: Pass;
  readonly end: PassEnd;
}

/** What a reading amounts to, of its one or two passes. */
export interface Verdict {
  readonly outcome: 'complete' | 'partial';
  readonly reason?: string | undefined;
}

/**
 * Complete means: as many distinct hits as the service counts came in one pass, or in both together; or it does not count,
 * and its pages came to an end. What is unreadable makes a result partial whatever the counts say.
 * `distinct`: those of all passes together.
 */
export function verdictOf(
  passes: readonly [PassOutcome, ...PassOutcome[]],
  distinct: number,
  unreadable: UnreadableList,
): Verdict {
  const missing = whatIsMissing(passes, distinct);
  const unread = whatIsUnread(unreadable);
  if (missing !== undefined || unread !== undefined) {
    return { outcome: 'partial', reason: [missing, unread].filter(Boolean).join('; ') };
  }
  return { outcome: 'complete', reason: whatIsOdd(passes, distinct) };
}

function whatIsMissing(passes: readonly [PassOutcome, ...PassOutcome[]], distinct: number): string | undefined {
  const { pass, end } = passes.at(-1) ?? passes[0];
  const total = passes.reduce<number | undefined>((most, one) => greatest(most, one.pass.greatestTotal), undefined);
  const read = total === undefined ? `${distinct} hits read` : `${distinct} of ${total} hits read`;
  const page = pass.pageCount + 1;
  if (passes.length > 1 && total !== undefined && distinct >= total) return undefined;
  switch (end.kind) {
    case 'unchanged':
      return undefined;
    case 'all':
      // Where the first pass was short by the count, a second one that is not counted proves nothing.
      return passes.length > 1 && pass.greatestTotal === undefined
        ? `the service counted ${total}, showed ${distinct}`
        : undefined;
    case 'short':
      return `the service counts ${total}, showed ${distinct}${passes.length > 1 ? ' in two readings' : ''}`;
    case 'stuck':
      return `pages repeat themselves after ${distinct} hits, and the service does not count: there may be more`;
    case 'endless':
      return `the result has no end that a check would pay for: ${read} on ${pass.pageCount} pages; narrow the search`;
    case 'unaffordable':
      return page === 1
        ? `the budget ended before it could be read once more: ${read}`
        : `the budget ended before page ${page}: ${read}`;
    case 'failed':
      return `page ${page} failed: ${read}. ${end.error.message}`;
  }
}

function whatIsUnread({ listed: [first], count }: UnreadableList): string | undefined {
  if (first === undefined) return undefined;
  return `${first.path}: ${first.reason}; ${count} ${count === 1 ? 'part' : 'parts'} unreadable`;
}

function whatIsOdd(passes: readonly PassOutcome[], distinct: number): string | undefined {
  const total = passes.at(-1)?.pass.total;
  if (passes.length > 1) return 'the result moved while it was read, and was read once more';
  if (total === undefined || total === distinct) return undefined;
  return total < distinct
    ? `the service counts ${total}, but showed ${distinct}`
    : `the service counts ${total}, repeated hits among them: ${distinct} are distinct`;
}
