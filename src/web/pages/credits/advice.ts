import { counted, listed } from '../../../base/words/sentence.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { adaptiveBounds, usualAtMostEvery } from '../../../config/fields/schedule.ts';
import { bulletinDaysOf } from '../../../records/design.ts';
import type { WatchCosts } from '../../../schedule/costs.ts';
import { roundedCredits } from '../../../store/snapshot/ledgerTable.ts';

/** A running watch and its price. */
export interface AdvisedWatch {
  readonly watch: Pick<WatchConfig, 'id' | 'name' | 'schedule' | 'searches'>;
  readonly costs: Pick<WatchCosts, 'runsPerMonth' | 'creditsPerMonth'>;
}

export interface Advice {
  readonly id: string;
  readonly name: string;
  readonly words: string;
  /** Credits a month. */
  readonly saves: number;
}

const mostAdvice = 10;
const weeklyRuns = 30 / 7;
const oftenerThanWeekly = 1.5 * weeklyRuns;

/** @param planned of the whole config, by watch */
export function loadAdvice(watches: readonly WatchConfig[], planned: ReadonlyMap<string, WatchCosts>): Advice[] {
  return adviseOn(
    watches.flatMap((watch) => {
      const costs = planned.get(watch.id);
      return costs === undefined || costs.paused !== undefined ? [] : { watch, costs };
    }),
  );
}

export function adviseOn(watches: readonly AdvisedWatch[]): Advice[] {
  const all = watches.flatMap((one) => [oftenAdaptive(one), oftenWeekly(one)]);
  const useful = all.filter((advice) => advice !== undefined && advice.saves >= 1) as Advice[];
  const largest = useful.sort((a, b) => b.saves - a.saves);
  const ofEach = [...Map.groupBy(largest, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
  return ofEach.slice(0, mostAdvice);
}

/** Advises a longer `atMostEvery` if an adaptive watch is checked more often than it would be without a budget. */
function oftenAdaptive({ watch, costs }: AdvisedWatch): Advice | undefined {
  const bounds = adaptiveBounds(watch.schedule);
  if (bounds === undefined) return undefined;
  const hours = usualAtMostEvery(bounds.atLeastEveryHours, false);
  const [runs, usualMost] = [costs.runsPerMonth, Math.floor((30 * 24) / hours)];
  if (runs <= usualMost) return undefined;
  const words =
    `adaptive, about ${counted(Math.round(runs), 'check')} in 30 days: with atMostEvery: ` +
    `${Math.round(hours * 10) / 10}h at most ${usualMost}`;
  return adviceFor(watch, words, costs.creditsPerMonth * (1 - usualMost / runs));
}

function oftenWeekly({ watch, costs }: AdvisedWatch): Advice | undefined {
  const sources = watch.searches.flatMap((search) => (search.type === 'designs' ? [search.source] : []));
  const registers = [...new Set(sources)];
  const isWeekly = registers.length > 0 && registers.every((source) => bulletinDaysOf(source).length === 1);
  const runs = costs.runsPerMonth;
  if (!isWeekly || adaptiveBounds(watch.schedule) !== undefined || runs < oftenerThanWeekly) return undefined;
  const words = `about ${counted(Math.round(runs), 'check')} in 30 days; ${listed(registers)}: one bulletin a week`;
  return adviceFor(watch, words, costs.creditsPerMonth * (1 - weeklyRuns / runs));
}

function adviceFor({ id, name }: AdvisedWatch['watch'], words: string, saves: number): Advice {
  return { id, name, words, saves: Math.floor(roundedCredits(saves)) };
}
