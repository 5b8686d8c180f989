import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { openStore } from '../../src/store/openStore.ts';
import { eventually } from '../eventually.ts';
import { startDaemon } from '../program.ts';
import { runHere } from '../runHere.ts';
import { dropDatabase } from '../store/database.ts';
import { ask, urlOf } from './setup.ts';

/** Makes a database with nothing in it, not even a schema. */
async function emptyDatabase(): Promise<string> {
  const postgres = inject('postgres');
  if (postgres === 'none') throw new Error('there is no Postgres');
  const name = `${postgres.template.replace(/template$/, '')}machines_${Date.now()}`;
  await ask(postgres.url, `create database ${name}`);
  const database = urlOf(postgres.url, name);
  onTestFinished(() => dropDatabase(database));
  return database;
}

async function install() {
  // One sandbox for all processes, as each would otherwise start its own.
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-machines-'));
  const taken: string[] = [];
  const slack = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    taken.push(body);
    response.end('ok');
  });
  slack.listen(0, '127.0.0.1');
  await once(slack, 'listening');
  onTestFinished(() => {
    slack.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const config = join(folder, 'watches.yaml');
  writeFileSync(
    config,
    `service: { baseUrl: "${sandbox.url}", token: sandbox }
database: \${TIPSTAFF_DATABASE}
http: { host: 127.0.0.1, port: 0 }
channels: { counsel: { type: slack, webhookUrl: "http://127.0.0.1:${(slack.address() as AddressInfo).port}/" } }
operators: [counsel]
defaults: { notify: [counsel], schedule: "0 7 1 1 *" }
watches: [{ id: patent, dockets: { patentNumber: "6834603" } }, { id: rival, dockets: { companyName: Widget } }]
`,
  );
  return {
    folder,
    taken,
    tipstaff: async (database: string, ...words: string[]) => {
      const ran = await runHere([...words, '--config', config], { env: { TIPSTAFF_DATABASE: database } });
      if (ran.code !== 0) throw new Error(ran.stderr);
      return ran.stdout;
    },
    start: (database: string, roles: string) =>
      startDaemon(config, { args: ['--only', roles], env: { TIPSTAFF_DATABASE: database } }),
  };
}

it('an installation moves from a file to Postgres and back, keeps its state, and reports nothing twice', async () => {
  const { folder, taken, tipstaff, start } = await install();
  const [file, back] = [join(folder, 'tipstaff.db'), join(folder, 'back.db')];
  const database = await emptyDatabase();
  await tipstaff(file, 'check');
  const reported = taken.length;
  expect(reported).toBeGreaterThan(0);
  const there = await tipstaff(file, 'copy', '--to', database, '--json');
  expect(there.trim().split('\n').length).toBeGreaterThan(20);

  const daemons = [];
  for (const roles of ['check', 'deliver,web']) daemons.push(await start(database, roles));
  await expect(tipstaff(database, 'copy', '--to', back)).rejects.toThrow(/2 daemons run on postgres:/);
  const store = await openStore(database);
  await store.db.updateTable('watch_queries').set({ next_due_at: new Date().toISOString() }).execute();
  const checksOf = async () =>
    (await store.db.selectFrom('checks').select(['id', 'outcome']).orderBy('id').execute()).length;
  const before = await checksOf();
  await eventually(async () => expect(await checksOf()).toBe(before + 2));
  expect(await store.db.selectFrom('changes').select('id').execute()).toEqual([]);
  await store.close();
  for (const daemon of daemons) await daemon.stop();
  expect(taken.length).toBe(reported);

  const here = await tipstaff(database, 'copy', '--to', back, '--json');
  const again = await tipstaff(back, 'status', '--json');
  expect(again).toContain('patent');
  const of = (text: string, table: string) => text.split('\n').find((line) => line.includes(`"table":"${table}"`));
  for (const table of ['records', 'entries', 'changes', 'memberships']) expect(of(here, table)).toBe(of(there, table));
});
