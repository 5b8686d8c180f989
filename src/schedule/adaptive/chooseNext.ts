import { dayMs, hourMs, utcDay } from '../../base/time.ts';
import { type Config, watchesById } from '../../config/config.ts';
import { adaptiveBounds, whileEnded } from '../../config/fields/schedule.ts';
import { pricePerPage, type Query } from '../../records/query.ts';
import { loadWatchQueries } from '../../store/claims/queries.ts';
import type { Db, Trx } from '../../store/store.ts';
import type { DueReason } from '../describeSchedule.ts';
import { casesHeld, changedSince, endsOfCases, filedSince, loadRhythm, storeChosen } from './adaptiveQueries.ts';
import {
  courtWeek,
  filingsPerHour,
  freshRhythm,
  historyDays,
  learn,
  nextCheck,
  type Rhythm,
  registerWeek,
  usualOfCases,
  usualOfRegister,
} from './nextCheck.ts';
import { urgentWeight } from './spending.ts';

export interface EndedCheck {
  readonly query: Query;
  readonly check: { readonly id: number; readonly startedAt: string; readonly credits: number };
  readonly price: number; // Price of a credit in hours that filings wait (`priceOfDay`).
  readonly config: Pick<Config, 'service' | 'watches'>;
  readonly nudged: boolean; // True if a nudge is still to be followed.
}

/** Runs in the transaction that ends the check. Leaves a due time that has passed, is held or was nudged forward. */
export async function chooseNext(trx: Trx, ended: EndedCheck, now: Date): Promise<void> {
  const { query, check, price, config, nudged } = ended;
  const startedAt = new Date(check.startedAt);
  const adaptive = (await loadWatchQueries(trx, [query.id])).flatMap((one) => {
    const bounds = adaptiveBounds(whileEnded(one.schedule, false));
    return bounds === undefined || one.baselineAt === null ? [] : [{ ...one, bounds }];
  });
  const [first] = adaptive;
  if (first === undefined) return;
  const ends = query.operation === 'pacer' ? await endsOfCases(trx, query.id) : [];
  const rhythm = await learnRhythm(trx, ended, { timezone: first.timezone, ended: ends });
  const isEnded = await isLongEnded(trx, query, ends, now);
  const watches = watchesById(config.watches);
  const weight = adaptive.some(({ watchId }) => watches.get(watchId)?.urgent) ? urgentWeight : 1;
  const { zone } = rhythm;
  const perHour = filingsPerHour(rhythm);
  const checkPrice = price * (check.credits > 0 ? check.credits : pricePerPage(query, config.service.prices));
  const chosen = adaptive.map(({ watchId, schedule, nextDueAt, bounds }) => {
    const plain = whileEnded(schedule, isEnded);
    const planned = nextCheck({
      lastCheck: startedAt,
      perHour: weight * perHour,
      week: query.operation === 'pacer' ? courtWeek(zone) : registerWeek(String(query.body.source ?? ''), zone),
      checkPrice,
      ...bounds,
    });
    const monthly = new Date(startedAt.getTime() + (adaptiveBounds(plain)?.atLeastEveryHours ?? 0) * hourMs);
    return { watchId, schedule: plain, nextDueAt, planned, at: (isEnded ? monthly : planned.at).toISOString() };
  });
  const [next] = chosen.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  if (next === undefined) return;
  const reason: DueReason = {
    by: isEnded ? 'ended' : next.planned.by,
    at: next.at,
    expected: next.planned.expected / weight,
    filingsPerWeek: perHour * 168,
    worthMinutes: checkPrice * 60,
  };
  const pace = isEnded ? 7 / 30 : next.planned.perWeek;
  const due = chosen.map(({ watchId, schedule, nextDueAt, at }) => {
    const stays = nextDueAt === null || nextDueAt <= now.toISOString() || (nudged && nextDueAt < at);
    return { watchId, schedule, nextDueAt: stays ? nextDueAt : at };
  });
  await storeChosen(trx, query.id, { rhythm, reason, pace, due });
}

/** A filing dated this long before the previous check is a backfill and says nothing about the rate of news. */
const backfillDays = 7;
/** The first days of a case bring the papers filed with the complaint, which say little about later news. */
const openingDays = 3;

async function learnRhythm(
  db: Db,
  { query, check }: EndedCheck,
  { timezone, ended }: { readonly timezone: string; readonly ended: readonly string[] },
): Promise<Rhythm> {
  const { id, operation } = query;
  const startedAt = new Date(check.startedAt);
  const before = await loadRhythm(db, id);
  if (operation === 'wipo') {
    const rhythm = before ?? freshRhythm(startedAt, { zone: timezone, usual: usualOfRegister });
    const changed = before === undefined ? [] : await changedSince(db, id, before.check);
    return learn(rhythm, changed, startedAt, check.id);
  }
  const usual = usualOfCases(ended.length === 0 ? 1 : ended.filter((day) => day === '').length);
  if (before !== undefined) {
    const since = utcDay(new Date(Date.parse(before.asOf) - backfillDays * dayMs));
    return learn({ ...before, usual }, await filedSince(db, id, before.check, since), startedAt, check.id);
  }
  const { opened, zone } = await casesHeld(db, id, timezone);
  const begun = opened === undefined ? startedAt.getTime() : Date.parse(opened) + openingDays * dayMs;
  const earliest = startedAt.getTime() - historyDays * dayMs;
  const since = new Date(Math.min(startedAt.getTime(), Math.max(begun, earliest)));
  return learn(freshRhythm(since, { zone, usual }), await filedSince(db, id, 0, utcDay(since)), startedAt, check.id);
}

const monthlyAfterDays = 182;

/** True for a case that ended long ago. A search by party or patent never ends, because it also finds new cases. */
async function isLongEnded(db: Db, { id, body }: Query, ended: readonly string[], now: Date): Promise<boolean> {
  const long = utcDay(new Date(now.getTime() - monthlyAfterDays * dayMs));
  if (body.caseNumber === undefined || ended.length === 0) return false;
  if (ended.some((day) => day === '' || day >= long)) return false;
  return (await filedSince(db, id, 0, long)).length === 0;
}
