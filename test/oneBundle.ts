import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
/** In the checkout, where the program finds package.json and libraries, and always there, for Node's compile cache. */
const folder = join(root, 'node_modules/.cache/tipstaff-tests');

/**
 * Runs before projects that start the program as a process (vitest.config.ts). It bundles the program and its libraries
 * into a few files, once for each state of the source: finding and loading a thousand files takes half of a start, and
 * the tests start hundreds of processes. `TESTED_MAIN=src/main.ts` makes them start the source itself.
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

/** Not bundled, because it starts files that lie beside it. */
const startsItsNeighbors = { id: pathToFileURL(join(root, 'src/base/inChild.ts')).href, external: true };

/** Another run may build at the same time. The first that finishes wins. */
async function build(bundle: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const dir = mkdtempSync(join(folder, 'part-'));
  const made = await rolldown({
    input: join(root, 'src/main.ts'),
    platform: 'node',
    // Native modules.
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
