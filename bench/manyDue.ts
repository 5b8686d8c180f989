import { rmSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { designAnswer, docketAnswer } from './parts/answers.ts';
import { type Benchmark, type Figure, quantile } from './parts/figures.ts';
import { askedName, writeManyWatches } from './parts/manyWatches.ts';
import { type RunningDaemon, startDaemon } from './parts/startDaemon.ts';
import { type AnswerServer, startServer } from './parts/startServer.ts';
import { newFolder } from './parts/workshop.ts';

const count = 10_000;
const withinSeconds = 60;
const probeEveryMs = 20;

export const benchmark: Benchmark = {
  title: `${count.toLocaleString('en')} watches due at one moment: the daemon, with a service that answers at once`,
  async measure() {
    const server = await startServer();
    await stock(server);
    const folder = newFolder();
    // Once a year: nothing falls due by itself while this runs.
    const file = writeManyWatches(folder, { count, url: server.url, schedule: '0 7 1 1 *' });
    const daemon = await startDaemon(file, { LOG_LEVEL: 'info' });
    const store = new SQLite(`${folder}/tipstaff.db`);
    const figures = [
      ...(await round(store, daemon, 'the first time', 1)),
      ...(await round(store, daemon, 'without news', 2)),
    ];
    const { requests } = await server.served();
    figures.push({
      what: 'requests beyond one a watch and time',
      measured: requests - 2 * count,
      atMost: 0,
      unit: 'count',
      note: `${requests} in all`,
    });
    store.close();
    await daemon.stop();
    server.stop();
    rmSync(folder, { recursive: true });
    return figures;
  },
};

async function stock(server: AnswerServer): Promise<void> {
  const shelves = Array.from({ length: count }, (_, index) => ({
    name: askedName(index),
    answers: [
      index % 2 === 0
        ? docketAnswer({ dockets: 1, entries: 5, firstId: index })
        : designAnswer({ designs: 2, firstId: 2 * index }),
    ],
  }));
  await server.stock(...shelves);
}

/** Makes every watch due now, and waits until each was checked once more: so often that makes `times`. */
async function round(store: SQLite.Database, daemon: RunningDaemon, which: string, times: number): Promise<Figure[]> {
  const dueAt = new Date().toISOString();
  if (times > 1) store.prepare('update watch_queries set next_due_at = ?').run(dueAt);
  const startedMs = performance.now();
  const answersMs: number[] = [];
  const checked = store.prepare('select count(*) from checks').pluck();
  await fetch(`${daemon.url}/metrics`);
  for (let probe = 0; ; probe += 1) {
    const askedMs = performance.now();
    await (await fetch(`${daemon.url}/healthz`)).text();
    answersMs.push(performance.now() - askedMs);
    if (probe % 10 === 0 && Number(checked.get()) >= times * count) break;
    await after(probeEveryMs);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const twice = Number(
    store
      .prepare('select count(*) from (select 1 from checks group by query_id having count(*) <> ?)')
      .pluck()
      .get(times),
  );
  const rate = `${Math.round(count / seconds)} checks a second`;
  return [
    { what: `${which}: until all are checked`, measured: seconds, atMost: withinSeconds, unit: 's', note: rate },
    { what: `${which}: watches not checked exactly once`, measured: twice, atMost: 0, unit: 'count' },
    {
      what: `${which}: event-loop lag, 99th percentile`,
      measured: 1000 * (await lagSeconds(daemon)),
      atMost: 100,
      unit: 'ms',
      note: 'as the daemon measures it (/metrics)',
    },
    {
      what: `${which}: /healthz answers, 99th percentile`,
      measured: quantile(answersMs, 0.99),
      atMost: 100,
      unit: 'ms',
    },
  ];
}

async function lagSeconds(daemon: RunningDaemon): Promise<number> {
  const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]);
}
