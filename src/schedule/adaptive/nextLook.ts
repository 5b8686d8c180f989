import { hourMs } from '../../time.ts';
import { hourOfWeek, type NewsWeek } from './newsWeek.ts';

export interface LookRule {
  readonly lastLook: Date;
  /** Filings to expect an hour, on average over the week, times how much they matter. */
  readonly perHour: number;
  readonly week: NewsWeek;
  /** What a look has to save, in hours that filings wait: the price of a credit times the credits of a look. */
  readonly lookPrice: number;
  readonly atMostEveryHours: number;
  readonly atLeastEveryHours: number;
}

export interface NextLook {
  readonly at: Date;
  /** What set it: the news to expect, or one of the two bounds. */
  readonly by: 'news' | 'atMostEvery' | 'atLeastEvery';
  /** Filings to expect by then. */
  readonly expected: number;
  /** Looks a week, if it goes on like this. */
  readonly perWeek: number;
}

const stepHours = 0.5;
/** Looks are planned for a week ahead, with its nights and its weekend. */
const weekHours = 168;

/**
 * When to look next. Waiting costs the hours that expected filings go unreported, a look costs `lookPrice`: of all ways
 * to look in the time ahead, the one that costs least is taken, and its first look is the next. Where news comes as
 * often at any hour, this is the threshold rule of Olston and Pandey (Recrawl scheduling based on information
 * longevity, WWW 2008): look as soon as ∫(s − last)·rate(s) ds reaches the price. But courts sleep: here the evening's
 * look is taken, after which nothing comes until morning.
 */
export function nextLook(rule: LookRule): NextLook {
  const { lastLook, lookPrice, atMostEveryHours, atLeastEveryHours } = rule;
  const spanHours = Math.max(weekHours, atMostEveryHours);
  const steps = Math.ceil(spanHours / stepHours);
  const least = Math.max(1, Math.ceil(atMostEveryHours / stepHours - 1e-9));
  const most = Math.max(least, Math.floor(Math.min(atLeastEveryHours, spanHours) / stepHours));
  const ahead = newsAhead(rule, steps);
  const { first, looks } = cheapest(ahead, { steps, least, most, lookPrice });
  const hours =
    first === most && most * stepHours >= atLeastEveryHours - stepHours ? atLeastEveryHours : first * stepHours;
  return {
    at: new Date(lastLook.getTime() + hours * hourMs),
    by: hours >= atLeastEveryHours ? 'atLeastEvery' : first === least && least > 1 ? 'atMostEvery' : 'news',
    expected: ahead.until[Math.min(first, steps)] ?? 0,
    perWeek: (looks * weekHours) / (steps * stepHours),
  };
}

interface Ahead {
  /** Filings to expect until each step. */
  readonly until: Float64Array;
  /** The same, each times the steps after which it comes. */
  readonly moments: Float64Array;
}

function newsAhead({ lastLook, perHour, week }: LookRule, steps: number): Ahead {
  const [until, moments] = [new Float64Array(steps + 1), new Float64Array(steps + 1)];
  const start = hourOfWeek(lastLook, week.zone);
  for (let step = 0; step < steps; step += 1) {
    const hour = Math.floor(start + (step + 0.5) * stepHours) % weekHours;
    const news = perHour * stepHours * (week.weights[hour] ?? 0);
    until[step + 1] = (until[step] ?? 0) + news;
    moments[step + 1] = (moments[step] ?? 0) + news * (step + 0.5);
  }
  return { until, moments };
}

interface Limits {
  readonly steps: number;
  readonly least: number;
  readonly most: number;
  readonly lookPrice: number;
}

/**
 * The cheapest looks over the steps ahead, from the last step back: what waits longer costs more, so most spans are
 * never tried.
 */
function cheapest({ until, moments }: Ahead, { steps, least, most, lookPrice }: Limits) {
  const cost = new Float64Array(steps + 1);
  const next = new Int32Array(steps + 1).fill(steps);
  for (let from = steps - 1; from >= 0; from -= 1) {
    let best = Number.POSITIVE_INFINITY;
    const last = Math.min(steps, from + most);
    for (let to = Math.min(steps, from + least); to <= last; to += 1) {
      const news = (until[to] ?? 0) - (until[from] ?? 0);
      const waiting = stepHours * (to * news - ((moments[to] ?? 0) - (moments[from] ?? 0)));
      if (waiting >= best) break;
      const whole = waiting + (to < steps ? lookPrice : 0) + (cost[to] ?? 0);
      if (whole >= best) continue;
      best = whole;
      next[from] = to;
    }
    cost[from] = best;
  }
  let looks = 0;
  for (let at = next[0] ?? steps; at < steps; at = next[at] ?? steps) looks += 1;
  return { first: next[0] ?? steps, looks };
}
