import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { docketAnswer } from './parts/answers.ts';
import { type Benchmark, type Figure, median, quantile } from './parts/figures.ts';
import { startDaemon } from './parts/startDaemon.ts';
import { type AnswerServer, startServer } from './parts/startServer.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

const seconds = 20;
const checksASecond = 10;
const changesACheck = 10;
/** A watch is checked once, and its alert tells the changes of that check. */
const count = seconds * checksASecond;
const patienceSeconds = 60;

export const benchmark: Benchmark = {
  title: `${checksASecond * changesACheck} changes a second (${checksASecond} checks that find ${changesACheck} each): from the service's answer to the far end's yes`,
  async measure() {
    const server = await startServer();
    await stock(server);
    const farEnd = await startFarEnd();
    const folder = newFolder();
    const daemon = await startDaemon(writeConfig(folder, server.url, settings(folder, farEnd)), { LOG_LEVEL: 'info' });
    const store = new SQLite(`${folder}/tipstaff.db`);
    const baselines = store.prepare('select count(*) from watch_queries where baseline_at is not null').pluck();
    await until(() => Number(baselines.get()) === count);
    fallDueOneByOne(store);
    await until(async () => (await farEnd.taken()).length >= 2 * count, seconds);
    const [{ servedAt }, taken] = [await server.served(), await farEnd.taken()];
    store.close();
    await daemon.stop();
    server.stop();
    farEnd.stop();
    rmSync(folder, { recursive: true });
    return (['mail', 'webhook'] as const).map((road): Figure => {
      const told = taken.filter((one) => one.road === road);
      const waits = told.map(({ docket, at }) => at - (servedAt.get(nameOf(Number(docket.slice(-5)) - 1)) ?? 0));
      return {
        what: `${road}, 99th percentile`,
        measured: told.length < count ? Number.POSITIVE_INFINITY : quantile(waits, 0.99) / 1000,
        atMost: 1,
        unit: 's',
        note: `${told.length} of ${count} alerts taken; half of them within ${median(waits)} ms`,
      };
    });
  },
};

const nameOf = (index: number) => `Firm ${index} Incorporated`;

async function stock(server: AnswerServer): Promise<void> {
  const answers = (firstId: number) =>
    [0, changesACheck].map((newEntries) => docketAnswer({ dockets: 1, entries: 20, firstId, newEntries }));
  await server.stock(
    ...Array.from({ length: count }, (_, index) => ({ name: nameOf(index), answers: answers(index + 1) })),
  );
}

function settings(folder: string, { mailPort, webPort }: FarEnd) {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const mail = {
    type: 'email',
    smtpUrl: `smtp://127.0.0.1:${mailPort}`,
    from: 'tipstaff@firm.example',
    to: ['a@firm.example'],
  };
  return {
    database: `${folder}/tipstaff.db`,
    http: { port: 0 },
    operators: ['mail'],
    channels: { mail, hook: { type: 'webhook', url: `http://127.0.0.1:${webPort}/told`, secret } },
    // Once a year: only what is set due below is checked again.
    defaults: { notify: ['mail', 'hook'], announce: false, schedule: '0 7 1 1 *' },
    watches: Array.from({ length: count }, (_, index) => ({
      id: `watch-${index}`,
      dockets: { companyName: nameOf(index) },
    })),
  };
}

/** So many watches fall due in every second from the next on, each with news. */
function fallDueOneByOne(store: SQLite.Database): void {
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

interface FarEnd {
  readonly mailPort: number;
  readonly webPort: number;
  taken(): Promise<readonly { road: 'mail' | 'webhook'; docket: string; at: number }[]>;
  stop(): void;
}

async function startFarEnd(): Promise<FarEnd> {
  const child = fork(new URL('./parts/farEnd.ts', import.meta.url), { execArgv: [] });
  const [ports] = (await once(child, 'message')) as [Pick<FarEnd, 'mailPort' | 'webPort'>];
  return {
    ...ports,
    async taken() {
      child.send('taken?');
      const [taken] = (await once(child, 'message')) as [Awaited<ReturnType<FarEnd['taken']>>];
      return taken;
    },
    stop: () => child.disconnect(),
  };
}
