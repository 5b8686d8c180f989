import type { Config } from '../config/config.ts';
import { nameAmongSeveral } from '../config/config.ts';
import { lastCosts } from '../database/claims/queries.ts';
import type { SpendingTable } from '../database/schema/ledgerTables.ts';
import type { Db } from '../database/store.ts';
import { type List, rowsOf } from '../pages/lists/list.ts';
import { visibleWatches } from '../people/viewer.ts';
import { utcDay, utcMonth } from '../schedule/budget.ts';
import { forecast } from '../schedule/forecast.ts';
import { listPauses } from '../schedule/pausesTable.ts';
import { creditsPerWatch } from '../snapshot/gaugesQueries.ts';
import { listSpending, listSpendingOfEach } from '../snapshot/spendingTable.ts';

const dayMs = 86_400_000;
const daysBack = 365;

/** What each watch cost this month and will cost in the coming one, as files. */
export const creditsList: List = {
  path: '/credits',
  async load({ store, config }, { now, viewer }) {
    const watches = visibleWatches(config.watches, viewer);
    const ids = watches.map(({ watch }) => watch.id);
    const spent = await creditsPerWatch(store.db, ids, `${utcMonth(now)}-01T00:00:00.000Z`);
    const plan = forecast(config, await lastCosts(store.db), now, await listPauses(store.db));
    return rowsOf('credits', watches, ({ watch, title }) => ({
      watch: title,
      matter: watch.matter,
      month: utcMonth(now),
      credits: spent.get(watch.id) ?? 0,
      coming30Days: plan.watches.find((one) => one.watch === watch.id)?.creditsPerMonth ?? 0,
    }));
  },
};

/** What was spent each day of a year (UTC), by operation and by service where there are several, as files. */
export const creditDaysList: List = {
  path: '/credits/days',
  async load({ store, config }, { now, viewer }) {
    // The ledger is of all matters together.
    if (viewer.matters !== 'all') return undefined;
    const days = await spendingLines(store.db, config, utcDay(new Date(now.getTime() - daysBack * dayMs)));
    return rowsOf('credits-by-day', days, ({ day, operation, service, requests, credits }) => ({
      day,
      ...(service !== undefined && { service }),
      operation: operation === 'pacer' ? 'dockets' : 'designs',
      requests,
      credits,
    }));
  },
};

/** A line of the ledger; with the name of the service where there are several. */
export interface SpendingLine extends SpendingTable {
  readonly service?: string | undefined;
}

/** What was spent from a day on (`YYYY-MM-DD`, UTC), the last day first: by operation, and by service where there are several. */
export async function spendingLines(
  db: Db,
  config: Pick<Config, 'services'>,
  sinceDay: string,
): Promise<SpendingLine[]> {
  if (nameAmongSeveral(config, undefined) === undefined) return listSpending(db, sinceDay);
  const lines = await listSpendingOfEach(db, sinceDay);
  return lines.map((line) => ({ ...line, service: nameAmongSeveral(config, line.service) }));
}
