import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { version } from '../../../src/base/version.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { openMachine } from '../../e2e/machine.ts';
import { eventually } from '../../eventually.ts';
import { spawnDaemon } from '../../program.ts';
import { byNight } from '../../runs.ts';

/** Writes to stderr when the process begins to listen for SIGTERM. */
const sayListening = `data:text/javascript,${encodeURIComponent(`
  process.on('newListener', (name) => name === 'SIGTERM' && process.stderr.write('listens for SIGTERM\\n'));
`)}`;

/** Opens a machine with one watch, due now and then once a year. The service is silent, responds, or is the sandbox. */
async function install(service: 'silent' | 'responds' | 'sandbox') {
  const machine = await openMachine({}, { isNew: service === 'sandbox' });
  const called = Promise.withResolvers<void>();
  machine.service.reply = () => {
    if (service === 'responds') return undefined;
    called.resolve();
    return new Promise(() => {});
  };
  const config = join(machine.folder, 'watches.yaml');
  const channels = { counsel: { type: 'slack', webhookUrl: `${machine.slack.url}/slack` } };
  machine.configure({
    database: machine.database,
    http: { host: '127.0.0.1', port: 0 },
    channels,
    operators: ['counsel'],
    defaults: { notify: ['counsel'], schedule: '0 7 1 1 *' },
    watches: [{ id: 'rival-bottles', designs: { source: 'HAGUE', holder: 'Rival' } }],
  });
  const env = { ...machine.env, ...(service === 'sandbox' ? { TIPSTAFF_BASE_URL: 'sandbox' } : {}) };
  const start = (nodeArgs: readonly string[] = []) => {
    const daemon = spawnDaemon(config, { env, nodeArgs });
    return { ...daemon, log: () => daemon.lines.join('\n'), ended: once(daemon.child, 'exit') };
  };
  return { machine, config, called: called.promise, start };
}

async function stateOf(database: string) {
  const store = await openStore(database);
  const query = await store.db.selectFrom('queries').select('claimedBy').executeTakeFirstOrThrow();
  const watchQuery = await store.db
    .selectFrom('watchQueries')
    .select(['nextDueAt', 'baselineAt'])
    .executeTakeFirstOrThrow();
  await store.close();
  return {
    held: query.claimedBy !== null,
    due: (watchQuery.nextDueAt ?? '') <= new Date().toISOString(),
    baseline: watchQuery.baselineAt,
  };
}

describe('tipstaff run', () => {
  it('takes a baseline, reports it, is ready, reloads its config on SIGHUP, and exits with 0 on SIGTERM', async () => {
    const { machine, config, start } = await install('sandbox');
    const daemon = start();
    const url = await daemon.running;
    expect(JSON.parse(daemon.lines[0] ?? '')).toMatchObject({ version, msg: 'Tipstaff is starting' });
    const posts: string[] = [];
    await eventually(() => {
      posts.push(...machine.newPosts());
      expect(posts.join()).toContain('the database is new');
      expect(posts.join()).toContain('rival-bottles');
    });
    expect(daemon.log()).toContain('every watch takes a baseline');
    expect(daemon.log()).toContain('the records are made up');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { sandbox: true }]);
    expect(await (await fetch(url)).text()).toContain('made-up records');
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('tipstaff_checks_total{outcome="complete"} 1\n');
    expect(metrics).toContain(`tipstaff_build_info{version="${version}"} 1\n`);

    const settings = JSON.parse(readFileSync(config, 'utf8')) as object;
    writeFileSync(config, JSON.stringify({ ...settings, goneAfterChecks: 5 }));
    daemon.child.kill('SIGHUP');
    await eventually(() => expect(daemon.log()).toContain('"changed":["goneAfterChecks"]'));
    writeFileSync(config, JSON.stringify({ ...settings, goneAfterCheck: 5 }));
    daemon.child.kill('SIGHUP');
    await eventually(() => expect(daemon.log()).toContain('did you mean goneAfterChecks'));
    // Some log rotators send it. Without a listener Node would open its inspector and log that.
    daemon.child.kill('SIGUSR1');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    daemon.child.kill('SIGTERM');
    expect(await daemon.ended).toEqual([0, null]);
    expect(daemon.log()).not.toContain('Debugger');
    expect(await stateOf(machine.database)).toEqual({ held: false, due: false, baseline: expect.any(String) });
  });

  // systemd sends SIGHUP right after SIGTERM if `SendSIGHUP` is set, which must not hurry the end.
  it.each([
    ['SIGTERM', 'SIGHUP'],
    ...(byNight ? [['SIGINT'], ['SIGQUIT'], ['SIGUSR2']] : []),
  ] as NodeJS.Signals[][])('exits with 0 on %s during a request, and leaves the watch due', async (...signals) => {
    const { machine, called, start } = await install('silent');
    const daemon = start();
    await called;
    await daemon.running;
    for (const signal of signals) daemon.child.kill(signal);
    expect(await daemon.ended).toEqual([0, null]);
    expect(daemon.log()).not.toContain('did not stop in time');
    expect(await stateOf(machine.database)).toEqual({ held: false, due: true, baseline: null });
  });

  // The first process of a container gets no signal that it does not listen for.
  it.each(
    ['listens for SIGTERM', 'Tipstaff is starting'].slice(0, byNight ? 2 : 1),
  )('exits with 0 on SIGTERM as soon as it logs "%s"', async (words) => {
    const { start } = await install('silent');
    const daemon = start(['--import', sayListening]);
    await eventually(() => expect(daemon.log()).toContain(words));
    daemon.child.kill('SIGTERM');
    expect(await daemon.ended).toEqual([0, null]);
  });

  it('exits with 1 and a clear message when its database is deleted', async () => {
    const { machine, called, start } = await install('silent');
    const daemon = start();
    const url = await daemon.running;
    await called;
    rmSync(machine.database);
    // Either a request or the daemon itself notices it first.
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 503,
    );
    expect(ready).toBe(503);
    expect(await daemon.ended).toEqual([1, null]);
    expect(daemon.lines.find((line) => line.includes('"level":60'))).toContain('was deleted while it was open');
    expect(existsSync(machine.database)).toBe(false);
  });

  it('exits with 1 when a page of its database is damaged', async () => {
    const { machine, start } = await install('responds');
    const daemon = start();
    await daemon.running;
    await eventually(() => expect(daemon.log()).toContain('"msg":"checked"'));
    const connection = new SQLite(machine.database);
    connection.pragma('wal_checkpoint(truncate)');
    const page = connection.prepare("select rootpage from sqlite_master where name = 'watch_queries'").pluck().get();
    connection.close();
    const handle = openSync(machine.database, 'r+');
    writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (Number(page) - 1) * 4096);
    closeSync(handle);
    // The daemon does not read its cached pages again until another process has written.
    const other = new SQLite(machine.database);
    other.exec("insert into settings values ('other', '1')");
    other.close();
    expect(await daemon.ended).toEqual([1, null]);
    expect(daemon.lines.find((line) => line.includes('"level":60'))).toContain('tipstaff restore FILE');
  });
});
