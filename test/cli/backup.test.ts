import { existsSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/openStore.ts';
import { alertOf } from '../alerts/outbox/outbox.ts';
import { seededStore } from '../alerts/outbox/seededStore.ts';
import { eventually } from '../eventually.ts';
import { commandsOn } from './commandsOn.ts';

/** Returns a database with one alert, and a function that runs `backup` on it. */
async function install() {
  const { store, file } = await seededStore();
  await alertOf(store, 'counsel');
  const { folder, config, run } = commandsOn(file);
  return { store, folder, config, run, backup: (target: string) => run('backup', target) };
}

it('backup copies the content of an open database', async () => {
  const { store, folder, backup } = await install();
  const copy = join(folder, 'copy.db');
  expect(await backup(copy)).toMatchObject({ code: 0, stderr: '' });
  const copied = await openStore(copy);
  const alerts = (db: typeof store.db) => db.selectFrom('alerts').selectAll().execute();
  expect(await alerts(copied.db)).toEqual(await alerts(store.db));
  await copied.close();
});

it.each([
  ['a path that was mistyped', undefined],
  ['an empty file', ''],
])('backup and copy refuse %s, create nothing, and remove no backup', async (_name, content) => {
  const { folder, run } = await install();
  const backups = join(folder, 'backups');
  const kept = await run('backup', '--to', backups);
  expect(kept.code).toBe(0);
  const before = readdirSync(backups);
  const mistyped = join(folder, 'tipstaf.db');
  commandsOn(mistyped);
  if (content !== undefined) writeFileSync(mistyped, content);
  const files = readdirSync(folder);
  const refused = { code: 2, stdout: '', stderr: expect.stringContaining(`There is no database at ${mistyped}`) };
  for (const args of [
    ['backup', '--to', backups, '--keep', '1'],
    ['backup', '--to', join(folder, 'others')],
    ['copy', '--to', join(folder, 'copy.db')],
  ]) {
    expect(await run(...args)).toMatchObject(refused);
  }
  expect([readdirSync(backups), readdirSync(folder)]).toEqual([before, files]);
});

it('copy says to name the copy in the config before the daemons start', async () => {
  const { folder, run } = await install();
  const { stdout } = await run('copy', '--to', join(folder, 'copy.db'));
  expect(stdout).toMatch(/every row arrived\. Next: name the copy under "database" in the config, then start/);
});

it('backup does not overwrite an existing file', async () => {
  const { config, backup } = await install();
  const before = readFileSync(config, 'utf8');
  expect(await backup(config)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^\S+ exists already\. Name a new file\.$/m),
  });
  expect(readFileSync(config, 'utf8')).toBe(before);
});

it('backup explains that a folder is missing', async () => {
  const { folder, backup } = await install();
  const refused = await backup(join(folder, 'nowhere/copy.db'));
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nowhere/copy.db cannot be written: its folder does not exist.'),
  });
});

it('backup explains that the folder of --to cannot be made', async () => {
  const { config, folder, run } = await install();
  const impossible = [config, join(config, 'below'), ...(existsSync('/proc/self') ? ['/proc/tipstaff/below'] : [])];
  for (const to of impossible) {
    const refused = await run('backup', '--to', to);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`The folder ${to} cannot be made: E`) });
    expect(refused.stderr).toMatch(/\. Name one in which you may write\.$/m);
  }
  expect(await run('backup', '--to', join(folder, 'new/backups'))).toMatchObject({ code: 0 });
});

it('a backup gets its name only when it is complete, so that a killed process leaves no partial one', async () => {
  const { store, folder } = await install();
  const seen: string[] = [];
  const watcher = watch(folder, (event, name) => {
    if (name === 'copy.db' || name === 'after') seen.push(`${event} ${name}`);
  });
  await store.backup(join(folder, 'copy.db'));
  writeFileSync(join(folder, 'after'), '');
  await eventually(() => expect(seen).toContain('rename after'));
  watcher.close();
  // The copy came by one rename, and was not written under this name.
  expect(seen.filter((event) => event.endsWith('copy.db'))).toEqual(['rename copy.db']);
});
