import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import type { Benchmark, Figure } from './parts/figures.ts';
import { type RunningDaemon, startDaemon } from './parts/processes.ts';
import { designPage, docketPage } from './parts/responses.ts';
import { type Server, startServer } from './parts/server.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

const count = 10_000;
const idleSeconds = 10;
const longestSeconds = 300;

/** The daemon with 10,000 watches: first all due at one moment for their first check, then idle after a fresh start. */
export const benchmark: Benchmark = async () => {
  const server = await startServer();
  const folder = newFolder();
  const names = Array.from({ length: count }, (_, index) => `Company ${index}`);
  await stock(server, names);
  // Once a year: nothing becomes due again while this runs.
  const config = writeConfig(folder, server.url, {
    http: { port: 0 },
    defaults: { notify: ['counsel'], announce: false, schedule: '0 7 1 1 *' },
    watches: names.map((name, index) => watchOf(name, index)),
  });
  const figures = [...(await dueAtOnce(server, config, `${folder}/tipstaff.db`)), await idle(config)];
  server.stop();
  rmSync(folder, { recursive: true });
  return figures;
};

async function stock(server: Server, names: readonly string[]): Promise<void> {
  const shelves = names.map((name, index) => {
    const page = index % 2 === 0 ? docketPage(1, 5, { firstId: index }) : designPage(2, { firstId: 2 * index });
    return { name, responses: [page] };
  });
  await server.stock(...shelves);
}

function watchOf(name: string, index: number) {
  const search = index % 2 === 0 ? { dockets: { companyName: name } } : { designs: { source: 'HAGUE', holder: name } };
  return { id: `watch-${index}`, ...search };
}

async function dueAtOnce(server: Server, config: string, database: string): Promise<Figure[]> {
  const daemon = await startDaemon(config);
  const store = new SQLite(database);
  const makeDue = 'update watch_queries set next_due_at = ? where baseline_at is null';
  store.prepare(makeDue).run(new Date().toISOString());
  await lagMs(daemon);
  const startedMs = performance.now();
  const checked = store.prepare('select count(*) from checks').pluck();
  while (Number(checked.get()) < count && performance.now() - startedMs < longestSeconds * 1000) await pause(500);
  const seconds = (performance.now() - startedMs) / 1000;
  const lag = await lagMs(daemon);
  const once = 'select count(*) from (select 1 from checks group by query_id having count(*) = 1)';
  const checkedOnce = Number(store.prepare(once).pluck().get());
  store.close();
  await daemon.stop();
  const requests = await server.stock();
  const note = `all within ${seconds.toFixed(0)} s`;
  return [
    {
      what: `${count} due at once: not checked exactly once`,
      measured: count - checkedOnce,
      atMost: 0,
      unit: 'count',
      note,
    },
    {
      what: `${count} due at once: requests beyond one per query`,
      measured: requests - count,
      atMost: 0,
      unit: 'count',
    },
    { what: `${count} due at once: event-loop lag, 99th percentile`, measured: lag, atMost: 200, unit: 'ms' },
  ];
}

/** The lag since the last request for it, as the daemon measures it. */
async function lagMs({ url }: RunningDaemon): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]);
}

async function idle(config: string): Promise<Figure> {
  const daemon = await startDaemon(config);
  await pause(idleSeconds * 1000);
  const status = readFileSync(`/proc/${daemon.pid}/status`, 'utf8');
  const rssMb = (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
  await daemon.stop();
  const note = `${idleSeconds} s after its start`;
  return { what: `${count} watches, idle: memory of the daemon (RSS)`, measured: rssMb, atMost: 250, unit: 'MB', note };
}
