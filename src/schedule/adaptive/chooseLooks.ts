import { hourMs } from '../../base/time.ts';
import type { Config, ServiceConfig, WatchConfig } from '../../config/config.ts';
import { adaptiveBounds, whileEnded } from '../../config/fields/schedule.ts';
import { pricePerPage } from '../../service/http/page.ts';
import { loadWatchQueries } from '../../store/claims/queries.ts';
import type { Store } from '../../store/store.ts';
import { urgentWeight } from './allowance.ts';
import { learnRhythm } from './learnRhythm.ts';
import { storeLook, type WaitingQuery, waitingQueries } from './lookQueries.ts';
import { courtWeek, nextLook, registerWeek } from './nextLook.ts';
import { priceOfDay } from './priceOfDay.ts';
import { filingsPerHour, isLongEnded } from './rhythm.ts';
import type { DueReason } from './whyThen.ts';

/**
 * Chooses the next look of each adaptive query that was checked completely since: learns from what the check found, and
 * moves its due times forward. Until then, and where this never runs, it is due by `atLeastEvery`. Harmless to repeat,
 * in any number of processes.
 * @returns how many were chosen
 * @throws what the first that failed threw, once the others were chosen
 */
export async function chooseLooks(store: Store, config: Config, now: Date): Promise<number> {
  let chosen = 0;
  const failed: unknown[] = [];
  if (!config.watches.some(({ schedule }) => adaptiveBounds(schedule) !== undefined)) return chosen;
  const waiting = await waitingQueries(store.db);
  if (waiting.length === 0) return chosen;
  const watches = new Map(config.watches.map((watch) => [watch.id, watch]));
  const price = await priceOfDay(store, config, now);
  for (const query of waiting) {
    await choose(store, { query, watches, price, service: config.service }, now).then(
      (count) => {
        chosen += count;
      },
      (error: unknown) => failed.push(error),
    );
  }
  if (failed.length > 0) throw failed[0];
  return chosen;
}

interface Choice {
  readonly query: WaitingQuery;
  readonly watches: ReadonlyMap<string, WatchConfig>;
  readonly price: number;
  readonly service: ServiceConfig;
}

async function choose(store: Store, { query, watches, price, service }: Choice, now: Date): Promise<number> {
  const asking = await loadWatchQueries(store.db, [query.queryId]);
  const own = asking.flatMap(({ watchId, schedule, timezone, baselineAt }) => {
    const bounds = adaptiveBounds(whileEnded(schedule, false));
    // A first check is due already: what is filed until it is made is missed.
    return bounds === undefined || baselineAt === null ? [] : [{ watchId, schedule, timezone, bounds }];
  });
  const [first] = own;
  if (first === undefined) return 0;
  const rhythm = await learnRhythm(store.db, query, first.timezone);
  const { zone } = rhythm;
  // A search by a party or a patent is there for new cases too.
  const isEnded = query.body.caseNumber !== undefined && isLongEnded(rhythm, now);
  const weight = own.some(({ watchId }) => watches.get(watchId)?.urgent) ? urgentWeight : 1;
  const credits = query.credits > 0 ? query.credits : pricePerPage(query, service.prices);
  const looks = own.map(({ watchId, schedule, bounds }) => {
    const look = nextLook({
      lastLook: query.lastLook,
      perHour: weight * filingsPerHour(rhythm),
      week: query.operation === 'pacer' ? courtWeek(zone) : registerWeek(String(query.body.source ?? ''), zone),
      lookPrice: price * credits,
      ...bounds,
    });
    const plain = whileEnded(schedule, isEnded);
    const monthly = new Date(query.lastLook.getTime() + (adaptiveBounds(plain)?.atLeastEveryHours ?? 0) * hourMs);
    return { watchId, schedule: plain, look, at: (isEnded ? monthly : look.at).toISOString() };
  });
  const [next] = looks.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  if (next === undefined) return 0;
  const reason: DueReason = {
    by: isEnded ? 'ended' : next.look.by,
    at: next.at,
    expected: next.look.expected / weight,
    phase: rhythm.phase,
    filingsPerWeek: filingsPerHour(rhythm) * 168,
    looksPerWeek: isEnded ? 7 / 30 : next.look.perWeek,
    worthMinutes: price * credits * 60,
  };
  await store.transaction((trx) => storeLook(trx, { query, rhythm, reason, due: looks }, now));
  return 1;
}
