import { expect, it } from 'vitest';
import { startPresence } from '../../src/daemon/daemon.ts';
import { putHold, runningHolds, saveHold } from '../../src/schedule/holds/holdsTable.ts';
import type { Role } from '../../src/store/processes.ts';
import { startReadiness } from '../../src/web/readiness.ts';
import { openMachine } from '../e2e/machine.ts';
import { eventually } from '../eventually.ts';
import { aHold } from '../schedule/holds/aHold.ts';
import { startDaemonHere } from './daemonHere.ts';

const bottles = { id: 'bottles', designs: { source: 'HAGUE', holder: 'Rival' }, schedule: '0 7 1 1 *' };

it.each<Role>(['check', 'deliver'])('mutes and pauses end on time if only the role %s runs', async (role) => {
  const machine = await openMachine({ http: { host: '127.0.0.1', port: 0 }, watches: [bottles] });
  const { store } = (await startDaemonHere(machine, { roles: ['web'] })).program;
  const made = { watchId: 'bottles', beganAt: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' };
  await store.transaction((trx) => saveHold(trx, aHold(made)));
  await putHold(store.db, aHold({ ...made, isChecked: true }));
  await startDaemonHere(machine, { roles: [role] });
  await eventually(async () => expect(await runningHolds(store.db)).toEqual([]));
  if (role === 'check') await eventually(() => expect(machine.service.calls).toHaveLength(1));
});

it('run refuses an unknown role, and names the known ones', async () => {
  const { run } = await openMachine();
  expect(await run(['run', '--only', 'check,lead'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--only: found "lead"; accepted: check, deliver, web'),
  });
});

it('a role that no process has is an obstacle within two minutes, until a process has that role', async () => {
  const machine = await openMachine({ http: { host: '127.0.0.1', port: 0 }, watches: [bottles] });
  const { program } = await startDaemonHere(machine, { roles: ['web'] });
  let seconds = 0;
  const presence = await startPresence(program, ['web'], () => seconds * 1000);
  const missing = async () => {
    await presence.renew();
    return presence.missingRoles().map(({ role }) => role);
  };
  expect(await missing()).toEqual([]);
  // A silent process counts as running for 60 s of the two minutes.
  seconds += 50;
  expect(await missing()).toEqual(['check', 'deliver']);
  const obstacles = await startReadiness(program.store, () => program.config, presence)(program.clock());
  expect(obstacles.obstacles).toMatchObject([
    { kind: 'role-missing', reason: 'no process has the role check: start one with tipstaff run --only check' },
    { kind: 'role-missing' },
  ]);
  const checking = await startPresence(program, ['check'], () => 0);
  expect(await missing()).toEqual(['deliver']);
  await checking.stop();
  // The process may be restarting.
  expect(await missing()).toEqual(['deliver']);
  seconds += 50;
  expect(await missing()).toEqual(['deliver', 'check']);
});
