import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { loadConfig } from '../src/config/loadConfig.ts';
import { forecast } from '../src/schedule/forecast.ts';
import { syncWatches } from '../src/schedule/syncWatches.ts';
import { openStore } from '../src/store/store.ts';
import { type Benchmark, type Figure, median } from './parts/figures.ts';
import { writeManyWatches } from './parts/manyWatches.ts';
import { startDaemon } from './parts/startDaemon.ts';
import { newFolder } from './parts/workshop.ts';

const count = 10_000;
const runs = 5;
const idleSeconds = 10;

export const benchmark: Benchmark = {
  title: `${count.toLocaleString('en')} watches`,
  async measure() {
    const folder = newFolder();
    const file = writeManyWatches(folder, { count, url: 'http://127.0.0.1:9' });
    const figures = [await readAndPlan(file, folder), ...(await idleFigures(file, folder))];
    rmSync(folder, { recursive: true });
    return figures;
  },
};

async function readAndPlan(file: string, folder: string): Promise<Figure> {
  const parts: { read: number; stored: number; planned: number }[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedMs = performance.now();
    const config = loadConfig({ file, env: {}, cwd: folder });
    const readMs = performance.now();
    const store = await openStore(`${config.database}.${run}`);
    const openedMs = performance.now();
    await syncWatches(store, config, new Date());
    const storedMs = performance.now();
    forecast(config, new Map(), new Date());
    const planned = performance.now() - storedMs;
    parts.push({ read: readMs - startedMs, stored: storedMs - openedMs, planned });
    await store.close();
  }
  const seconds = (part: 'read' | 'stored' | 'planned') => median(parts.map((run) => run[part])) / 1000;
  return {
    what: 'their YAML read and checked, their due times stored, their cost planned',
    measured: median(parts.map(({ read, stored, planned }) => read + stored + planned)) / 1000,
    atMost: 2,
    unit: 's',
    note: `${seconds('read').toFixed(2)} s, ${seconds('stored').toFixed(2)} s and ${seconds('planned').toFixed(2)} s`,
  };
}

async function idleFigures(file: string, folder: string): Promise<Figure[]> {
  const empty = newFolder();
  const none = await idle(writeManyWatches(empty, { count: 0, url: 'http://127.0.0.1:9' }));
  rmSync(empty, { recursive: true });
  await settle(file, folder);
  const many = await idle(file);
  const ofNode = ({ filesMb }: Memory) => `${filesMb.toFixed(0)} MB of it Node's own program, which processes share`;
  const when = `${idleSeconds} s after its start, at most ${many.peakMb.toFixed(0)} MB until then`;
  return [
    {
      what: 'memory of the idle daemon (RSS)',
      measured: many.rssMb,
      atMost: 150,
      unit: 'MB',
      note: `${ofNode(many)}; ${when}`,
    },
    { what: 'the same with no watch', measured: none.rssMb, unit: 'MB', note: ofNode(none) },
  ];
}

/** As it is after a first round: every watch known, with a baseline, and none due for a day. */
async function settle(file: string, folder: string): Promise<void> {
  const config = loadConfig({ file, env: {}, cwd: folder });
  const store = await openStore(config.database);
  await syncWatches(store, config, new Date());
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await store.db.updateTable('watch_queries').set({ next_due_at: later, baseline_at: later }).execute();
  await store.close();
}

interface Memory {
  readonly rssMb: number;
  /** Of it what is mapped from files. */
  readonly filesMb: number;
  readonly peakMb: number;
}

/** The daemon itself, as `tipstaff run` starts it, none of its watches due. */
async function idle(file: string): Promise<Memory> {
  const daemon = await startDaemon(file);
  await after(idleSeconds * 1000);
  const status = readFileSync(`/proc/${daemon.pid}/status`, 'utf8');
  const megabytes = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6;
  const memory = { rssMb: megabytes('VmRSS'), filesMb: megabytes('RssFile'), peakMb: megabytes('VmHWM') };
  await daemon.stop();
  return memory;
}
