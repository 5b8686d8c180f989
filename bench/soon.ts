import { rmSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { docketAnswer } from './parts/answers.ts';
import { type Benchmark, type Figure, median, quantile } from './parts/figures.ts';
import { startDaemon } from './parts/startDaemon.ts';
import { type FarEnd, type Road, startFarEnd } from './parts/startFarEnd.ts';
import { type AnswerServer, startServer } from './parts/startServer.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

const seconds = 20;
const patienceSeconds = 60;
/** Slack takes one message a second of each: with these, each has a turn and a half for every alert that it is to take. */
const slackWebhooks = 150;

interface Load {
  readonly checksASecond: number;
  readonly changesACheck: number;
  /** Each check is told by each of them. */
  readonly roads: readonly Road[];
}

/** A hundred changes a second each. */
const loads: readonly Load[] = [
  { checksASecond: 10, changesACheck: 10, roads: ['mail', 'webhook'] },
  { checksASecond: 100, changesACheck: 1, roads: ['mail', 'webhook'] },
  { checksASecond: 100, changesACheck: 1, roads: ['slack'] },
];

export const benchmark: Benchmark = {
  title: "100 changes a second: from the service's answer to the far end's yes",
  async measure() {
    const figures: Figure[] = [];
    for (const load of loads) figures.push(...(await measureLoad(load)));
    return figures;
  },
};

async function measureLoad(load: Load): Promise<Figure[]> {
  // A watch is checked once, and its alerts tell the changes of that check.
  const count = seconds * load.checksASecond;
  const [server, farEnd, folder] = [await startServer(), await startFarEnd(), newFolder()];
  await stock(server, count, load.changesACheck);
  const daemon = await startDaemon(writeConfig(folder, server.url, settings(folder, farEnd, load, count)), {
    LOG_LEVEL: 'info',
  });
  const store = new SQLite(`${folder}/tipstaff.db`);
  const baselines = store.prepare('select count(*) from watch_queries where baseline_at is not null').pluck();
  await until(() => Number(baselines.get()) === count);
  fallDueOneByOne(store, count, load.checksASecond);
  await until(async () => (await farEnd.taken()).length >= load.roads.length * count, seconds);
  const [{ servedAt }, taken] = [await server.served(), await farEnd.taken()];
  store.close();
  await daemon.stop();
  server.stop();
  farEnd.stop();
  rmSync(folder, { recursive: true });
  return load.roads.map((road) => {
    const told = taken.filter((one) => one.road === road);
    const waits = told.map(({ docket, at }) => at - (servedAt.get(nameOf(Number(docket.slice(-5)) - 1)) ?? 0));
    return figureOf(load, road, count, waits);
  });
}

/** @param waitsMs of each message, from the answer that has its news to its being taken. */
function figureOf(load: Load, road: Road, count: number, waitsMs: readonly number[]): Figure {
  const by = road === 'slack' ? `${slackWebhooks} Slack webhooks` : road;
  return {
    what: `${load.checksASecond} checks a second that find ${load.changesACheck} each, ${by}: 99th percentile`,
    measured: waitsMs.length < count ? Number.POSITIVE_INFINITY : quantile(waitsMs, 0.99) / 1000,
    atMost: 1,
    unit: 's',
    note: `${waitsMs.length} of ${count} alerts taken; half of them within ${median(waitsMs)} ms`,
  };
}

const nameOf = (index: number) => `Firm ${index} Incorporated`;

async function stock(server: AnswerServer, count: number, changesACheck: number): Promise<void> {
  const answers = (firstId: number) =>
    [0, changesACheck].map((newEntries) => docketAnswer({ dockets: 1, entries: 20, firstId, newEntries }));
  await server.stock(
    ...Array.from({ length: count }, (_, index) => ({ name: nameOf(index), answers: answers(index + 1) })),
  );
}

function settings(folder: string, { mailPort, webPort }: FarEnd, { roads }: Load, count: number) {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const web = `http://127.0.0.1:${webPort}`;
  const mail = {
    type: 'email',
    smtpUrl: `smtp://127.0.0.1:${mailPort}`,
    from: 'tipstaff@firm.example',
    to: ['a@firm.example'],
  };
  const slacks = Array.from({ length: roads.includes('slack') ? slackWebhooks : 0 }, (_, index): [string, object] => [
    `slack-${index}`,
    { type: 'slack', webhookUrl: `${web}/slack/${index}` },
  ]);
  const channels = { mail, webhook: { type: 'webhook', url: `${web}/told`, secret }, ...Object.fromEntries(slacks) };
  const channelOf = (road: Road, index: number) => (road === 'slack' ? `slack-${index % slackWebhooks}` : road);
  return {
    database: `${folder}/tipstaff.db`,
    http: { port: 0 },
    operators: ['mail'],
    channels,
    // Once a year: only what is set due below is checked again.
    defaults: { announce: false, schedule: '0 7 1 1 *' },
    watches: Array.from({ length: count }, (_, index) => ({
      id: `watch-${index}`,
      dockets: { companyName: nameOf(index) },
      notify: roads.map((road) => channelOf(road, index)),
    })),
  };
}

/** So many watches fall due in every second from the next on, each with news. */
function fallDueOneByOne(store: SQLite.Database, count: number, checksASecond: number): void {
  const startMs = Date.now() + 1000;
  const setDue = store.prepare('update watch_queries set next_due_at = ? where watch_id = ?');
  const setAll = store.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      setDue.run(new Date(startMs + (index * 1000) / checksASecond).toISOString(), `watch-${index}`);
    }
  });
  setAll();
}

async function until(isSo: () => boolean | Promise<boolean>, extraSeconds = 0): Promise<void> {
  const deadlineMs = performance.now() + (patienceSeconds + extraSeconds) * 1000;
  while (!(await isSo()) && performance.now() < deadlineMs) await after(500);
}
