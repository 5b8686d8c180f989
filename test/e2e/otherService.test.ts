import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openService } from '../check/service.ts';
import { openMachine } from './machine.ts';

const sandbox = { TIPSTAFF_BASE_URL: 'sandbox' };

it('no command compares the sandbox with the records of a real service, or the other way round', async () => {
  const machine = await openMachine();
  expect((await machine.run(['check'])).code).toBe(0);
  machine.newMails();
  for (const command of [['check'], ['check', '--dry-run'], ['run'], ['status']]) {
    const { code, stderr } = await machine.run(command, { env: sandbox });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`holds records of ${machine.service.url}`)]);
    expect(stderr).toContain('the built-in sandbox');
  }
  expect((await machine.run(['migrate', '--adopt-service'], { env: sandbox })).code).toBe(1);
  expect(machine.newMails()).toEqual([]);
  const checks = new SQLite(machine.database, { readonly: true }).prepare('select count(*) from checks').pluck().get();
  expect(checks).toBe(2);

  const other = await openMachine();
  expect((await other.run(['check', 'widget-patent'], { env: sandbox })).code).toBe(0);
  expect((await other.run(['check', 'widget-patent'])).stderr).toContain('holds records of the built-in sandbox');
  // The port of the sandbox differs each time.
  expect((await other.run(['check', 'widget-patent'], { env: sandbox })).code).toBe(0);
});

it('a check accepts a service at a new address only after `migrate --adopt-service`', async () => {
  const machine = await openMachine();
  await machine.run(['check']);
  const moved = await openService();
  machine.configure({ service: { baseUrl: moved.url, token: 'any', requestsPerSecond: 1000, retries: 0 } });
  const refused = await machine.run(['check']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('migrate --adopt-service')]);
  expect(moved.calls).toHaveLength(0);
  const adopted = await machine.run(['migrate', '--adopt-service', '--json']);
  expect(JSON.parse(adopted.stdout)).toMatchObject({ service: moved.url, serviceBefore: machine.service.url });
  expect((await machine.run(['check'])).code).toBe(0);
});
