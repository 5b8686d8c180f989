import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { openBackup } from '../../src/daemon/restore.ts';
import { dyingAt } from './dyingAt.ts';
import { lastIn, leaveKilled } from './killedDatabase.ts';

const clock = () => new Date('2026-11-20T12:00:00.000Z');
const killed = mkdtempSync(join(tmpdir(), 'tipstaff-killed-'));

beforeAll(async () => {
  await leaveKilled(killed);
  return () => rmSync(killed, { recursive: true });
});

/** Returns a copy of the killed database, with its backup opened for a restore. */
async function restoring() {
  const folder = mkdtempSync(join(killed, 'again-'));
  for (const name of ['tipstaff.db', 'tipstaff.db-wal', 'backup.db'])
    copyFileSync(join(killed, name), join(folder, name));
  const database = join(folder, 'tipstaff.db');
  const config = { database, service: { baseUrl: 'sandbox' } } as unknown as Config;
  return { database, backup: await openBackup(join(folder, 'backup.db'), config, clock) };
}

it('a restore that dies before any of its steps leaves the former or the new database, complete', async () => {
  const found: unknown[] = [];
  for (let place = 1, finished = false; !finished; place += 1) {
    const { database, backup } = await restoring();
    const revive = dyingAt(place, () => {
      throw new Error('the process is dead');
    });
    finished = await backup.use().then(
      () => true,
      () => false,
    );
    revive();
    found.push(lastIn(database));
  }
  const taken = found.indexOf('in the backup');
  expect(taken).toBeGreaterThan(3);
  expect(found.slice(0, taken)).toEqual(Array(taken).fill('committed since'));
  expect(found.slice(taken)).toEqual(Array(found.length - taken).fill('in the backup'));
});

it('the former database that a restore keeps has what was committed last', async () => {
  const { database, backup } = await restoring();
  const former = await backup.use();
  expect([lastIn(database), lastIn(former ?? '')]).toEqual(['in the backup', 'committed since']);
});

it('a restore is refused while another process writes to the database', async () => {
  const { database, backup } = await restoring();
  const other = new SQLite(database);
  other.exec(`begin immediate; update settings set value = '"written now"' where name = 'last'`);
  await expect(backup.use()).rejects.toThrow('Another process reads or writes');
  other.exec('commit');
  other.close();
  expect(lastIn(database)).toBe('written now');
});
