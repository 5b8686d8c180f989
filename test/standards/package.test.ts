import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const sources = [
  '.ci',
  'src',
  'migrations',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
];

/** A copy of what the package is made of, in a folder of its own. */
function checkOut(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const runScript = (folder: string, script: string) =>
  promisify(execFile)('npm', ['run', '--silent', script], { cwd: folder });

function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

it('the program is built the same, byte for byte, wherever and whenever it is built', async () => {
  const [one, other] = [checkOut(), checkOut()];
  await runScript(one, 'build');
  await runScript(other, 'build');
  const built = filesIn(join(one, 'dist'));
  expect(built.size).toBeGreaterThan(300);
  expect(filesIn(join(other, 'dist'))).toEqual(built);
});

it('the package says what is in it: each library that comes along, with its licence and digest, the same each time', async () => {
  const folder = checkOut();
  await runScript(folder, 'sbom');
  const written = readFileSync(join(folder, 'sbom.cdx.json'), 'utf8');
  const { bomFormat, components } = JSON.parse(written) as Bill;
  expect(bomFormat).toBe('CycloneDX');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const alongside = Object.entries(packages).filter(([path, one]) => path !== '' && !one.dev);
  const named = new Set(components.map(({ name, version }) => `${name} ${version}`));
  expect(named).toEqual(
    new Set(alongside.map(([path, one]) => `${path.split('node_modules/').at(-1)} ${one.version}`)),
  );
  expect(components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length)).toEqual([]);
  await runScript(folder, 'sbom');
  expect(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')).toBe(written);
});

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
