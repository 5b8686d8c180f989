import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { openStore } from '../../src/store/openStore.ts';
import { type OwnServer, startServer } from '../postgres/server.ts';
import { ask, urlOf } from '../postgres/setup.ts';
import { cpuSeconds } from './parts/cpuSeconds.ts';
import { type RunningDaemon, startDaemon } from './parts/processes.ts';
import { docketPage } from './parts/responses.ts';
import { type Server, startServer as startService } from './parts/server.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

// npm run bench:machines [-- --watches N] [--minutes M]: 1, 2 and 4 daemons on one Postgres,
// against a service without limits.

const { values } = parseArgs({
  options: { watches: { type: 'string', default: '10000' }, minutes: { type: 'string', default: '60' } },
});
const count = Number(values.watches);
/** For the delay: this many watches become due one after the other, this many per second. */
const trickle = { watches: Math.min(200, count), perSecond: 10 };
/** After this time the measurement fails, and nothing is written. */
const giveUpMs = performance.now() + Number(values.minutes) * 60_000;

/** Making the watches due is not part of the cost of their checks. It is over by then. */
const leadMs = 5000 + 2 * count;
/** An idle connection of the daemons reports its statistics ten seconds later. */
const settleMs = 10_500;
/** Each poll is a statement that reads all checks. */
const lookMs = Math.max(500, count / 2);

/** The measurements for one number of daemons. */
interface Column {
  readonly daemons: number;
  readonly firstPerSecond: number;
  readonly perSecond: number;
  readonly notOnce: number;
  readonly delayMs: { readonly median: number; readonly p95: number };
  /** Per thousand checks of the trickle. */
  readonly trickleRollbacks: number;
  /** Per thousand checks that find nothing new. */
  readonly load: Load;
}

interface Load {
  readonly commits: number;
  readonly rollbacks: number;
  readonly walBytes: number;
  readonly postgresCpu: number;
  readonly daemonCpu: number;
}

const server = await startServer({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
if (server === undefined) throw new Error('There is no Postgres (apt-get install postgresql).');
const service = await startService();
const running: RunningDaemon[] = [];
await service.stock(...names().map((name, index) => ({ name, responses: [docketPage(1, 5, { firstId: index })] })));
const columns: Column[] = [];
try {
  for (const daemons of [1, 2, 4]) {
    const column = await measure(server, service, daemons);
    process.stdout.write(`${JSON.stringify(column)}\n`);
    columns.push(column);
  }
} finally {
  await Promise.all(running.map((daemon) => daemon.stop()));
  service.stop();
  await server.stop();
}
process.stdout.write(`\n${tableOf(columns)}`);
if (columns.some(({ notOnce }) => notOnce > 0)) process.exitCode = 1;

function names(): string[] {
  return Array.from({ length: count }, (_, index) => `Company ${index}`);
}

async function measure(postgres: OwnServer, { url }: Server, daemons: number): Promise<Column> {
  await ask(postgres.url, `create database daemons_${daemons}`);
  const database = urlOf(postgres.url, `daemons_${daemons}`);
  const folder = newFolder();
  // Once a year: watches become due only by `makeDue`.
  const config = writeConfig(folder, url, {
    database,
    http: { port: 0 },
    service: { concurrency: 8 },
    defaults: { notify: ['counsel'], announce: false, schedule: '0 7 1 1 *' },
    watches: names().map((name, index) => ({ id: `watch-${index}`, dockets: { companyName: name } })),
  });
  await putAllDue(config, database, folder);
  running.push(...(await Promise.all(Array.from({ length: daemons }, () => startDaemon(config)))));
  const first = await untilChecked(database, 0, count);

  const used = async () => ({
    ...(await statistics(database)),
    postgresCpu: cpuSeconds(postgres.pid),
    daemonCpu: running.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
  });
  await makeDue(database, `'${new Date(Date.now() + leadMs).toISOString()}'`, count);
  const before = await used();
  const again = await untilChecked(database, first.lastId, count);
  const after = await used();

  const { delays, rollbacks } = await measureTrickle(database, again.lastId);
  await Promise.all(running.splice(0).map((daemon) => daemon.stop()));
  await ask(postgres.url, `drop database daemons_${daemons} with (force)`);
  rmSync(folder, { recursive: true });
  return {
    daemons,
    firstPerSecond: count / first.seconds,
    perSecond: count / again.seconds,
    notOnce: first.notOnce + again.notOnce,
    delayMs: { median: quantile(delays, 0.5), p95: quantile(delays, 0.95) },
    trickleRollbacks: (rollbacks * 1000) / trickle.watches,
    load: loadBetween(before, after),
  };
}

function loadBetween(before: Load, after: Load): Load {
  const per = (key: keyof Load) => ((after[key] - before[key]) * 1000) / count;
  return {
    commits: per('commits'),
    rollbacks: per('rollbacks'),
    walBytes: per('walBytes'),
    postgresCpu: per('postgresCpu'),
    daemonCpu: per('daemonCpu'),
  };
}

/** Makes watches due one after the other. The delays are sorted. */
async function measureTrickle(database: string, afterId: number): Promise<{ delays: number[]; rollbacks: number }> {
  const before = await statistics(database);
  await makeDue(
    database,
    `to_char((now() + interval '3 s' + place * interval '${1 / trickle.perSecond} s') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    trickle.watches,
  );
  const { rows: dues } = await ask(
    database,
    `select query_id, next_due_at from watch_queries order by next_due_at limit ${trickle.watches}`,
  );
  const due = new Map(dues.map((row) => [row.queryId, Date.parse(row.nextDueAt ?? '')]));
  await untilChecked(database, afterId, trickle.watches);
  const after = await statistics(database);
  const { rows: starts } = await ask(
    database,
    `select query_id, min(started_at) as at from checks where id > ${afterId} group by query_id`,
  );
  const delays = starts.map((row) => Date.parse(row.at ?? '') - (due.get(row.queryId) ?? 0));
  return { delays: delays.sort((a, b) => a - b), rollbacks: after.rollbacks - before.rollbacks };
}

/** The first checks of new watches would be spread over time. This makes them due at once. */
async function putAllDue(file: string, database: string, cwd: string): Promise<void> {
  const store = await openStore(database);
  await syncWatches(store, loadConfig({ file, env: {}, cwd }), new Date());
  await store.close();
  await makeDue(database, `'${new Date().toISOString()}'`, count);
}

async function makeDue(database: string, at: string, howMany: number): Promise<void> {
  await ask(
    database,
    `update watch_queries set next_due_at = ${at} from (select query_id as id, row_number() over (order by query_id) as place
      from watch_queries) as numbered where id = query_id and place <= ${howMany}`,
  );
}

/**
 * Waits until the checks after this id include one for so many queries. The seconds are those of the checks themselves,
 * so starting up does not count.
 */
async function untilChecked(database: string, afterId: number, howMany: number) {
  for (;;) {
    await pause(lookMs);
    const { rows } = await ask(
      database,
      `select count(*) as checks, count(distinct query_id) filter (where outcome = 'complete') as queries, max(id) as last_id,
        extract(epoch from max(ended_at)::timestamptz - min(started_at)::timestamptz) as seconds from checks where id > ${afterId}`,
    );
    const { checks, queries, last_id: lastId, seconds } = rows[0] ?? {};
    if (Number(queries) >= howMany)
      return { lastId: Number(lastId), seconds: Number(seconds), notOnce: Number(checks) - howMany };
    process.stderr.write(`${queries} of ${howMany} checked\n`);
    if (performance.now() > giveUpMs) {
      throw new Error(`Only ${queries} of ${howMany} were checked within ${values.minutes} minutes (--minutes).`);
    }
  }
}

async function statistics(database: string): Promise<Omit<Load, 'postgresCpu' | 'daemonCpu'>> {
  await pause(settleMs);
  const { rows } = await ask(
    database,
    `select xact_commit as commits, xact_rollback as rollbacks, pg_current_wal_lsn() - '0/0'::pg_lsn as wal_bytes
      from pg_stat_database where datname = current_database()`,
  );
  const row = rows[0] ?? {};
  return { commits: Number(row.commits), rollbacks: Number(row.rollbacks), walBytes: Number(row.wal_bytes) };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

function tableOf(measured: readonly Column[]): string {
  const row = (what: string, shown: (column: Column) => string) => [what, ...measured.map(shown)];
  const lines = [
    row('daemons', ({ daemons }) => String(daemons)),
    ['---', ...measured.map(() => '---:')],
    row('checks a second, without news', ({ perSecond }) => perSecond.toFixed(0)),
    row('first checks a second (everything is new)', ({ firstPerSecond }) => firstPerSecond.toFixed(0)),
    row('checks beyond one per due time', ({ notOnce }) => String(notOnce)),
    row(`delay from due to begun, ${trickle.perSecond} due a second: median`, (one) => `${one.delayMs.median} ms`),
    row('the same, 95th percentile', (one) => `${one.delayMs.p95} ms`),
    row('per 1,000 checks without news: transactions committed', ({ load }) => load.commits.toFixed(0)),
    row('transactions rolled back and run again', ({ load }) => load.rollbacks.toFixed(0)),
    row(`the same, ${trickle.perSecond} due a second`, ({ trickleRollbacks }) => trickleRollbacks.toFixed(0)),
    row('WAL', ({ load }) => `${(load.walBytes / 1e6).toFixed(1)} MB`),
    row('processor time of Postgres', ({ load }) => `${load.postgresCpu.toFixed(1)} s`),
    row('processor time of all daemons', ({ load }) => `${load.daemonCpu.toFixed(1)} s`),
  ];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
