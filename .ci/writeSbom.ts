// npm run sbom: writes sbom.cdx.json (CycloneDX), the libraries that come with the package, each with its version,
// license and digest. Equal inputs give equal files.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Locked {
  dev?: boolean;
  devDependencies?: unknown;
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const temporary = mkdtempSync(join(tmpdir(), 'tipstaff-sbom-'));
// npm uses the name of the folder as the name of the package.
const folder = join(temporary, 'tipstaff');
const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
try {
  mkdirSync(folder);
  // Not --omit dev, which also leaves out zod and anything else that both a development tool and the program need.
  const { devDependencies: _tools, ...described } = read('package.json');
  const lock = read('package-lock.json') as { packages: Record<string, Locked> };
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  for (const [, locked] of packages) delete locked.devDependencies;
  write('package.json', described);
  write('package-lock.json', { ...lock, packages: Object.fromEntries(packages) });
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  // The npm_* variables of the npm that started this script would lead the inner npm back to our own folder.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const bill = JSON.parse(execFileSync('npm', args, { cwd: folder, env, encoding: 'utf8' }));
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  writeFileSync('sbom.cdx.json', `${JSON.stringify(bill, null, 1)}\n`);
} finally {
  rmSync(temporary, { recursive: true });
}
