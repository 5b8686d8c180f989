import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Area, areas } from './areas.ts';
import { type Result, readResult, unexplained } from './report.ts';
import { excludedMutations, sample } from './sample.ts';

/**
 * Changes the program in one place at a time and runs the tests that should fail: `npm run test:mutants [AREA…]`. It
 * works in a copy, so these files stay unchanged. The exit code is 1 when an area is below the bound or a survivor has
 * no reason.
 */
const root = join(import.meta.dirname, '..', '..');
const limit = Number(process.env.TIPSTAFF_MUTANTS ?? 150);
const seed = Number(process.env.TIPSTAFF_SEED ?? 20_261_121);
const bound = 0.85;

const names = process.argv.slice(2);
const unknown = names.filter((name) => !areas.some((area) => area.name === name));
if (unknown.length > 0) {
  throw new Error(`there is no area ${unknown.join(', ')}: there are ${areas.map((area) => area.name).join(', ')}`);
}

const copy = mkdtempSync(join(tmpdir(), 'tipstaff-mutants-'));
let running: ChildProcess | undefined;
process.once('exit', () => {
  // Kills the whole process group. SIGTERM would first make Stryker restore the files of a copy that nobody needs.
  if (running?.pid !== undefined && running.exitCode === null) process.kill(-running.pid, 'SIGKILL');
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

for (const area of areas.filter(({ name }) => names.length === 0 || names.includes(name))) {
  copyProject();
  await mutate(area);
  show(area, readResult(copy));
}

/** Copies the files that git tracks or would add, because Stryker changes files in place. */
function copyProject(): void {
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

async function mutate(area: Area): Promise<void> {
  const settings = {
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    mutate: await sample(copy, area.files, limit, seed),
    mutator: { excludedMutations },
    disableTypeChecks: false,
    concurrency: 1,
    coverageAnalysis: 'perTest',
    inPlace: true,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: 'mutants.json' },
    timeoutMS: 20_000,
    timeoutFactor: 1.5,
    tempDirName: '.stryker-tmp',
  };
  writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(settings));
  // Loaded before any test. Otherwise a change that acts at load time counts only for the test that happens to load it.
  const loaded = area.files.flatMap((glob) => globSync(glob, { cwd: copy }));
  writeFileSync(join(copy, 'mutated.ts'), loaded.map((file) => `import './${file}';\n`).join(''));
  const stryker = join(
    dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
    'bin/stryker.js',
  );
  running = spawn(process.execPath, [stryker, 'run'], {
    cwd: copy,
    detached: true,
    env: { ...process.env, MUTANT_TESTS: area.tests.join(',') },
    stdio: ['ignore', 2, 2],
  });
  const [code] = await once(running, 'close');
  if (code !== 0) throw new Error(`${area.name}: Stryker ended with ${code}; its output is above`);
}

function show({ name }: Area, { mutants, killed, survivors }: Result): void {
  const share = mutants === 0 ? 0 : killed / mutants;
  const open = unexplained(survivors);
  const percent = `${(share * 100).toFixed(1)} %`;
  process.stdout.write(
    `${name}: ${mutants} mutants, ${killed} killed (${percent}), ${survivors.length} survived, ${open.length} of them without a reason\n`,
  );
  for (const { file, line, before, after } of open) process.stdout.write(`  ${file}:${line}: ${before} -> ${after}\n`);
  if (share < bound || open.length > 0) process.exitCode = 1;
}
