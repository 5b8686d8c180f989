import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere } from '../runHere.ts';
import { tempFolder } from '../tempFolder.ts';

const root = join(import.meta.dirname, '../..');

const run = (folder: string, ...args: string[]) =>
  runHere(args, { folder, env: { TIPSTAFF_BASE_URL: 'sandbox', TIPSTAFF_TOKEN: 'sandbox' } });

it('init writes the files of the package, which are valid as they are', async () => {
  const folder = tempFolder();
  const { stdout } = await run(folder, 'init');
  expect((await readdir(folder)).toSorted()).toEqual(['.env.example', 'watches.schema.json', 'watches.yaml']);
  expect(stdout).toContain('Wrote watches.yaml.');
  expect(stdout).toContain('load it (set -a; . ./.env; set +a)');
  for (const file of ['watches.yaml', '.env.example'])
    expect(await readFile(join(folder, file), 'utf8')).toBe(await readFile(join(root, file), 'utf8'));
  expect(await run(folder, 'validate')).toMatchObject({ code: 0 });
});

it('init overwrites nothing, and says so', async () => {
  const folder = tempFolder();
  await writeFile(join(folder, 'watches.yaml'), 'mine');
  const { stdout } = await run(folder, 'init');
  expect(await readFile(join(folder, 'watches.yaml'), 'utf8')).toBe('mine');
  expect(stdout).toContain('Left watches.yaml as it is: it exists already.');
  expect(stdout).toContain('Wrote .env.example.');
});

it('the watches.yaml in the README is valid by itself', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, shown = ''] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
  const folder = tempFolder();
  await writeFile(join(folder, 'watches.yaml'), shown);
  expect(await run(folder, 'validate')).toMatchObject({ code: 0 });
});
