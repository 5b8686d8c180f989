import { dayMs } from '../../base/time.ts';

/**
 * How often a query has news, learnt from its own history: a Gamma–Poisson estimate with forgetting, by what was filed
 * on which day.
 */
export interface Rhythm {
  /** Filings and days watched, each counting half as much after `halfLife` days. */
  readonly filings: number;
  readonly days: number;
  /** ISO; when it was counted last. */
  readonly asOf: string;
  /** The last check whose finds are counted. */
  readonly check: number;
  /** Filings a day that are usual for as many cases as run now. */
  readonly usual: number;
  /** IANA zone of its court, by whose clock things are filed. */
  readonly zone: string;
}

const halfLife = 10;
/** How many days of watching what is usual counts for. */
const usualDays = 7;
/** What is older says nothing of how often it has news now. */
export const historyDays = 60;

/** Filings a week: of a case that runs, of cases that have ended, and of a search in a design register. */
const usualPerWeek = { running: 1.2, ended: 0.1, register: 1 };

/** Filings a day of a search for dockets. @param running how many of its cases have not ended */
export function usualOfCases(running: number): number {
  return (running === 0 ? usualPerWeek.ended : usualPerWeek.running * running) / 7;
}

export const usualOfRegister = usualPerWeek.register / 7;

/** Of a query of whose news nothing is known. */
export function freshRhythm(since: Date, { zone, usual }: Pick<Rhythm, 'zone' | 'usual'>): Rhythm {
  return { filings: 0, days: 0, asOf: since.toISOString(), check: 0, usual, zone };
}

/**
 * The rhythm after a check. @param filedAt when each filing that is new was filed; what turned up late is not among
 * them
 */
export function learn(rhythm: Rhythm, filedAt: readonly Date[], now: Date, check: number): Rhythm {
  const days = Math.max(0, (now.getTime() - Date.parse(rhythm.asOf)) / dayMs);
  const kept = 2 ** (-days / halfLife);
  const ages = filedAt.map((at) => Math.max(0, (now.getTime() - at.getTime()) / dayMs));
  return {
    ...rhythm,
    filings: rhythm.filings * kept + ages.reduce((sum, age) => sum + 2 ** (-age / halfLife), 0),
    days: rhythm.days * kept + (halfLife / Math.LN2) * (1 - kept),
    asOf: now.toISOString(),
    check,
  };
}

/** Filings an hour to expect on average over a week. */
export function filingsPerHour({ filings, days, usual }: Rhythm): number {
  return (usual * usualDays + filings) / (usualDays + days) / 24;
}
