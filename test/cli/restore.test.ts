import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { openBackup } from '../../src/daemon/restore.ts';
import { openStore } from '../../src/store/openStore.ts';
import { keepProcess } from '../../src/store/processes.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { type Machine, openMachine } from '../e2e/machine.ts';

const patent = { id: 'patent', dockets: { patentNumber: '6834603' } };

/** Opens a machine with a backup from before its last change. */
async function openWithBackup() {
  const machine = await openMachine({ watches: [patent] });
  machine.service.dockets = [docketWith([entryHit(1)])];
  await machine.run(['check']);
  const backup = join(machine.folder, 'copy.db');
  await machine.run(['backup', backup]);
  machine.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  await machine.run(['check']);
  machine.newMails();
  return { machine, backup };
}

/** Writes to the database that a daemon on another machine runs on it. */
async function startElsewhere(machine: Machine) {
  const store = await openStore(machine.database);
  const daemon = { id: 'elsewhere/1/x/1', host: 'elsewhere', version: '0', roles: [], config: '', startedAt: '' };
  await keepProcess(store.db, daemon, new Date());
  await store.close();
}

const changesIn = (machine: Machine) =>
  new SQLite(machine.database, { readonly: true }).prepare('select count(*) from changes').pluck().get();

it('restore replaces the database, keeps the former one, and later changes are reported again', async () => {
  const { machine, backup } = await openWithBackup();
  expect(changesIn(machine)).toBe(1);
  const { code, stdout } = await machine.run(['restore', backup, '--yes', '--json']);
  expect(code).toBe(0);
  const { former, ...result } = JSON.parse(stdout) as Record<string, unknown>;
  expect(result).toMatchObject({ restored: machine.database, changesAgain: 1, alertsAgain: 0, migrated: [] });
  expect(existsSync(String(former))).toBe(true);
  expect(changesIn(machine)).toBe(0);
  await machine.run(['check']);
  expect(changesIn(machine)).toBe(1);
  expect(machine.newMails()).toHaveLength(1);
});

it('restore without a terminal needs --yes, names what would be reported again, and changes nothing', async () => {
  const { machine, backup } = await openWithBackup();
  const { code, stdout, stderr } = await machine.run(['restore', backup]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('confirm with --yes')]);
  expect(stdout).toContain('1 change found since will be found and reported again');
  expect(stdout).toContain('A watch made on the page since is not in the backup');
  expect(changesIn(machine)).toBe(1);
  expect(readdirSync(machine.folder).filter((name) => name.includes('restor'))).toEqual([]);
});

it('restore refuses a file that is no sound backup of this service, and leaves the database as it is', async () => {
  const { machine, backup } = await openWithBackup();
  const refusal = async (file: string, env: Readonly<Record<string, string>> = {}) => {
    const { code, stderr } = await machine.run(['restore', file, '--yes'], { env });
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refusal(join(machine.folder, 'nowhere.db'))).toContain('There is no file');
  expect(await refusal(machine.database)).toContain('is the database itself');
  expect(await refusal(join(machine.folder, 'watches.yaml'))).toContain('watches.yaml is not a backup of Tipstaff');
  expect(await refusal(backup, { TIPSTAFF_BASE_URL: 'https://other.example' })).toMatch(
    /holds records of.*For that, restore the backup with the former address/s,
  );
  const empty = join(machine.folder, 'empty.db');
  writeFileSync(empty, '');
  expect(await refusal(empty)).toContain('It has no watch and no check');
  const cut = join(machine.folder, 'cut.db');
  const bytes = readFileSync(backup);
  bytes.fill('x', Math.floor(bytes.length / 2), bytes.length - 4096);
  writeFileSync(cut, bytes);
  expect(await refusal(cut)).toMatch(/damaged|malformed|cannot be/);
  expect(changesIn(machine)).toBe(1);
  expect(readdirSync(machine.folder).filter((name) => name.includes('restor'))).toEqual([]);
});

it('restore keeps the -wal of a missing database, and says that nothing was found since the backup', async () => {
  const { machine, backup } = await openWithBackup();
  await machine.run(['restore', backup, '--yes']);
  expect((await machine.run(['restore', backup])).stdout).toContain('No change was found since. Users');
  renameSync(machine.database, `${machine.database}-wal`);
  const { stdout } = await machine.run(['restore', backup, '--yes']);
  const [, former = ''] = /The former one is kept as (\S+-wal)\. /.exec(stdout) ?? [];
  expect(existsSync(former)).toBe(true);
});

it('restore does not say that nothing was found since the backup if the present database was made anew', async () => {
  const { machine, backup } = await openWithBackup();
  for (const end of ['', '-wal', '-shm']) rmSync(`${machine.database}${end}`, { force: true });
  await machine.run(['status']);
  const { stdout } = await machine.run(['restore', backup]);
  expect(stdout).toContain('What was found since will be found and reported again');
});

it('restore refuses while a daemon runs on the database', async () => {
  const { machine, backup } = await openWithBackup();
  await startElsewhere(machine);
  expect((await machine.run(['restore', backup, '--yes'])).stderr).toContain('A daemon on elsewhere runs on');
});

it('restore leaves the database in place if the backup is gone, or if a daemon has started meanwhile', async () => {
  const { machine, backup } = await openWithBackup();
  const config = loadConfig({ file: join(machine.folder, 'watches.yaml'), env: machine.env, cwd: machine.folder });
  const gone = await openBackup(backup, config, () => new Date());
  rmSync(`${machine.database}.restoring`);
  await expect(gone.use()).rejects.toThrow();
  expect(changesIn(machine)).toBe(1);
  expect(readdirSync(machine.folder).filter((name) => name.includes('restor'))).toEqual([]);

  const late = await openBackup(backup, config, () => new Date());
  await startElsewhere(machine);
  await expect(late.use()).rejects.toThrow('A daemon on elsewhere runs on');
  late.drop();
  expect(changesIn(machine)).toBe(1);
});

it('backup --to keeps the newest copies and foreign files, and removes unfinished copies', async () => {
  const machine = await openMachine({ watches: [patent] });
  const folder = join(machine.folder, 'backups');
  for (let copies = 1; copies <= 4; copies += 1) {
    const { code, stdout } = await machine.run(['backup', '--to', folder, '--keep', '2', '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { removed: string[] }).removed).toHaveLength([0, 0, 0, 1, 2][copies] ?? 0);
    if (copies === 1) writeFileSync(join(folder, 'tipstaff-mine.db'), '');
    if (copies === 3) {
      const left = join(folder, 'tipstaff-2026-01-01T00-00-00.000Z.db.unfinished');
      writeFileSync(left, 'of a process that was killed');
      utimesSync(left, 0, 0);
    }
  }
  expect(readdirSync(folder)).toHaveLength(3);
  expect((await machine.run(['backup'])).code).toBe(2);
  expect((await machine.run(['backup', 'x.db', '--keep', '2'])).code).toBe(2);
});
