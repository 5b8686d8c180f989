import { madeOnce } from '../../base/madeOnce.ts';
import { dayMs, utcDay } from '../../base/time.ts';
import { type Config, isLimit } from '../../config/config.ts';
import { adaptiveBounds } from '../../config/fields/schedule.ts';
import { pricePerPage } from '../../service/http/page.ts';
import { listSpending, spentInAll } from '../../store/snapshot/ledgerTable.ts';
import { type Db, oneAtATime, readSetting, type Store, type Trx, writeSetting } from '../../store/store.ts';
import { perDayLeft, startOfNext } from '../budget.ts';
import { costsAhead } from '../costs.ts';
import { loadCostFacts } from '../loadCosts.ts';
import { adaptiveQueries } from './adaptiveQueries.ts';
import { priceWithoutBudget } from './allowance.ts';
import { filingsPerHour, freshRhythm, usualOfCases } from './rhythm.ts';

const setting = 'look-price';

/** The price of a credit today; set before the first check that ends on a day (UTC). */
export async function priceOfDay(store: Store, config: Config, now: Date): Promise<number> {
  if (!isLimit(config.budget) || adaptiveAmong(config.watches).length === 0) return priceWithoutBudget;
  const today = utcDay(now);
  const known = await readSetting<LookPrice>(store.db, setting);
  if (known?.day === today) return known.price;
  // Looked through outside of the transaction: 10,000 watches keep nobody from writing.
  const plan = await plannedToday(store.db, config, now);
  const ahead = await priceAhead(store.db, config, plan.planned, now);
  return store.transaction(async (trx) => {
    await oneAtATime(trx, setting);
    const before = await readSetting<LookPrice>(trx, setting);
    if (before?.day === today) return before.price;
    const next: LookPrice =
      before === undefined
        ? { price: ahead, day: today, planned: { [today]: plan.planned } }
        : adjusted(before, today, plan.planned, await spentSince(trx, before, plan), ahead);
    await writeSetting(trx, setting, next);
    return next.price;
  });
}

const adaptiveAmong = madeOnce((watches: Config['watches']) =>
  watches.filter(({ schedule }) => adaptiveBounds(schedule) !== undefined),
);

interface Plan {
  /** Credits that adaptive queries are to spend today. */
  readonly planned: number;
  /** What the others spend on a usual day. */
  readonly fixed: number;
}

/** What the budget leaves for adaptive queries. */
async function plannedToday(db: Db, config: Config, now: Date): Promise<Plan> {
  const others = config.watches.filter((watch) => adaptiveBounds(watch.schedule) === undefined);
  const { creditsPerDay } = costsAhead({ ...config, watches: others }, await loadCostFacts(db, now), now);
  const daysLeft = Math.round((startOfNext('month', now).getTime() - Date.parse(utcDay(now))) / dayMs);
  const left = perDayLeft(config.budget, (await spentInAll(db, utcDay(now))).thisMonth, daysLeft) ?? 0;
  return { planned: Math.max(0, left - creditsPerDay), fixed: creditsPerDay };
}

async function priceAhead(db: Db, { service }: Config, planned: number, now: Date): Promise<number> {
  const queries = (await adaptiveQueries(db)).map(({ rhythm, ...query }) => ({
    credits: pricePerPage(query, service.prices),
    perHour: filingsPerHour(rhythm ?? freshRhythm(now, { zone: 'UTC', usual: usualOfCases(1) })),
  }));
  return firstPrice(queries, planned);
}

/** What adaptive queries spent on each day that was planned. */
async function spentSince(trx: Trx, before: LookPrice, { fixed }: Plan): Promise<ReadonlyMap<string, number>> {
  const days = Object.keys(before.planned).sort();
  const lines = await listSpending(trx, days[0] ?? before.day);
  const spentOn = (day: string) =>
    lines.filter((line) => line.day === day).reduce((sum, line) => sum + line.credits, 0);
  return new Map(days.map((day) => [day, Math.max(0, spentOn(day) - fixed)]));
}

/**
 * The price of a credit, in hours that a filing waits: what a look has to save for each credit that it costs. Where
 * money is short it is high, and looks are few. It is moved once a day, so that what is left of the budget is spent
 * evenly.
 */
interface LookPrice {
  readonly price: number;
  /** The UTC day on which it was set. */
  readonly day: string;
  /** Credits that adaptive queries were to spend, by UTC day: the last seven, that day included. */
  readonly planned: Readonly<Record<string, number>>;
}

/**
 * The daily looks of a query are about 24 times the root of its rate over twice its look's price: so what they cost is
 * known ahead.
 */
export function firstPrice(
  queries: readonly { readonly credits: number; readonly perHour: number }[],
  planned: number,
): number {
  const roots = queries.reduce((sum, { credits, perHour }) => sum + 24 * Math.sqrt((credits * perHour) / 2), 0);
  return clamped((roots / Math.max(planned, 1e-6)) ** 2, bounds);
}

const bounds = { least: 1e-5, most: 1e4 };
const daysBack = 7;
/** Eight times as many looks as are known ahead, or an eighth. */
const farthest = 64;

/**
 * The price of a new day. More money a day than yesterday makes it cheaper, for looks go by the root of the price; what
 * was spent beyond the plan of the last week, whole weeks because courts sleep at weekends, makes it dearer. At most
 * doubled or halved, and never far from what is known ahead: where `atMostEvery` keeps a budget from being spent, it
 * would fall for months, and take months to rise when money is short.
 * @param spent what adaptive queries spent, by UTC day
 * @param ahead the price that is known ahead (`firstPrice`)
 */
export function adjusted(
  before: LookPrice,
  today: string,
  planned: number,
  spent: ReadonlyMap<string, number>,
  ahead = before.price,
): LookPrice {
  const days = Object.keys(before.planned).sort();
  const plans = days.map((day) => before.planned[day] ?? 0);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const [wasPlanned, wasSpent] = [sum(plans), sum(days.map((day) => spent.get(day) ?? 0))];
  const off = wasPlanned > 0 ? clamped(wasSpent / wasPlanned, { least: 0.25, most: 4 }) : 1;
  const change = (plans.at(-1) ?? planned) / Math.max(planned, 1e-6);
  const factor = clamped(clamped(change, { least: 0.5, most: 2 }) ** 2 * off ** 0.5, { least: 0.5, most: 2 });
  const kept = days.slice(-(daysBack - 1)).map((day) => [day, before.planned[day] ?? 0] as const);
  const near = { least: Math.max(bounds.least, ahead / farthest), most: Math.min(bounds.most, ahead * farthest) };
  const price = clamped(before.price * factor, near);
  return { price, day: today, planned: Object.fromEntries([...kept, [today, planned]]) };
}

function clamped(value: number, { least, most }: { readonly least: number; readonly most: number }): number {
  return Math.min(most, Math.max(least, value));
}
