import { dayMs } from '../../base/time.ts';

/**
 * How often a query has news, learnt from its own history: a Gamma–Poisson estimate with forgetting, by what was filed
 * on which day. Filings come in flurries, so a quick memory of days stands above a slow one of weeks: of real dockets
 * (bench/cadence, 14 checks a week) the median filing waits 1.0 hours with both, 1.3 with one.
 */
export interface Rhythm {
  readonly slow: Memory;
  readonly quick: Memory;
  /** ISO; when it was counted last. */
  readonly asOf: string;
  /** The last check whose finds are counted. */
  readonly check: number;
  /** Filings a day that are usual for as many cases as run now. */
  readonly usual: number;
  /** IANA zone of its court, by whose clock things are filed. */
  readonly zone: string;
}

/** Filings and days watched, each counting half as much after a half-life. */
interface Memory {
  readonly filings: number;
  readonly days: number;
}

/** In days; and how many days of watching what is usual, or what the slow one knows, counts for. */
const slow = { halfLife: 21, usualDays: 7 };
const quick = { halfLife: 3, usualDays: 3 };
/** What is older says nothing of how often it has news now. */
export const historyDays = 126;

/** Filings a week: of a case that runs, of cases that have ended, and of a search in a design register. */
const usualPerWeek = { running: 1.2, ended: 0.1, register: 1 };

/** Filings a day of a search for dockets. @param running how many of its cases have not ended */
export function usualOfCases(running: number): number {
  return (running === 0 ? usualPerWeek.ended : usualPerWeek.running * running) / 7;
}

export const usualOfRegister = usualPerWeek.register / 7;

/** Of a query of whose news nothing is known. */
export function freshRhythm(since: Date, { zone, usual }: Pick<Rhythm, 'zone' | 'usual'>): Rhythm {
  const nothing = { filings: 0, days: 0 };
  return { slow: nothing, quick: nothing, asOf: since.toISOString(), check: 0, usual, zone };
}

/**
 * The rhythm after a check. @param filedAt when each filing that is new was filed; what turned up late is not among
 * them
 */
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

/** Filings an hour to expect on average over a week. */
export function filingsPerHour({ usual, ...memories }: Rhythm): number {
  const perDay = (before: number, { filings, days }: Memory, { usualDays }: typeof slow) =>
    (before * usualDays + filings) / (usualDays + days);
  return perDay(perDay(usual, memories.slow, slow), memories.quick, quick) / 24;
}
