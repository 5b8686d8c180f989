import { execFile } from 'node:child_process';
import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openStore } from '../../src/database/openStore.ts';
import { freshStore } from '../database/freshStore.ts';
import { alertOf, seed } from '../outbox/outbox.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

/** A database with one alert in it; `backup` copies it, writing no file beyond `fileLimitKilobytes` when that is given. */
async function install() {
  const { store, file } = await freshStore();
  await seed(store);
  await alertOf(store, 'counsel');
  const folder = dirname(file);
  const config = join(folder, 'watches.yaml');
  writeFileSync(
    config,
    `service: { baseUrl: sandbox }
database: ${file}
watches: [{ id: lamp, dockets: { patentNumber: "1234567" }, notify: [] }]
`,
  );
  const backup = (target: string, fileLimitKilobytes?: number): Promise<{ code: number; stderr: string }> =>
    new Promise((ended) => {
      const limit = fileLimitKilobytes === undefined ? '' : `ulimit -f ${fileLimitKilobytes}; `;
      const argv = ['-c', `${limit}exec "$0" "$@"`, process.execPath, main, '--config', config, 'backup', target];
      execFile('bash', argv, (error, _stdout, stderr) => {
        ended({ code: error === null ? 0 : Number(error.code), stderr });
      });
    });
  return { store, folder, config, backup };
}

it('copies what an open database holds', async () => {
  const { store, folder, backup } = await install();
  const copy = join(folder, 'copy.db');
  expect(await backup(copy)).toEqual({ code: 0, stderr: '' });
  const copied = await openStore(copy);
  const alerts = (db: typeof store.db) => db.selectFrom('alerts').selectAll().execute();
  expect(await alerts(copied.db)).toEqual(await alerts(store.db));
  await copied.close();
});

it('leaves a file that is there as it is', async () => {
  const { config, backup } = await install();
  const before = readFileSync(config, 'utf8');
  expect(await backup(config)).toMatchObject({ code: 2, stderr: expect.stringContaining('file already exists') });
  expect(readFileSync(config, 'utf8')).toBe(before);
});

it('says what is wrong with a folder that is not there', async () => {
  const { folder, backup } = await install();
  const refused = await backup(join(folder, 'nowhere/copy.db'));
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Name a new file, in a folder that') });
});

it('leaves nothing of a copy that found no room, which would pass for a backup', async () => {
  const { folder, backup } = await install();
  const copy = join(folder, 'copy.db');
  const failed = await backup(copy, 64);
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/could not be copied .* needs room for about/),
  });
  expect(existsSync(copy)).toBe(false);
});

it('has its name only when it is whole: nobody takes for a backup what a process left that was killed', async () => {
  const { store, folder } = await install();
  const seen: string[] = [];
  const watcher = watch(folder, (event, name) => {
    if (name === 'copy.db') seen.push(event);
  });
  await store.backup(join(folder, 'copy.db'));
  await vi.waitFor(() => expect(seen).toContain('rename'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  watcher.close();
  // It came by one rename, and was not written under this name.
  expect(seen).toEqual(['rename']);
});
