import { rmSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { designAnswer, docketAnswer } from './parts/answers.ts';
import { type Answers, askWhile } from './parts/askWhile.ts';
import { type Benchmark, type Figure, quantile } from './parts/figures.ts';
import { lateness } from './parts/lateness.ts';
import { askedName, requestsPerSecond, writeManyWatches } from './parts/manyWatches.ts';
import { oneCore } from './parts/oneCore.ts';
import { type RunningDaemon, startDaemon } from './parts/startDaemon.ts';
import { type AnswerServer, startServer } from './parts/startServer.ts';
import { newFolder } from './parts/workshop.ts';

const count = 10_000;
const minuteMs = 60_000;
/** One watch in so many has news in the minute. */
const newsEvery = 100;

const core = oneCore();
const where = core === undefined ? 'on all cores: this system has no taskset' : 'on one core';

export const benchmark: Benchmark = {
  title: `${count.toLocaleString('en')} watches due in one minute: the daemon ${where}, with a service that answers at once`,
  async measure() {
    const server = await startServer();
    await stock(server, 0);
    const folder = newFolder();
    // Once a year: nothing falls due by itself while this runs.
    const file = writeManyWatches(folder, { count, url: server.url, schedule: '0 7 1 1 *' });
    const daemon = await startDaemon(file, { LOG_LEVEL: 'info' }, core);
    const store = new SQLite(`${folder}/tipstaff.db`);
    const bench: Bench = { server, daemon, store };
    const figures = [
      ...(await round(bench, 'all due at once, for the first time', 1)),
      ...(await dueAtOnce(bench)),
      ...(await dueInTheMinute(bench)),
      await requestsTooMany(server),
    ];
    store.close();
    await daemon.stop();
    server.stop();
    rmSync(folder, { recursive: true });
    return figures;
  },
};

interface Bench {
  readonly server: AnswerServer;
  readonly daemon: RunningDaemon;
  readonly store: SQLite.Database;
}

async function stock(server: AnswerServer, newEntries: number, every = 1): Promise<void> {
  const shelves = Array.from({ length: count / every }, (_, place) => {
    const index = place * every;
    const answer =
      index % 2 === 0
        ? docketAnswer({ dockets: 1, entries: 5, newEntries, firstId: index })
        : designAnswer({ designs: 2, firstId: 2 * index });
    return { name: askedName(index), answers: [answer] };
  });
  await server.stock(...shelves);
}

/** As fast as it goes: what one core does in a second is the measure, and the pace of the config the most that it may. */
async function dueAtOnce(bench: Bench): Promise<Figure[]> {
  const due = Date.now();
  bench.store.prepare('update watch_queries set next_due_at = ?').run(new Date(due).toISOString());
  const which = 'all due at once, without news';
  const figures = await round(bench, which, 2);
  const late = await lateMs(bench, () => due);
  return [
    ...figures,
    {
      what: `${which}: the last one after its turn`,
      measured: Math.max(...late) / 1000,
      unit: 's',
      note: `a pace of ${requestsPerSecond} a second gives the last one its turn after ${count / requestsPerSecond} s`,
    },
  ];
}

/** Evenly over the minute, one in a hundred with news: about 167 a second, which the pace does not hold back. */
async function dueInTheMinute(bench: Bench): Promise<Figure[]> {
  await stock(bench.server, 1, newsEvery);
  const beginsAt = Date.now() + 1000;
  const dueOf = (index: number) => Math.round(beginsAt + (index / count) * minuteMs);
  const setDue = bench.store.prepare('update watch_queries set next_due_at = ? where watch_id = ?');
  bench.store.transaction(() => {
    for (let index = 0; index < count; index += 1) setDue.run(new Date(dueOf(index)).toISOString(), `watch-${index}`);
  })();
  const which = 'due evenly over the minute';
  const figures = await round(bench, which, 3, minuteMs / 1000 + 2);
  const late = await lateMs(bench, dueOf);
  const note = 'behind the moment when it is due, or when the pace allows it';
  return [
    ...figures,
    { what: `${which}: late, the worst of all`, measured: Math.max(...late) / 1000, atMost: 1, unit: 's', note },
    { what: `${which}: late, 99th percentile`, measured: quantile(late, 0.99) / 1000, unit: 's' },
    deliveryFigure(bench.store, which, beginsAt),
  ];
}

/** Waits until each watch was checked once more: so often that makes `times`. */
async function round(bench: Bench, which: string, times: number, withinSeconds = 60): Promise<Figure[]> {
  const { store, daemon } = bench;
  const startedMs = performance.now();
  const checked = store.prepare('select count(*) from checks').pluck();
  await lagMs(daemon);
  const answers = await askWhile(daemon.url, () => Number(checked.get()) >= times * count);
  const seconds = (performance.now() - startedMs) / 1000;
  const twice = 'select count(*) from (select 1 from checks group by query_id having count(*) <> ?)';
  const rate = `${Math.round(count / seconds)} checks a second`;
  return [
    { what: `${which}: until all are checked`, measured: seconds, atMost: withinSeconds, unit: 's', note: rate },
    {
      what: `${which}: watches not checked exactly once`,
      measured: Number(store.prepare(twice).pluck().get(times)),
      atMost: 0,
      unit: 'count',
    },
    {
      what: `${which}: event-loop lag, 99th percentile`,
      measured: await lagMs(daemon),
      atMost: 100,
      unit: 'ms',
      note: 'as the daemon measures it (/metrics)',
    },
    ...answerFigures(which, answers),
  ];
}

function answerFigures(which: string, { health, page }: Answers): Figure[] {
  const figure = (path: string, answersMs: readonly number[]): Figure => ({
    what: `${which}: ${path} answers, 99th percentile`,
    measured: quantile(answersMs, 0.99),
    atMost: 100,
    unit: 'ms',
    note: `of ${answersMs.length}; half of them within ${quantile(answersMs, 0.5).toFixed(0)} ms`,
  });
  return [figure('/healthz', health), figure('/', page)];
}

/** By when the service was asked: it notes the last time of each name. */
async function lateMs({ server }: Bench, dueOf: (index: number) => number): Promise<number[]> {
  const { servedAt } = await server.served();
  const calls = Array.from({ length: count }, (_, index) => {
    return { due: dueOf(index), started: servedAt.get(askedName(index)) ?? Number.POSITIVE_INFINITY };
  });
  return lateness(calls, 1000 / requestsPerSecond);
}

function deliveryFigure(store: SQLite.Database, which: string, since: number): Figure {
  const alerts = store
    .prepare("select created_at, ended_at from alerts where kind = 'changes' and created_at >= ?")
    .all(new Date(since).toISOString()) as { created_at: string; ended_at: string | null }[];
  const tookMs = alerts.map(({ created_at: from, ended_at: to }) =>
    to === null ? Number.POSITIVE_INFINITY : Date.parse(to) - Date.parse(from),
  );
  return {
    what: `${which}: from a change found to its alert handed over, 99th percentile`,
    measured: quantile(tookMs, 0.99) / 1000,
    atMost: 1,
    unit: 's',
    note: `${alerts.length} alerts, of ${count / newsEvery} watches with news`,
  };
}

/** Of the time since it was asked for last. */
async function lagMs(daemon: RunningDaemon): Promise<number> {
  const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]);
}

async function requestsTooMany(server: AnswerServer): Promise<Figure> {
  const { requests } = await server.served();
  return {
    what: 'requests beyond one a watch and time',
    measured: requests - 3 * count,
    atMost: 0,
    unit: 'count',
    note: `${requests} in all`,
  };
}
