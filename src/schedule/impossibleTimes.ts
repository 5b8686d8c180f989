import { minuteMs } from '../base/time.ts';

/**
 * The one rule against impossible clocks: no stored moment is further ahead than what it is for allows. One that is was
 * written by a clock that was ahead, or under a config that has changed. Nobody waits for it, and
 * src/daemon/clockWatch.ts sets it to the latest that is possible.
 */

/** Longer than any lease, and than alerts wait to be grouped. Clocks of several machines differ by less. */
const slackMs = 10 * minuteMs;

/** Whether a stored moment is to be waited for: it is to come, and not beyond the latest that is possible. */
export function isToWaitFor(moment: Date | undefined, latest: Date, now: Date): boolean {
  return moment !== undefined && moment > now && moment <= latest;
}

export function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}

/** A moment that other machines may have computed a little later. */
export function withSlack(moment: Date): Date {
  return after(moment, slackMs);
}

/** The latest possible moment of each kind, as ISO text in UTC. */
export interface Latest {
  /** The end of a lease that was taken or renewed just now. */
  readonly leaseEnd: string;
  readonly pictures: string;
}

/** @param longestPicturesMs how far ahead the next attempt at pictures can be */
export function latestMoments(now: Date, longestPicturesMs: number): Latest {
  return {
    leaseEnd: withSlack(now).toISOString(),
    pictures: withSlack(after(now, longestPicturesMs)).toISOString(),
  };
}
