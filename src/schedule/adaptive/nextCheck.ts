import { dayMs, hourMs } from '../../base/time.ts';
import { placeInZone } from '../../base/words/readerDate.ts';
import { bulletinDaysOf } from '../../records/design.ts';
import type { DueReason } from '../describeSchedule.ts';

/** A Gamma–Poisson estimate with two memories: the median filing waits 1.0 hours, with one memory 1.3. */
export interface Rhythm {
  readonly slow: Memory;
  readonly quick: Memory;
  readonly asOf: string;
  readonly check: number; // The last check whose findings are included.
  readonly usual: number; // Usual filings per day for this number of open cases.
  readonly zone: string; // IANA zone of the court, whose clock determines when news comes.
}

/** Filings and days watched. Each counts half after one half-life. */
type Memory = Readonly<{ filings: number; days: number }>;

/** In days. `usualDays`: how many days of observation the prior rate counts for. */
const slow = { halfLife: 21, usualDays: 7 };
const quick = { halfLife: 3, usualDays: 3 };
/** Older filings say nothing about the current rate. */
export const historyDays = 126;

/** Filings per week of an open case, of closed cases, and of a search in a design register. */
const usualPerWeek = { running: 1.2, ended: 0.1, register: 1 };

/** Returns usual filings per day of a docket search. @param running number of its cases that have not ended */
export function usualOfCases(running: number): number {
  return (running === 0 ? usualPerWeek.ended : usualPerWeek.running * running) / 7;
}

export const usualOfRegister = usualPerWeek.register / 7;

export function freshRhythm(since: Date, { zone, usual }: Pick<Rhythm, 'zone' | 'usual'>): Rhythm {
  const nothing = { filings: 0, days: 0 };
  return { slow: nothing, quick: nothing, asOf: since.toISOString(), check: 0, usual, zone };
}

/** @param filedAt one date per new filing, without backfills */
export function learn(rhythm: Rhythm, filedAt: readonly Date[], now: Date, check: number): Rhythm {
  const days = Math.max(0, (now.getTime() - Date.parse(rhythm.asOf)) / dayMs);
  const ages = filedAt.map((at) => Math.max(0, (now.getTime() - at.getTime()) / dayMs));
  const after = (before: Memory, { halfLife }: typeof slow): Memory => {
    const kept = 2 ** (-days / halfLife);
    return {
      filings: before.filings * kept + ages.reduce((sum, age) => sum + 2 ** (-age / halfLife), 0),
      days: before.days * kept + (halfLife / Math.LN2) * (1 - kept),
    };
  };
  const memories = { slow: after(rhythm.slow, slow), quick: after(rhythm.quick, quick) };
  return { ...rhythm, ...memories, asOf: now.toISOString(), check };
}

export function filingsPerHour({ usual, ...memories }: Rhythm): number {
  const perDay = (before: number, { filings, days }: Memory, { usualDays }: typeof slow) =>
    (before * usualDays + filings) / (usualDays + days);
  return perDay(perDay(usual, memories.slow, slow), memories.quick, quick) / 24;
}

interface CheckRule {
  readonly lastCheck: Date;
  readonly perHour: number;
  readonly week: NewsWeek;
  /** Hours of waiting that a check must save: the price of a credit times the credits of a check. */
  readonly checkPrice: number;
  readonly atMostEveryHours: number;
  readonly atLeastEveryHours: number;
}

const stepHours = 0.5;
/** The plan covers a week, with its nights and its weekend. */
const weekHours = 168;

/** Minimizes waiting hours plus `checkPrice`. With even news this is the rule of Olston and Pandey (WWW 2008). */
export function nextCheck(rule: CheckRule) {
  const { lastCheck, checkPrice, atMostEveryHours, atLeastEveryHours } = rule;
  const spanHours = Math.max(weekHours, atMostEveryHours);
  const steps = Math.ceil(spanHours / stepHours);
  const least = Math.max(1, Math.ceil(atMostEveryHours / stepHours - 1e-9));
  const most = Math.max(least, Math.floor(Math.min(atLeastEveryHours, spanHours) / stepHours));
  const ahead = newsAhead(rule, steps);
  const { first, checks } = cheapest(ahead, steps, least, most, checkPrice);
  const hours =
    first === most && most * stepHours >= atLeastEveryHours - stepHours ? atLeastEveryHours : first * stepHours;
  const by: DueReason['by'] =
    hours >= atLeastEveryHours ? 'atLeastEvery' : first === least && least > 1 ? 'atMostEvery' : 'news';
  return {
    at: new Date(lastCheck.getTime() + hours * hourMs),
    by,
    expected: ahead.until[Math.min(first, steps)] ?? 0,
    /** Checks per week, if the plan continues. */
    perWeek: (checks * weekHours) / (steps * stepHours),
  };
}

function newsAhead({ lastCheck, perHour, week }: CheckRule, steps: number) {
  const [until, moments] = [new Float64Array(steps + 1), new Float64Array(steps + 1)];
  const start = hourOfWeek(lastCheck, week.zone);
  for (let step = 0; step < steps; step += 1) {
    const hour = Math.floor(start + (step + 0.5) * stepHours) % weekHours;
    const news = perHour * stepHours * (week.weights[hour] ?? 0);
    until[step + 1] = (until[step] ?? 0) + news;
    moments[step + 1] = (moments[step] ?? 0) + news * (step + 0.5);
  }
  return { until, moments };
}

/** Works back from the last step. A longer wait costs more, so most spans are cut off early. */
function cheapest(
  { until, moments }: ReturnType<typeof newsAhead>,
  steps: number,
  least: number,
  most: number,
  checkPrice: number,
) {
  const cost = new Float64Array(steps + 1);
  const next = new Int32Array(steps + 1).fill(steps);
  for (let from = steps - 1; from >= 0; from -= 1) {
    let best = Number.POSITIVE_INFINITY;
    const last = Math.min(steps, from + most);
    for (let to = Math.min(steps, from + least); to <= last; to += 1) {
      const news = (until[to] ?? 0) - (until[from] ?? 0);
      const waiting = stepHours * (to * news - ((moments[to] ?? 0) - (moments[from] ?? 0)));
      if (waiting >= best) break;
      const whole = waiting + (to < steps ? checkPrice : 0) + (cost[to] ?? 0);
      if (whole >= best) continue;
      best = whole;
      next[from] = to;
    }
    cost[from] = best;
  }
  let checks = 0;
  for (let at = next[0] ?? steps; at < steps; at = next[at] ?? steps) checks += 1;
  return { first: next[0] ?? steps, checks };
}

/** Weights of the 168 hours of a week in `zone`, with mean 1, from Sunday 00:00. */
type NewsWeek = Readonly<{ weights: readonly number[]; zone: string }>;

// Five of six filings come on weekdays between 8:00 and 18:00, one of seventy on a weekend.
const courtHours = [
  0.05, 0.03, 0.02, 0.02, 0.03, 0.08, 0.15, 0.4, 1.2, 2.2, 2.8, 2.9, 2.3, 2.3, 2.6, 2.8, 2.6, 1.9, 0.9, 0.5, 0.4, 0.3,
  0.25, 0.15,
];
const courtDays = [0.04, 0.9, 0.97, 1.05, 1.08, 1.02, 0.04];

const courtWeights = weightsOf(courtDays, courtHours);

export function courtWeek(zone: string): NewsWeek {
  return { weights: courtWeights, zone };
}

// Offices publish in the morning, and the search service takes a day or two to show it all.
const officeHours = Array.from({ length: 24 }, (_, hour) => (hour >= 6 && hour < 22 ? 1 : 0.1));

/** Returns the week of a design register, whose news comes with its bulletin. */
export function registerWeek(source: string, zone: string): NewsWeek {
  const days = bulletinDaysOf(source);
  const weights = Array.from({ length: 7 }, (_, day) => {
    if (days.includes(day)) return 1;
    return days.includes((day + 6) % 7) ? 0.3 : 0.03;
  });
  return { weights: weightsOf(weights, officeHours), zone };
}

function weightsOf(days: readonly number[], hours: readonly number[]): readonly number[] {
  const raw = days.flatMap((day) => hours.map((hour) => day * hour));
  const mean = raw.reduce((sum, one) => sum + one, 0) / weekHours;
  return raw.map((one) => one / mean);
}

export function weeksOfNews({ weights, zone }: NewsWeek, from: Date, end: Date): number {
  const start = hourOfWeek(from, zone);
  const hours = Math.max(0, end.getTime() - from.getTime()) / hourMs;
  let sum = 0;
  for (let hour = 0; hour < hours; hour += 1)
    sum += (weights[Math.floor(start + hour) % weekHours] ?? 0) * Math.min(1, hours - hour);
  return sum / weekHours;
}

export function hourOfWeek(moment: Date, zone: string): number {
  const { day = '', clock = '' } = placeInZone(moment.toISOString(), zone) ?? {};
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return new Date(`${day}T00:00Z`).getUTCDay() * 24 + hour + minute / 60;
}
