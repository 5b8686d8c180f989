import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { lastIn, leaveKilled } from '../daemon/killedDatabase.ts';
import { openMachine } from '../e2e/machine.ts';
import { byNight } from '../runs.ts';

/** The process kills itself. */
const itself = new Promise<never>(() => {});
/** The nightly run kills it before each operation. `npm test` has each operation fail in one process. */
const step = byNight ? 1 : 9;
const preload = resolve(import.meta.dirname, 'diesAtFile.ts');

it('tipstaff restore leaves one complete database if it is killed right before any operation on files', async () => {
  const found: unknown[] = [];
  for (let place = 1, finished = false; !finished; place += step) {
    const machine = await openMachine();
    await leaveKilled(machine.folder);
    const env = { NODE_OPTIONS: `--import=${preload}`, TEST_DIES_AT: String(place) };
    const ran = await machine.run(['restore', join(machine.folder, 'backup.db'), '--yes'], { env, killWhen: itself });
    finished = ran.code !== null;
    expect([place, ran.code], ran.stderr).toEqual([place, finished ? 0 : null]);
    found.push(lastIn(machine.database));
  }
  const taken = found.indexOf('in the backup');
  expect(taken).toBeGreaterThan(0);
  expect(found.slice(0, taken)).toEqual(Array(taken).fill('committed since'));
  expect(found.slice(taken)).toEqual(Array(found.length - taken).fill('in the backup'));
});
