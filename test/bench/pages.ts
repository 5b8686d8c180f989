import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { daysAgo } from '../../src/base/time.ts';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { openStore } from '../../src/store/openStore.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { type Benchmark, type Figure, median } from './parts/figures.ts';
import { fillPages } from './parts/fillPages.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

const asked = 30;
const warmUp = 3;
const boundMs = 50;

const docketWatches = Array.from({ length: 20 }, (_, index) => ({
  id: `cases-${index}`,
  matter: `M-${index % 5}`,
  dockets: { companyName: `Rival ${index}` },
}));
const designWatches = Array.from({ length: 4 }, (_, index) => ({
  id: `designs-${index}`,
  matter: `M-${index % 5}`,
  designs: { source: 'HAGUE', holder: `Rival ${index}` },
}));

/** Watches of one company each. `fillPages` gives each of them ten cases that a larger watch holds too. */
const small = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `small-${index}`,
    name: `Company number ${index} in court`,
    matter: `M-2026-${index % 500}`,
    dockets: { companyName: `Company ${index}` },
  }));

/** One page of each kind, and lists with filters and further pages. */
const addresses = [
  '/',
  '/watches',
  '/watches/cases-3',
  '/watches/small-77',
  '/new-watch',
  '/cases',
  '/cases?state=open',
  '/cases?state=ended',
  '/cases?watch=cases-3',
  '/cases/100000300',
  '/designs',
  '/designs?locarno=09-01&status=ACT',
  '/designs?status=ACT',
  '/designs/HAGUE.D000042',
  '/calendar',
  '/changes',
  '/changes?why=Filler%20300%20Co',
  '/import',
  '/nudges',
  '/matters',
  '/matters/M-3',
  '/matters/M-2026-77',
  '/alerts',
  '/alerts/200',
  '/checks',
  '/checks/200',
  '/credits',
  '/search?q=Filler%20300%20Co',
];

/**
 * How long the server takes for each page, with a store as years fill it. The way over the
 * loopback interface is included.
 */
export const benchmark: Benchmark = async ({ full }) => {
  const cases = full ? 100_000 : 10_000;
  const watches = [...docketWatches, ...designWatches];
  const folder = newFolder();
  const file = writeConfig(folder, 'http://127.0.0.1:1', {
    watches: [...watches, ...small(full ? 10_000 - watches.length : 100)],
    http: { port: 0 },
    nudges: { feeds: { type: 'feeds' } },
  });
  const config = loadConfig({ file, env: {}, cwd: folder });
  const now = new Date();
  const figures = await measured(config, cases, now);
  rmSync(folder, { recursive: true });
  return figures;
};

async function measured(config: Config, cases: number, now: Date): Promise<Figure[]> {
  const store = await openStore(config.database);
  await syncWatches(store, config, new Date(daysAgo(now, 365)));
  fillPages(config, cases, now);
  const clock = () => now;
  const metrics = await startMetrics(store, clock);
  const web = await startWeb({ store, config, metrics, clock, log: pino({ level: 'error' }) });
  const beside = `${cases.toLocaleString('en')} cases and ${config.watches.length.toLocaleString('en')} watches`;
  const figures: Figure[] = [];
  for (const address of addresses) figures.push(await ask(web.url, address, beside));
  await web.close();
  await store.close();
  return figures;
}

/**
 * 95 of 100 responses keep our process busy no longer than `measured`. That is what a request takes on a machine with
 * nothing else to do; the clock would include whatever else this machine does. The note has the time by the clock.
 */
async function ask(url: string, address: string, beside: string): Promise<Figure> {
  const times: { wallMs: number; busyMs: number }[] = [];
  let bytes = 0;
  for (let turn = 0; turn < warmUp + asked; turn += 1) {
    const before = process.cpuUsage();
    const startedMs = performance.now();
    const response = await fetch(url + address);
    bytes = (await response.text()).length;
    const wallMs = performance.now() - startedMs;
    const { user, system } = process.cpuUsage(before);
    if (!response.ok) throw new Error(`${address} responds with ${response.status}.`);
    if (turn >= warmUp) times.push({ wallMs, busyMs: (user + system) / 1000 });
  }
  const [wall, busy] = [times.map(({ wallMs }) => wallMs), times.map(({ busyMs }) => busyMs)];
  return {
    what: `page ${address} beside ${beside}, busy, p95`,
    measured: p95(busy),
    atMost: boundMs,
    unit: 'ms',
    note: `median ${median(busy).toFixed(1)} ms; on the clock ${median(wall).toFixed(1)} ms, p95 ${p95(wall).toFixed(0)} ms; ${Math.round(bytes / 1000)} KB`,
  };
}

function p95(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.ceil(numbers.length * 0.95) - 1] ?? Number.NaN;
}
