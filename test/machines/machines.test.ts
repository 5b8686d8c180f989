import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { openStore } from '../../src/store/openStore.ts';
import { type MailServer, openMailServer } from '../alerts/channels/mailServer.ts';
import { eventually } from '../eventually.ts';
import { startServer } from '../postgres/server.ts';
import { ask } from '../postgres/setup.ts';
import { type Daemon, startDaemon } from '../program.ts';
import { tempFolder } from '../tempFolder.ts';
import { type Gate, openGate } from './gate.ts';
import { openRoad } from './road.ts';

const count = Number(process.env.TIPSTAFF_WATCHES ?? 60);
/** One in this many watches notifies by mail. */
const mailEvery = 5;
/** Ends only a test that hangs. */
const timeout = Math.max(600_000, count * 360);
/** Polling costs Postgres more with more watches. */
const lookMs = Math.max(100, count / 5);
const cutMs = 3000;
/** A killed process, a stopped one, one that is cut off, and a crash of Postgres. */
const disturbances = 4;
const concurrency = 6;
/** Each process has two more checks in progress than calls are allowed (src/schedule/scheduler.ts). */
const checksAProcess = concurrency + 2;
const counsel = 'counsel@x.example';

interface Sandbox {
  readonly url: string;
  news(): Promise<void>;
  /** Returns the calls by patent since the last time. */
  calls(): Promise<ReadonlyMap<string, number>>;
}

async function openSandbox(): Promise<Sandbox> {
  const child = fork(join(import.meta.dirname, 'sandboxProcess.ts'), [String(count)]);
  onTestFinished(() => child.disconnect());
  const [url] = (await once(child, 'message')) as [string];
  const send = async (message: 'news' | 'calls') => {
    child.send(message);
    return ((await once(child, 'message')) as [readonly string[]])[0];
  };
  let seen = 0;
  return {
    url,
    news: async () => void (await send('news')),
    async calls() {
      const all = await send('calls');
      const times = new Map<string, number>();
      for (const patent of all.slice(seen)) times.set(patent, (times.get(patent) ?? 0) + 1);
      seen = all.length;
      return times;
    },
  };
}

function writeConfig(service: Gate, mail: MailServer): string {
  const folder = tempFolder();
  const file = join(folder, 'watches.yaml');
  const mailTo = (to: string) => ({
    type: 'email',
    smtpUrl: `smtp://127.0.0.1:${mail.port}`,
    from: 'tipstaff@x.example',
    to: [to],
  });
  const config = {
    service: {
      baseUrl: service.url,
      token: 'sandbox',
      requestsPerSecond: 1000,
      concurrency,
      retries: 0,
      recheckBaseSeconds: 1,
    },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the program fills it in
    database: '${TIPSTAFF_DATABASE}',
    http: { host: '127.0.0.1', port: 0 },
    operators: ['ops'],
    delivery: { retryBaseSeconds: 0.2, retryMaxSeconds: 1, groupSeconds: 0 },
    channels: { counsel: mailTo(counsel), ops: mailTo('ops@x.example') },
    // Only the test makes checks due.
    defaults: { notify: [], announce: false, schedule: '0 7 1 1 *' },
    watches: Array.from({ length: count }, (_, index) => ({
      id: `watch-${index}`,
      dockets: { patentNumber: String(7_000_000 + index) },
      ...(index % mailEvery === 0 ? { notify: ['counsel'] } : {}),
    })),
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** Makes the first checks due at once, which are otherwise spread. */
async function putAllDue(file: string, database: string): Promise<void> {
  const store = await openStore(database);
  const config = loadConfig({ file, env: { TIPSTAFF_DATABASE: database }, cwd: dirname(file) });
  await syncWatches(store, config, new Date());
  await store.db.updateTable('watchQueries').set({ nextDueAt: new Date().toISOString() }).execute();
  await store.close();
}

function stateOf(database: string) {
  const numberOf = async (statement: string) => Number((await ask(database, statement)).rows[0]?.n);
  const completeSince = (mark: number) =>
    numberOf(`select count(distinct query_id) as n from checks where outcome = 'complete' and id > ${mark}`);
  return {
    superseded: () => numberOf(`select count(*) as n from checks where reason like 'superseded%'`),
    alertsWaiting: () => numberOf(`select count(*) as n from alerts where state = 'waiting' and channel = 'counsel'`),
    async changes() {
      const { rows } = await ask(
        database,
        'select kind, count(*) as changes, count(distinct record_id) as dockets from changes group by kind',
      );
      return rows;
    },
    lastCheck: () => numberOf('select coalesce(max(id), 0) as n from checks'),
    makeAllDue: () => ask(database, `update watch_queries set next_due_at = '${new Date().toISOString()}'`),
    /** Resolves when this many queries have been checked completely after `mark`. Calls `look` before each poll. */
    async untilChecked(mark: number, howMany: number, look = () => {}) {
      for (let done = 0; done < howMany; ) {
        look();
        await pause(lookMs);
        done = await completeSince(mark);
      }
    },
    /** Returns how many queries were checked completely once, twice and so on after `mark`. */
    async timesChecked(mark: number) {
      const { rows } = await ask(
        database,
        `select times, count(*) as n from (select count(*) as times from checks
          where outcome = 'complete' and id > ${mark} group by query_id) as checked group by times`,
      );
      return Object.fromEntries(rows.map(({ times, n }) => [Number(times), Number(n)]));
    },
  };
}

/** Returns how often news of each patent was mailed, without repeats of a mail, and the number of repeats. */
function mailed({ mails }: MailServer) {
  const news = mails.filter(({ recipients }) => recipients.includes(counsel));
  const distinct = new Map(news.map(({ parsed }) => [parsed.messageId, parsed.text ?? '']));
  const times = new Map<string, number>();
  for (const text of distinct.values()) {
    for (const patent of new Set(text.match(/exhibit \d+/g))) times.set(patent, (times.get(patent) ?? 0) + 1);
  }
  return { times, repeats: news.length - distinct.size };
}

/** Stops a daemon once the gate holds as many calls of each of the three as are allowed. */
async function stopInTheMiddle(daemon: Daemon, gate: Gate): Promise<Daemon> {
  while (gate.waiting() < 3 * concurrency) await pause(lookMs);
  daemon.child.kill('SIGSTOP');
  return daemon;
}

function isChecking({ lines }: Daemon): () => boolean {
  const before = lines.length;
  return () => lines.slice(before).some((line) => line.includes('"msg":"checked"'));
}

it('three processes make each check once and lose nothing, one killed, one stopped, one cut off, Postgres crashed', {
  timeout,
}, async (context) => {
  const server = await startServer({ synchronous_commit: 'on' });
  if (server === undefined) {
    if (process.env.POSTGRES === 'required') throw new Error('There is no Postgres (apt-get install postgresql).');
    return context.skip('no Postgres');
  }
  onTestFinished(() => server.stop());
  const sandbox = await openSandbox();
  const mail = await openMailServer();
  const gate = await openGate(sandbox.url);
  onTestFinished(() => gate.end());
  const config = writeConfig(gate, mail);
  const road = await openRoad(Number(new URL(server.url).port));
  const byRoad = new URL(server.url);
  byRoad.port = String(road.port);
  const state = stateOf(server.url);
  await putAllDue(config, server.url);

  const start = (database = server.url) => startDaemon(config, { env: { TIPSTAFF_DATABASE: database } });
  const [one, two, cutOff] = await Promise.all([start(), start(), start(byRoad.href)]);
  const everyOnce = async (mark: number) => {
    await state.untilChecked(mark, count);
    expect(await state.timesChecked(mark)).toEqual({ 1: count });
  };
  await everyOnce(0);
  const first = await sandbox.calls();
  expect([first.size, Math.max(...first.values())]).toEqual([count, 1]);

  await sandbox.news();
  const mark = await state.lastCheck();
  // The gate makes sure that every disturbance comes in the middle of this round, however fast the machine is.
  gate.close();
  await state.makeAllDue();
  const letThrough = async (share: number) => {
    await state.untilChecked(mark, count * share, () => gate.let(concurrency));
    gate.close();
  };
  await letThrough(0.1);
  const stopped = await stopInTheMiddle(one, gate);
  two.child.kill('SIGKILL');
  const next = await start();
  await letThrough(0.3);
  road.cut();
  await pause(cutMs);
  road.mend();
  await letThrough(0.5);
  await server.crash();
  gate.open();
  await everyOnce(mark);

  // Other processes do the work that was in progress when this one was stopped.
  const refused = await state.superseded();
  stopped.child.kill('SIGCONT');
  await eventually(async () => expect(await state.superseded()).toBeGreaterThan(refused));
  await eventually(async () => expect(await state.alertsWaiting()).toBe(0));
  expect(await state.timesChecked(mark)).toEqual({ 1: count });
  expect(await state.changes()).toEqual([{ kind: 'entry.new', changes: String(count), dockets: String(count) }]);
  const { times, repeats } = mailed(mail);
  expect([times.size, Math.max(...times.values())]).toEqual([count / mailEvery, 1]);
  expect(repeats).toBeLessThanOrEqual(disturbances);
  const asked = await sandbox.calls();
  const askedAgain = [...asked.values()].reduce((sum, calls) => sum + calls, 0) - count;
  expect(askedAgain).toBeLessThanOrEqual(disturbances * 3 * checksAProcess);

  const goOn = [stopped, cutOff, next].map(isChecking);
  for (let rounds = 0; goOn.some((goesOn) => !goesOn()); rounds += 1) {
    expect(rounds, 'rounds of which one process had no share').toBeLessThan(100);
    const last = await state.lastCheck();
    await state.makeAllDue();
    await everyOnce(last);
  }
});
