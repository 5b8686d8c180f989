import { weekMs } from '../../../base/time.ts';
import { counted, listed } from '../../../base/words/sentence.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { adaptiveBounds, usualAtMostEvery } from '../../../config/fields/schedule.ts';
import { bulletinDaysOf } from '../../../records/design.ts';
import type { Costs, WatchCosts } from '../../../schedule/costs.ts';
import { neverFoundRows } from '../../../schedule/watchStatusQueries.ts';
import { roundedCredits } from '../../../store/snapshot/ledgerTable.ts';
import type { Db } from '../../../store/store.ts';

export interface AdvisedWatch {
  readonly id: string;
  /** The title that the reader may see. */
  readonly title: string;
  /** The most checks in 30 days without a budget, and the bound that sets this number. */
  readonly adaptive?: { readonly usualMost: number; readonly atMostEvery: string } | undefined;
  readonly runsPerMonth: number;
  /** Empty for courts. */
  readonly registers: readonly string[];
  /** Whole weeks since the baseline. Undefined if the watch found something or is new. */
  readonly weeksWithout: number | undefined;
  readonly creditsPerMonth: number;
}

export interface Advice {
  readonly watch: string;
  readonly title: string;
  readonly kind: 'never-found' | 'weekly-register' | 'adaptive';
  readonly words: string;
  readonly saves: number;
}

const mostAdvice = 10;
const weeksWithoutNews = 3;
const weeklyRuns = 30 / 7;
const oftenerThanWeekly = 1.5 * weeklyRuns;

export function adviseOn(watches: readonly AdvisedWatch[]): Advice[] {
  const all = watches.flatMap((watch) => [...neverFound(watch), ...adaptiveOnes(watch), ...weeklyRegisters(watch)]);
  const largest = all.filter(({ saves }) => saves >= 1).sort((a, b) => b.saves - a.saves);
  const ofEach = [...Map.groupBy(largest, ({ watch }) => watch).values()].flatMap(([first]) => first ?? []);
  return ofEach.slice(0, mostAdvice);
}

function neverFound(watch: AdvisedWatch): Advice[] {
  const { weeksWithout } = watch;
  if (weeksWithout === undefined || weeksWithout < weeksWithoutNews) return [];
  const words = `never found anything in ${counted(weeksWithout, 'week')}: remove it, or correct what it searches for`;
  return [adviceFor(watch, 'never-found', words, watch.creditsPerMonth)];
}

/** Advises a longer `atMostEvery` if an adaptive watch is checked more often than it would be without a budget. */
function adaptiveOnes(watch: AdvisedWatch): Advice[] {
  const { adaptive, runsPerMonth } = watch;
  if (adaptive === undefined || runsPerMonth <= adaptive.usualMost) return [];
  const { usualMost, atMostEvery } = adaptive;
  const words =
    `adaptive, about ${counted(Math.round(runsPerMonth), 'check')} in 30 days: with atMostEvery: ${atMostEvery} ` +
    `at most ${usualMost}`;
  return [adviceFor(watch, 'adaptive', words, watch.creditsPerMonth * (1 - usualMost / runsPerMonth))];
}

function weeklyRegisters(watch: AdvisedWatch): Advice[] {
  const { registers, adaptive, runsPerMonth } = watch;
  const isWeekly = registers.length > 0 && registers.every((source) => bulletinDaysOf(source).length === 1);
  if (!isWeekly || adaptive !== undefined || runsPerMonth < oftenerThanWeekly) return [];
  const often = runsPerMonth > 35 ? 'several times a day' : runsPerMonth > 15 ? 'daily' : 'more often';
  const which = registers.length === 1 ? 'a weekly register' : 'weekly registers';
  const words =
    `${which} asked ${often}: ${listed(registers, 'and')} ` +
    `${registers.length === 1 ? 'publishes' : 'publish'} once a week`;
  return [adviceFor(watch, 'weekly-register', words, watch.creditsPerMonth * (1 - weeklyRuns / runsPerMonth))];
}

function adviceFor({ id, title }: AdvisedWatch, kind: Advice['kind'], words: string, saves: number): Advice {
  return { watch: id, title, kind, words, saves: Math.floor(roundedCredits(saves)) };
}

const weeksLookedAt = 13;

/** @param planned of the whole config, by watch */
export type Planned = ReadonlyMap<string, WatchCosts>;

export async function loadAdvice(db: Db, watches: readonly WatchConfig[], planned: Planned, now: Date) {
  const never = new Map((await neverFoundRows(db)).map(({ watchId, since }) => [watchId, since]));
  /** Skips watches for which there is no advice. There may be ten thousand watches. */
  const maybe = watches.filter(
    (watch) =>
      never.has(watch.id) ||
      adaptiveBounds(watch.schedule) !== undefined ||
      watch.searches.some(({ type }) => type === 'designs'),
  );
  return adviseOn(
    maybe.flatMap((watch) => {
      const costs = planned.get(watch.id);
      if (costs === undefined || costs.paused !== undefined) return [];
      const since = never.get(watch.id);
      const weeks = since && Math.floor((now.getTime() - Date.parse(since)) / weekMs);
      const weeksWithout = weeks ? Math.min(weeksLookedAt, weeks) : undefined;
      return [{ ...advised(watch, costs), weeksWithout }];
    }),
  );
}

export const byWatch = ({ watches }: Costs): Planned => new Map(watches.map((one) => [one.watch, one]));

function advised(watch: WatchConfig, { creditsPerRun, creditsPerMonth }: WatchCosts) {
  const runsPerMonth = creditsPerRun === 0 ? 0 : creditsPerMonth / creditsPerRun;
  return {
    id: watch.id,
    title: watch.name,
    adaptive: adaptiveOf(watch),
    runsPerMonth,
    registers: [...new Set(watch.searches.flatMap((search) => (search.type === 'designs' ? [search.source] : [])))],
    creditsPerMonth,
  };
}

function adaptiveOf({ schedule }: WatchConfig): AdvisedWatch['adaptive'] {
  const bounds = adaptiveBounds(schedule);
  if (bounds === undefined) return undefined;
  const hours = usualAtMostEvery(bounds.atLeastEveryHours, false);
  return { usualMost: Math.floor((30 * 24) / hours), atMostEvery: `${Math.round(hours * 10) / 10}h` };
}
