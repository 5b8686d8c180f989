import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { openStore } from '../../src/store/openStore.ts';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import { eventually } from '../eventually.ts';
import { startDaemon } from '../program.ts';
import { runHere } from '../runHere.ts';
import { tempFolder } from '../tempFolder.ts';
import { emptyDatabase } from './emptyDatabase.ts';

async function install() {
  // One sandbox for all processes, as each would otherwise start its own.
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const folder = tempFolder();
  const slack = await openEndpoint((_request, response) => response.end('ok'));
  const config = join(folder, 'watches.yaml');
  writeFileSync(
    config,
    `service: { baseUrl: "${sandbox.url}", token: sandbox }
database: \${TIPSTAFF_DATABASE}
http: { host: 127.0.0.1, port: 0 }
channels: { counsel: { type: slack, webhookUrl: "${slack.url}/" } }
operators: [counsel]
defaults: { notify: [counsel], schedule: "0 7 1 1 *" }
watches: [{ id: patent, dockets: { patentNumber: "6834603" } }, { id: rival, dockets: { companyName: Widget } }]
`,
  );
  return {
    folder,
    posts: slack.requests,
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
  const { folder, posts, tipstaff, start } = await install();
  const [file, back] = [join(folder, 'tipstaff.db'), join(folder, 'back.db')];
  const database = await emptyDatabase();
  await tipstaff(file, 'check');
  const reported = posts.length;
  expect(reported).toBeGreaterThan(0);
  const there = await tipstaff(file, 'copy', '--to', database, '--json');
  expect(there.trim().split('\n').length).toBeGreaterThan(20);

  const daemons = [];
  for (const roles of ['check', 'deliver,web']) daemons.push(await start(database, roles));
  await expect(tipstaff(database, 'copy', '--to', back)).rejects.toThrow(/2 daemons run on postgres:/);
  const store = await openStore(database);
  await store.db.updateTable('watchQueries').set({ nextDueAt: new Date().toISOString() }).execute();
  const checksOf = async () =>
    (await store.db.selectFrom('checks').select(['id', 'outcome']).orderBy('id').execute()).length;
  const before = await checksOf();
  await eventually(async () => expect(await checksOf()).toBe(before + 2));
  expect(await store.db.selectFrom('changes').select('id').execute()).toEqual([]);
  await store.close();
  for (const daemon of daemons) await daemon.stop();
  expect(posts.length).toBe(reported);

  const here = await tipstaff(database, 'copy', '--to', back, '--json');
  const again = await tipstaff(back, 'status', '--json');
  expect(again).toContain('patent');
  const of = (text: string, table: string) => text.split('\n').find((line) => line.includes(`"table":"${table}"`));
  for (const table of ['records', 'entries', 'changes', 'memberships']) expect(of(here, table)).toBe(of(there, table));
});
