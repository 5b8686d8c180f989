import { dayMs } from '../../base/time.ts';

/**
 * How often a query has news, learnt from its own history: a Gamma–Poisson estimate with forgetting, by what was filed
 * on which day. Filings come in flurries, so a quick memory of days stands above a slow one of weeks.
 */
export interface Rhythm {
  /** Filings and days, each counting half as much after `slowHalfLife` days. */
  readonly filings: number;
  readonly days: number;
  /** The same after `quickHalfLife` days. */
  readonly recentFilings: number;
  readonly recentDays: number;
  /** ISO; when it was counted last. */
  readonly asOf: string;
  /** IANA zone of its court, by whose clock things are filed. */
  readonly zone: string;
  /** ISO day on which its cases were looked at for what follows. */
  readonly standingOn: string;
  readonly phase: Phase;
  /** How many cases are open, at least 1; 1 for designs. */
  readonly cases: number;
  /** ISO day since when all of its cases have ended and nothing was filed; only in phase `ended`. */
  readonly endedSince?: string | undefined;
}

/** As far as it says how much is filed. `register`: designs. */
export type Phase = 'new' | 'active' | 'stayed' | 'ended' | 'register';

const slowHalfLife = 21;
const quickHalfLife = 3;
/** How many days of watching what is usual in its phase counts for. */
const slowPriorDays = 7;
const quickPriorDays = 3;
/** What is older says nothing of how often it has news now. */
export const historyDays = 126;

/** Filings a week that are usual in each phase. */
const usual: Readonly<Record<Phase, number>> = { new: 3, active: 1.2, stayed: 0.3, ended: 0.1, register: 1 };

/** Of a query of whose news nothing is known. */
export function freshRhythm(since: Date, standing: Standing): Rhythm {
  return { filings: 0, days: 0, recentFilings: 0, recentDays: 0, asOf: since.toISOString(), ...standing };
}

/** What is known of a query besides what was filed. */
export type Standing = Pick<Rhythm, 'zone' | 'standingOn' | 'phase' | 'cases' | 'endedSince'>;

/**
 * The rhythm after a look. @param filedAt when each filing that is new was filed; what turned up late is not among them
 */
export function learn(rhythm: Rhythm, filedAt: readonly Date[], now: Date): Rhythm {
  const days = Math.max(0, (now.getTime() - Date.parse(rhythm.asOf)) / dayMs);
  const ages = filedAt.map((at) => Math.max(0, (now.getTime() - at.getTime()) / dayMs));
  const after = (before: number, fresh: number, halfLife: number) => before * 2 ** (-days / halfLife) + fresh;
  const counted = (halfLife: number) => ages.reduce((sum, age) => sum + 2 ** (-age / halfLife), 0);
  const watched = (halfLife: number) => (halfLife / Math.LN2) * (1 - 2 ** (-days / halfLife));
  return {
    ...rhythm,
    filings: after(rhythm.filings, counted(slowHalfLife), slowHalfLife),
    days: after(rhythm.days, watched(slowHalfLife), slowHalfLife),
    recentFilings: after(rhythm.recentFilings, counted(quickHalfLife), quickHalfLife),
    recentDays: after(rhythm.recentDays, watched(quickHalfLife), quickHalfLife),
    asOf: now.toISOString(),
  };
}

/** Filings an hour to expect on average over a week. */
export function filingsPerHour({ filings, days, recentFilings, recentDays, phase, cases }: Rhythm): number {
  const perDay = (usual[phase] * cases) / 7;
  const slow = (perDay * slowPriorDays + filings) / (slowPriorDays + days);
  return (slow * quickPriorDays + recentFilings) / (quickPriorDays + recentDays) / 24;
}

const monthlyAfterDays = 182;

/** Whether nothing is expected any more: then a look a month is proof enough. */
export function isLongEnded({ phase, endedSince }: Rhythm, now: Date): boolean {
  return (
    phase === 'ended' && endedSince !== undefined && now.getTime() - Date.parse(endedSince) > monthlyAfterDays * dayMs
  );
}
