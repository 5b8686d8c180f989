// The pace of a key, as values: how many calls may be under way, and when the next one may start. Times are milliseconds since 1970.

/** A call waits no longer than this. Where the service asks for more, the call ends, and the key is left alone until then. */
export const longestWaitMs = 60_000;

/** A longer `Retry-After` is not believed. */
export const longestHoldMs = 6 * 3_600_000;

/** A turn that is not renewed for so long ends by itself: its process has died. */
export const turnMs = 30_000;

const greatestSlowdown = 8;
/** How many calls have to succeed before the gap is halved again. */
const successesToRecover = 5;

/** What the config allows a key. */
export interface PaceLimits {
  readonly requestsPerSecond: number;
  /** Calls under way at a time. */
  readonly concurrency: number;
}

/** The right to make one call: a lease. */
interface HeldTurn {
  readonly holder: string;
  readonly endsAtMs: number;
}

export interface Pace {
  readonly nextStartMs: number;
  /** The service asked to be left alone until then. */
  readonly notBeforeMs: number;
  /** The gap between two starts is stretched by this: 1, 2, 4 or 8. */
  readonly slowdown: number;
  /** Calls that succeeded since `slowdown` last changed. */
  readonly wentWell: number;
  /** Of the calls under way. */
  readonly turns: readonly HeldTurn[];
}

export type Asked =
  | { readonly kind: 'started'; readonly pace: Pace }
  /** It is too early: ask again then. */
  | { readonly kind: 'early'; readonly waitMs: number }
  /** As many calls as may be are under way. */
  | { readonly kind: 'full' }
  /** The service asked to be left alone for longer than a call waits. */
  | { readonly kind: 'closed'; readonly forMs: number };

/** Starts a call now, if that is allowed. */
export function askToStart(pace: Pace, limits: PaceLimits, holder: string, nowMs: number): Asked {
  const holdMs = msUntil(pace.notBeforeMs, nowMs, longestHoldMs);
  if (holdMs > longestWaitMs) return { kind: 'closed', forMs: holdMs };
  // A lease that lasts longer than any can was taken by a clock that was wrong.
  const turns = pace.turns.filter((turn) => msUntil(turn.endsAtMs, nowMs, 2 * turnMs) > 0);
  if (turns.length >= limits.concurrency) return { kind: 'full' };
  const gapMs = gapOf(limits);
  const waitMs = Math.max(holdMs, msUntil(pace.nextStartMs, nowMs, gapMs * greatestSlowdown));
  if (waitMs > 0) return { kind: 'early', waitMs };
  // From now, not from when it was allowed: making up for a late start would put one call too many into some second.
  const nextStartMs = nowMs + gapMs * pace.slowdown;
  return { kind: 'started', pace: { ...pace, nextStartMs, turns: [...turns, { holder, endsAtMs: nowMs + turnMs }] } };
}

/** Makes the turn of a call that is still under way last `turnMs` from now. */
export function renewTurn(pace: Pace, holder: string, nowMs: number): Pace {
  const endsAtMs = nowMs + turnMs;
  return { ...pace, turns: pace.turns.map((turn) => (turn.holder === holder ? { holder, endsAtMs } : turn)) };
}

/** Ends the turns of these holders. */
export function endTurns(pace: Pace, hasEnded: (holder: string) => boolean): Pace {
  return { ...pace, turns: pace.turns.filter((turn) => !hasEnded(turn.holder)) };
}

/** The service was busy: twice the gap, up to 8 times, and no start at all for `holdMs`. */
export function slowDown(pace: Pace, limits: PaceLimits, holdMs: number, nowMs: number): Pace {
  const slowdown = Math.min(greatestSlowdown, pace.slowdown * 2);
  const holdUntilMs = nowMs + Math.min(holdMs, longestHoldMs);
  return {
    ...pace,
    slowdown,
    wentWell: 0,
    notBeforeMs: Math.max(holdUntilMs, nowMs + msUntil(pace.notBeforeMs, nowMs, longestHoldMs)),
    nextStartMs: nowMs + gapOf(limits) * slowdown,
  };
}

/** A call succeeded: after some of them the gap is halved. */
export function speedUp(pace: Pace): Pace {
  const wentWell = pace.wentWell + 1;
  return wentWell < successesToRecover
    ? { ...pace, wentWell }
    : { ...pace, wentWell: 0, slowdown: Math.max(1, pace.slowdown / 2) };
}

/** Between two starts, while the service is not busy. */
export function gapOf({ requestsPerSecond }: PaceLimits): number {
  return 1000 / requestsPerSecond;
}

/** How far ahead a stored moment is. One further ahead than it can be was stored by a clock that was wrong, and counts as past. */
function msUntil(momentMs: number, nowMs: number, mostMs: number): number {
  const aheadMs = momentMs - nowMs;
  return aheadMs > 0 && aheadMs <= mostMs ? aheadMs : 0;
}
