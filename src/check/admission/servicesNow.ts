import type { Budget, Config } from '../../config/config.ts';
import { everyService, nameAmongSeveral } from '../../config/config.ts';
import type { Db } from '../../database/store.ts';
import { utcMonth } from '../../schedule/budget.ts';
import { spentByService } from '../../snapshot/spendingTable.ts';
import { utcDay } from '../../time.ts';
import { type KeySuspension, loadKeySuspension } from './keySuspension.ts';

/**
 * One of several services as it is now: whether its key works, and what was spent with it, in credits (days and months
 * are UTC).
 */
export interface ServiceNow {
  readonly service: string;
  readonly today: number;
  readonly thisMonth: number;
  /** Its own budget; the one of all services together applies as well. */
  readonly budget: Budget;
  /** Why its key is suspended; null while the key works. */
  readonly suspended: KeySuspension | null;
}

/**
 * Every service of a config that has several, the default one first. Empty for a config with one service: everything
 * about that one is shown elsewhere.
 */
export async function servicesNow(
  db: Db,
  config: Pick<Config, 'service'> & Partial<Pick<Config, 'services'>>,
  now: Date,
): Promise<ServiceNow[]> {
  if (nameAmongSeveral(config, undefined) === undefined) return [];
  const day = utcDay(now);
  const today = await spentByService(db, day, day);
  // Days are text and sort as text; no day sorts after `-31`.
  const thisMonth = await spentByService(db, `${utcMonth(now)}-01`, `${utcMonth(now)}-31`);
  const services: ServiceNow[] = [];
  for (const service of everyService(config)) {
    services.push({
      service: nameAmongSeveral(config, service.name) ?? '',
      today: today.get(service.name) ?? 0,
      thisMonth: thisMonth.get(service.name) ?? 0,
      budget: service.budget ?? {},
      suspended: (await loadKeySuspension(db, service)) ?? null,
    });
  }
  return services;
}
