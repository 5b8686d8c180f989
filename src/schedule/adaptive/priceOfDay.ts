import type { Config, ServiceConfig } from '../../config/config.ts';
import { lastCosts } from '../../database/claims/queries.ts';
import { oneAtATime, readSetting, type Store, type Trx, writeSetting } from '../../database/store.ts';
import { adaptiveBounds } from '../../fields/schedule.ts';
import { loadUnchecked } from '../../holds/holdsTable.ts';
import { pricePerPage } from '../../service/http/page.ts';
import { listSpendingOfEach, spentInMonth } from '../../snapshot/spendingTable.ts';
import { startOfNext, utcDay, utcMonth } from '../budget.ts';
import { forecast } from '../forecast.ts';
import { adjusted, firstPrice, type LookPrice, perDayLeft, priceWithoutBudget } from './lookPrice.ts';
import { adaptiveQueries } from './lookQueries.ts';
import { filingsPerHour, freshRhythm } from './rhythm.ts';

const dayMs = 86_400_000;

/** The price of a credit today for the queries of a service; set with the first look that is chosen on a day (UTC). */
export async function priceOfDay(store: Store, config: Config, service: ServiceConfig, now: Date): Promise<number> {
  const setting = `look-price ${service.name ?? ''}`;
  const known = await readSetting<LookPrice>(store.db, setting);
  const today = utcDay(now);
  if (known?.day === today) return known.price;
  return store.transaction(async (trx) => {
    await oneAtATime(trx, setting);
    const before = await readSetting<LookPrice>(trx, setting);
    if (before?.day === today) return before.price;
    const plan = await plannedToday(trx, config, service, now);
    if (plan === undefined) return priceWithoutBudget;
    const next =
      before === undefined ? await first(trx, service, plan, now) : await later(trx, service, before, plan, now);
    await writeSetting(trx, setting, next);
    return next.price;
  });
}

interface Plan {
  /** Credits that the adaptive queries of the service are to spend today. */
  readonly planned: number;
  /** What the others of the service spend on a usual day. */
  readonly fixed: number;
}

/** What the budgets leave for adaptive queries; undefined where there is no budget. */
async function plannedToday(trx: Trx, config: Config, service: ServiceConfig, now: Date): Promise<Plan | undefined> {
  const others = config.watches.filter((watch) => adaptiveBounds(watch.schedule) === undefined);
  const ours = config.watches.length - others.length;
  const ofService = config.watches.filter((watch) => watch.service === service.name && !others.includes(watch)).length;
  const { creditsPerDay, services } = forecast(
    { ...config, watches: others },
    await lastCosts(trx),
    now,
    await loadUnchecked(trx),
  );
  const named = (services.find((one) => one.service === service.name)?.creditsPerMonth ?? 0) / 30;
  const daysLeft = Math.round((startOfNext('month', now).getTime() - Date.parse(utcDay(now))) / dayMs);
  const overall = perDayLeft(config.budget, await spentInMonth(trx, utcMonth(now)), daysLeft);
  const own =
    service.budget && perDayLeft(service.budget, await spentInMonth(trx, utcMonth(now), service.name), daysLeft);
  const share = ofService / Math.max(1, ours);
  const left = [
    ...(overall === undefined ? [] : [(overall - creditsPerDay) * share]),
    ...(own === undefined ? [] : [own - named]),
  ];
  if (left.length === 0) return undefined;
  const unnamed = creditsPerDay - services.reduce((sum, one) => sum + one.creditsPerMonth, 0) / 30;
  return { planned: Math.max(0, Math.min(...left)), fixed: service.name === undefined ? unnamed : named };
}

async function first(trx: Trx, service: ServiceConfig, { planned }: Plan, now: Date): Promise<LookPrice> {
  const price = await priceAhead(trx, service, planned, now);
  return { price, day: utcDay(now), planned: { [utcDay(now)]: planned } };
}

async function priceAhead(trx: Trx, service: ServiceConfig, planned: number, now: Date): Promise<number> {
  const usual = freshRhythm(now, { zone: 'UTC', standingOn: '', phase: 'active', cases: 1 });
  const queries = (await adaptiveQueries(trx, service.name)).map(({ operation, body, rhythm }) => ({
    credits: pricePerPage({ operation, body }, service.prices),
    perHour: filingsPerHour(rhythm ?? usual),
  }));
  return firstPrice(queries, planned);
}

async function later(trx: Trx, service: ServiceConfig, before: LookPrice, plan: Plan, now: Date): Promise<LookPrice> {
  const [firstDay = before.day] = Object.keys(before.planned).sort();
  const lines = (await listSpendingOfEach(trx, firstDay)).filter((line) => line.service === service.name);
  const spent = new Map<string, number>();
  for (const day of Object.keys(before.planned)) {
    const credits = lines.filter((line) => line.day === day).reduce((sum, line) => sum + line.credits, 0);
    spent.set(day, Math.max(0, credits - plan.fixed));
  }
  const ahead = await priceAhead(trx, service, plan.planned, now);
  return adjusted(before, utcDay(now), plan.planned, spent, ahead);
}
