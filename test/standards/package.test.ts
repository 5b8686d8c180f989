import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { byNight } from '../runs.ts';
import { tempFolder } from '../tempFolder.ts';
import { expectDemo, expectServedDemo } from './expectDemo.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = [
  ...['.ci', 'bin', 'data', 'deploy', 'docs', 'migrations', 'src', 'sandbox'],
  ...['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'watches.schema.json', 'watches.yaml'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
];

function freshFolder(): string {
  const folder = tempFolder();
  return folder;
}

/** Copies the sources of the package to a folder of its own. */
function checkOut(): string {
  const folder = freshFolder();
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs a command in a folder with the Node of this checkout, as the package has none. */
async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env });
  return stdout.trim();
}

function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

it('the package lists its libraries, and works where it is installed', async () => {
  const place = checkOut();
  const tarball = join(place, await run(place, 'npm', 'pack', '--silent'));
  expectToNameLibraries(JSON.parse(readFileSync(join(place, 'sbom.cdx.json'), 'utf8')) as Bill);
  await run(place, 'publint', 'run', tarball, '--strict');
  const elsewhere = freshFolder();
  writeFileSync(join(elsewhere, 'package.json'), '{}');
  await run(elsewhere, 'npm', 'install', '--silent', '--no-audit', '--no-fund', tarball);
  expect(await run(elsewhere, 'npx', 'tipstaff', '--version')).toBe(manifest.version);
  await expectServedDemo(join(elsewhere, 'node_modules/tipstaff/bin/tipstaff.js'), elsewhere);
  if (!byNight) return;
  const shown = await run(elsewhere, 'npx', 'tipstaff', 'demo');
  await expectDemo(shown, elsewhere);
  expect(shown).toMatch(/: npx tipstaff demo --serve, then http:\/\/127\.0\.0\.1:8080\/alerts$/);
});

it.skipIf(!byNight)('the package is built the same in every folder', async () => {
  const places = [checkOut(), checkOut()];
  for (const place of places) await run(place, 'npm', 'run', '--silent', 'prepack');
  const [one, other] = places.map((place) => ({
    built: filesIn(join(place, 'dist')),
    bill: readFileSync(join(place, 'sbom.cdx.json'), 'utf8'),
  }));
  expect(one?.built.size).toBeGreaterThan(300);
  expect(other).toEqual(one);
});

/** Checks that the bill names each bundled library with its license and digest. */
function expectToNameLibraries({ bomFormat, components }: Bill): void {
  expect(bomFormat).toBe('CycloneDX');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const alongside = Object.entries(packages).filter(([path, one]) => path !== '' && !one.dev);
  const named = new Set(components.map(({ name, version }) => `${name} ${version}`));
  expect(named).toEqual(
    new Set(alongside.map(([path, one]) => `${path.split('node_modules/').at(-1)} ${one.version}`)),
  );
  expect(components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length)).toEqual([]);
}

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly hashes?: unknown[];
    readonly licenses?: unknown[];
  }[];
}
interface Lock {
  readonly packages: Readonly<Record<string, { version: string; dev?: boolean }>>;
}
