import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
/** Inside the checkout, where the program finds its package.json and libraries; a stable place, whose compiled code Node keeps. */
const folder = join(root, 'node_modules/.cache/tipstaff-tests');

/**
 * Before projects that start the program as a process (vitest.config.ts): its modules and those of its libraries become few files,
 * once for each state of the source. To find and load a thousand files is half of what a start costs, and hundreds are made.
 * `TESTED_MAIN=src/main.ts` has the source itself started.
 */
export default async function setUp(): Promise<void> {
  if (process.env.TESTED_MAIN !== undefined) return;
  const bundle = join(folder, digestOfSource());
  if (!existsSync(bundle)) await build(bundle);
  process.env.TESTED_MAIN = join(bundle, 'main.js');
}

function digestOfSource(): string {
  const files = globSync(['package-lock.json', '{src,migrations,sandbox}/**/*.ts'], { cwd: root }).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** It starts files that lie beside it. */
const startsItsNeighbors = { id: pathToFileURL(join(root, 'src/base/inChild.ts')).href, external: true };

/** Another run may do the same meanwhile: the first that is done stays. */
async function build(bundle: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const dir = mkdtempSync(join(folder, 'part-'));
  const made = await rolldown({
    input: join(root, 'src/main.ts'),
    platform: 'node',
    // Native ones.
    external: ['better-sqlite3', 'sharp', 'pg-native'],
    plugins: [{ name: 'stays', resolveId: (id) => (id.endsWith('/inChild.ts') ? startsItsNeighbors : undefined) }],
    logLevel: 'silent',
  });
  await made.write({ dir, format: 'esm' });
  await made.close();
  try {
    renameSync(dir, bundle);
  } catch {
    rmSync(dir, { recursive: true });
  }
}
