/** How fast calls may start: the deciding part of pacing, plain values only. Times are milliseconds of one monotonic clock. */
export interface Pace {
  readonly gapMs: number;
  readonly concurrency: number;
  /** The gap is stretched by this: 1, 2, 4 or 8. */
  readonly slowdown: number;
  /** Calls that went well since the last change of `slowdown`. */
  readonly wentWell: number;
  readonly running: number;
  readonly nextStartAt: number;
}

const greatestSlowdown = 8;
/** So many calls have to go well before the gap is halved again. */
const wentWellToRecover = 5;

export function newPace(limits: { readonly requestsPerSecond: number; readonly concurrency: number }): Pace {
  const gapMs = 1000 / limits.requestsPerSecond;
  return { gapMs, concurrency: limits.concurrency, slowdown: 1, wentWell: 0, running: 0, nextStartAt: 0 };
}

/** Milliseconds until the next call may start; undefined while as many run as may (the end of one asks again). */
export function waitBeforeStart(pace: Pace, now: number): number | undefined {
  return pace.running < pace.concurrency ? Math.max(0, pace.nextStartAt - now) : undefined;
}

export function started(pace: Pace, now: number): Pace {
  // From now, not from the slot: making up for a late timer would put one call too many into some second.
  return { ...pace, running: pace.running + 1, nextStartAt: now + pace.gapMs * pace.slowdown };
}

export function ended(pace: Pace): Pace {
  return { ...pace, running: pace.running - 1 };
}

/** The service was busy: twice the gap, up to 8 times, and no start at all for `holdMs`. */
export function slowedDown(pace: Pace, now: number, holdMs: number): Pace {
  const slowdown = Math.min(greatestSlowdown, pace.slowdown * 2);
  const nextStartAt = Math.max(pace.nextStartAt, now + Math.max(holdMs, pace.gapMs * slowdown));
  return { ...pace, slowdown, wentWell: 0, nextStartAt };
}

export function wentWell(pace: Pace): Pace {
  if (pace.slowdown === 1) return pace;
  const count = pace.wentWell + 1;
  return count < wentWellToRecover
    ? { ...pace, wentWell: count }
    : { ...pace, wentWell: 0, slowdown: pace.slowdown / 2 };
}
