import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utcDay, utcMonth } from '../../../src/base/time.ts';
import { moveToNextSlot } from '../../../src/check/finishCheck.ts';
import type { Config } from '../../../src/config/config.ts';
import { loadConfig } from '../../../src/config/loadConfig.ts';
import { chooseNext } from '../../../src/schedule/adaptive/chooseNext.ts';
import { affords, everythingOf, startOfNext } from '../../../src/schedule/budget.ts';
import { priceOfDay } from '../../../src/schedule/costs.ts';
import { isDue } from '../../../src/schedule/nextDue.ts';
import { nudge } from '../../../src/schedule/nudges/nudgeQueries.ts';
import { queriesOf, syncWatches } from '../../../src/schedule/syncWatches.ts';
import { dueQueries, nextDueAt, settleNudge } from '../../../src/store/claims/due.ts';
import { loadQuery, loadWatchQueries, noteBaseline, noteCheck } from '../../../src/store/claims/queries.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { insertCheck } from '../../../src/store/snapshot/checksTable.ts';
import { book, everything } from '../../../src/store/snapshot/ledgerTable.ts';
import type { Store, Trx } from '../../../src/store/store.ts';
import type { Outcome } from './fixed.ts';
import { type Life, weeks, yearEnd } from './world.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const credits = 12;

export interface Replay {
  readonly lives: readonly Life[];
  /** The number of cases that are active at any moment. */
  readonly cases: number;
  /** The credits to spend, as checks per case and week. */
  readonly looksPerWeek: number;
  /** The share of filings that a nudge announces, 5 to 25 minutes later. */
  readonly nudged?: number | undefined;
  readonly random: () => number;
}

/**
 * Runs a year of adaptive watches in a real store, with the real policy, due times, budget and nudges. The clock is
 * simulated, and so is the check: it only stores what has been filed so far.
 */
export async function replayAdaptive(replay: Replay): Promise<Outcome & { readonly budget: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-cadence-'));
  const config = loadConfig({ file: writeConfig(folder, replay), env: {}, cwd: folder });
  const store = await openStore(config.database);
  try {
    const world = {
      ...replay,
      store,
      config,
      now: replay.lives.reduce((least, { from }) => Math.min(least, from), yearEnd),
    };
    const outcome = await run(world);
    return { ...outcome, budget: (config.budget.perMonth ?? 0) * 12 };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

function writeConfig(folder: string, { lives, cases, looksPerWeek }: Replay): string {
  const file = join(folder, 'watches.yaml');
  const perMonth = Math.round((cases * looksPerWeek * weeks * credits) / 12);
  const whole = {
    service: { baseUrl: 'http://127.0.0.1:1', token: 'bench', prices: { pacer: credits, wipo: 2, litigation: 12 } },
    spreadSeconds: 0,
    retainRawDays: 0,
    database: join(folder, 'tipstaff.db'),
    budget: { perMonth },
    defaults: { notify: [], announce: false, schedule: 'adaptive', atLeastEvery: '7d', atMostEvery: '30m' },
    watches: lives.map(({ id, number, zone }) => ({ id, timezone: zone, dockets: { caseNumber: number } })),
  };
  writeFileSync(file, JSON.stringify(whole));
  return file;
}

interface World extends Replay {
  readonly store: Store;
  readonly config: Config;
  now: number;
}

interface Event {
  readonly at: number;
  readonly isMove: boolean;
  act(): Promise<void>;
}

async function run(world: World): Promise<Outcome> {
  const { store, config, lives } = world;
  const queries = new Map(config.watches.map((watch, index) => [queriesOf(watch)[0]?.id ?? '', lives[index]] as const));
  const found = new Map(lives.map((life) => [life.id, [] as number[]]));
  const events = eventsOf(world);
  let looks = 0;
  let active = activeAt(world);
  const spent = new Map<string, number>();
  for (;;) {
    const due = (await nextDueAt(store.db))?.getTime() ?? Number.POSITIVE_INFINITY;
    const event = events[0];
    world.now = Math.max(world.now, Math.min(due, event?.at ?? Number.POSITIVE_INFINITY));
    if (world.now >= yearEnd) break;
    if (event !== undefined && event.at <= world.now) {
      events.shift();
      await event.act();
      if (event.isMove) active = activeAt(world);
      continue;
    }
    const now = new Date(world.now);
    for (const queryId of await dueQueries(store.db, now, 100)) {
      const life = queries.get(queryId);
      const month = utcMonth(now);
      const before = spent.get(month) ?? 0;
      const spentNow = { spent: { today: 0, thisMonth: before }, reserved: 0 };
      const { ok } = affords(everythingOf(config.budget), credits, spentNow);
      if (ok && life !== undefined) {
        spent.set(month, before + credits);
        looks += 1;
      }
      const price = await priceOfDay(store.db, active, now);
      await look(world, { queryId, price }, ok ? life : undefined, found.get(life?.id ?? '') ?? []);
    }
  }
  const delays = lives.flatMap(({ id, filed, from, until }) =>
    filed.flatMap((at, index) => (at < from || at >= until ? [] : [((found.get(id)?.[index] ?? until) - at) / hourMs])),
  );
  return { delays, looks };
}

/** The config at the current moment, with only the watches of active cases. */
function activeAt({ lives, config, now }: World): Config {
  const ids = new Set(lives.filter(({ from, until }) => from <= now && now < until).map(({ id }) => id));
  return { ...config, watches: config.watches.filter(({ id }) => ids.has(id)) };
}

/**
 * Stores what a check leaves behind, without its request, comparison and alerts, which decide nothing here.
 * @param life undefined when the budget cannot pay for the check
 */
async function look(
  { store, config, now }: World,
  { queryId, price }: { readonly queryId: string; readonly price: number },
  life: Life | undefined,
  found: number[],
): Promise<void> {
  const at = new Date(now);
  const iso = at.toISOString();
  await store.transaction(async (trx) => {
    const due = (await loadWatchQueries(trx, [queryId])).filter((one) => isDue(one, at));
    const nudgedAt = await settleNudge(trx, queryId, { startedAt: at, wasRead: true });
    const retryAt = life === undefined ? startOfNext('month', at) : nudgedAt;
    await moveToNextSlot(trx, queryId, due, { now: at, spreadSeconds: config.spreadSeconds, retryAt });
    if (life === undefined) return;
    await book(trx, [{ account: everything, day: utcDay(at), operation: 'pacer', requests: 1, credits }]);
    const row = {
      queryId,
      startedAt: iso,
      endedAt: iso,
      outcome: 'complete',
      reason: null,
      requests: 1,
      credits,
    } as const;
    const checkId = await insertCheck(trx, { ...row, hits: 1, total: 1, evidence: {} });
    await noteCheck(trx, queryId, { checkId, complete: true, failures: 0 });
    await show(trx, queryId, life, found, { checkId, now });
    const query = await loadQuery(trx, queryId);
    if (query === undefined) return;
    const check = { id: checkId, startedAt: iso, credits };
    await chooseNext(trx, { query, check, price, config }, at);
  });
}

/** Stores the entries of a case that are filed by now, and the first time also the case itself. */
async function show(
  trx: Trx,
  queryId: string,
  life: Life,
  found: number[],
  { checkId, now }: { checkId: number; now: number },
) {
  const count = life.filed.findLastIndex((at) => at <= now) + 1;
  const at = new Date(now).toISOString();
  const known = await trx.selectFrom('records').select('id').where('key', '=', life.id).executeTakeFirst();
  if (known === undefined) {
    const body = JSON.stringify({
      courtId: life.court,
      docketNumber: life.number,
      dateFiled: dayOf(life.opened + 12 * hourMs, life),
    });
    const record = { type: 'docket', key: life.id, body, shown_hash: '', first_seen_at: at, changed_at: at } as const;
    await trx
      .insertInto('records')
      .values({ ...record, other_key: null, terminated: null, expires: null })
      .execute();
    const record_id = trx.selectFrom('records').select('id').where('key', '=', life.id);
    await trx
      .insertInto('memberships')
      .values({ query_id: queryId, record_id, found_check: checkId, gone_check: null })
      .execute();
    const done = { watchId: life.id, queryId, baselineStartedAt: at, baselineTries: 1, baselineAt: at };
    await noteBaseline(trx, done);
  }
  if (count === found.length) return;
  const { id } = await trx.selectFrom('records').select('id').where('key', '=', life.id).executeTakeFirstOrThrow();
  const entries = life.filed.slice(found.length, count).map((filed, index) => ({
    record_id: id,
    seq: found.length + index + 1,
    document_number: String(found.length + index + 1),
    date_filed: dayOf(filed, life),
    description: 'NOTICE',
    document_href: null,
    pdf_url: '',
    more: null,
    first_check: checkId,
    reading: JSON.stringify({}),
    entry_type: null,
  }));
  await trx.insertInto('entries').values(entries).execute();
  while (found.length < count) found.push(now);
}

function dayOf(at: number, { zone }: Life): string {
  return new Date(at).toLocaleDateString('sv-SE', { timeZone: zone });
}

/** The events of the year: watches start and end with their cases, and nudges follow filings. */
function eventsOf(world: World): Event[] {
  const { store, config, lives, nudged = 0, random } = world;
  const sync = async () => {
    const { watches } = activeAt(world);
    await syncWatches(store, { watches, spreadSeconds: 0 }, new Date(world.now));
  };
  const moves = [...new Set(lives.map(({ from }) => from))].map((at) => ({ at, isMove: true, act: sync }));
  const queries = new Map(config.watches.map((watch) => [watch.id, queriesOf(watch)[0]?.id ?? '']));
  const nudges = lives.flatMap(({ id, filed, from, until }) =>
    filed.flatMap((at): Event[] => {
      const seenAt = at + (5 + 20 * random()) * minuteMs;
      if (at < from || seenAt >= until || random() >= nudged) return [];
      const seen = { source: 'court-feeds', seenAt: new Date(seenAt), expectedFilings: 1 };
      return [
        {
          at: seenAt,
          isMove: false,
          act: async () => void (await store.transaction((trx) => nudge(trx, queries.get(id) ?? '', seen))),
        },
      ];
    }),
  );
  return [...moves, ...nudges].sort((a, b) => a.at - b.at);
}
