import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import { designHit } from '../../check/hits.ts';
import { openMachine } from '../../e2e/machine.ts';
import { eventually } from '../../eventually.ts';
import { startDaemon } from '../../program.ts';

const statusOf = async (url: string) => (await fetch(url)).status;

it('tipstaff run --only divides the work between processes: one checks, one delivers, one has the pages', async () => {
  const machine = await openMachine();
  machine.configure({
    database: machine.database,
    http: { host: '127.0.0.1', port: 0 },
    operators: [],
    defaults: { notify: ['slack'], schedule: '0 7 1 1 *' },
    watches: [{ id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' } }],
  });
  machine.service.designs = [designHit(1)];
  const start = (role: string) =>
    startDaemon(join(machine.folder, 'watches.yaml'), { args: ['--only', role], env: machine.env });
  const web = await start('web');
  const deliver = await start('deliver');
  expect(machine.service.calls).toEqual([]);
  const check = await start('check');
  await eventually(() => expect(machine.newPosts().join()).toContain('bottles'));
  const store = await openStore(machine.database);
  expect(await store.db.selectFrom('checks').select('outcome').execute()).toEqual([{ outcome: 'complete' }]);
  const all = [web, deliver, check];
  // Each process reports its health, and only one serves the pages.
  for (const path of ['healthz', 'readyz', 'metrics'])
    expect(await Promise.all(all.map(({ url }) => statusOf(`${url}/${path}`))), path).toEqual([200, 200, 200]);
  expect(await Promise.all(all.map(({ url }) => statusOf(`${url}/watches`)))).toEqual([200, 404, 404]);
  const running = await store.db.selectFrom('processes').select('roles').orderBy('startedAt').execute();
  expect(running.map(({ roles }) => roles)).toEqual(['["web"]', '["deliver"]', '["check"]']);
  await store.close();
  await Promise.all(all.map((daemon) => daemon.stop()));
});
