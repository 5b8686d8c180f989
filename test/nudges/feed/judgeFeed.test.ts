import { describe, expect, it } from 'vitest';
import { type FeedState, judgeFeed } from '../../../src/nudges/feed/judgeFeed.ts';
import type { CourtFeed } from '../../../src/nudges/feed/readFeed.ts';

const hourMs = 3_600_000;
/** A Tuesday, half past nine in Delaware. */
const tuesday = new Date('2026-11-17T14:30:00Z');
const after = (hours: number) => new Date(tuesday.getTime() + hours * hourMs);

function feedOf(count: number, newest: Date, builtAt: Date | null): CourtFeed {
  const items = Array.from({ length: count }, (_, index) => ({
    court: 'ded',
    pacerCaseId: '1',
    docketNumber: null,
    title: '',
    document: null,
    text: '',
    publishedAt: new Date(newest.getTime() - index * 60_000).toISOString(),
    key: `${index}`,
  }));
  return { coverage: 'all', builtAt: builtAt?.toISOString() ?? null, ttlMinutes: undefined, items };
}

/** Polls every quarter of an hour. @returns the hours at which each problem was seen first and last */
function pollsOf(hours: number, feedAt: (now: Date) => CourtFeed, before: FeedState = {}) {
  let state = before;
  const seen = new Map<string, number[]>();
  for (let hour = 0; hour < hours; hour += 0.25) {
    const judged = judgeFeed(state, feedAt(after(hour)), { fresh: 0, distinct: 1 }, 'ded', after(hour));
    state = judged.state;
    for (const problem of judged.problems.keys()) seen.set(problem, [...(seen.get(problem) ?? []), hour]);
  }
  return seen;
}

describe('a feed', () => {
  it('that lost its items is not as long as usual again because it stays short', () => {
    const { state } = judgeFeed({}, feedOf(40, tuesday, tuesday), { fresh: 0, distinct: 1 }, 'ded', tuesday);
    const seen = pollsOf(8, (now) => feedOf(0, now, now), state);
    expect(seen.get('shrunk')).toHaveLength(32);
  });

  it('that is made anew all the time and shows nothing new for days stands still', () => {
    const seen = pollsOf(24 * 7, (now) => feedOf(20, tuesday, now));
    const [first = 0] = seen.get('stale') ?? [];
    expect(first).toBeGreaterThan(72);
    expect(first).toBeLessThan(24 * 6.5);
  });

  it('of a quiet court with a filing on Friday does not stand still on Tuesday after a holiday', () => {
    const friday = new Date('2026-11-13T21:00:00Z');
    expect(pollsOf(2, (now) => feedOf(3, friday, now)).size).toBe(0);
  });
});
