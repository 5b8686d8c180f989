import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const main = join(import.meta.dirname, '../../src/main.ts');
const bin = join(import.meta.dirname, '../../bin/tipstaff.js');

/** Tells on stderr, when the program ends, which files it loaded. */
const sayLoaded = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  process.on('exit', () => process.stderr.write(loaded.join('\\n')));
`)}`;

async function helpOf(...words: string[]): Promise<{ help: string; loaded: string[] }> {
  const argv = ['--import', sayLoaded, main, ...words, '--help'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, argv);
  return { help: stdout, loaded: stderr.split('\n') };
}

const commands = [
  'init',
  'check',
  'run',
  'reload',
  'validate',
  'doctor',
  'plan',
  'status',
  'changes',
  'dates',
  'read',
  'explain',
  'nudges',
  'alerts',
  'looks',
  'send-test',
  'mute',
  'unmute',
  'watches',
  'credits',
  'sandbox',
  'demo',
  'users',
  'mcp',
  'evidence',
  'backup',
  'restore',
  'copy',
  'migrate',
];

it('--help names every command, with what it is for', async () => {
  const { help } = await helpOf();
  for (const command of commands) expect(help).toMatch(new RegExp(`^  ${command} .*\\S{3,}`, 'm'));
  const listed = help.slice(help.indexOf('Commands:')).match(/^ {2}\S+/gm) ?? [];
  expect(listed.map((line) => line.trim())).toEqual([...commands, 'help']);
});

it('help is quick: it loads what the command line knows, and nothing of what commands do', async () => {
  const packages = ({ loaded }: { loaded: string[] }) =>
    new Set(loaded.flatMap((url) => /node_modules\/([^/]+)/.exec(url)?.[1] ?? []));
  for (const words of [[], ...commands.map((command) => [command]), ['alerts', 'retry'], ['alerts', 'show']]) {
    const asked = await helpOf(...words);
    expect([...packages(asked)], words.join(' ')).toEqual(['commander']);
    expect(asked.loaded.filter((url) => /src\/(database|program|check|service\/http\/client)/.test(url))).toEqual([]);
  }
});

it('a mistyped command gets the near miss, and exit code 2', async () => {
  const run = promisify(execFile)(process.execPath, [main, 'chekc']);
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean check?') });
});

it.each(['--version', '-V'])('%s is the version of the package', async (flag) => {
  const { stdout } = await promisify(execFile)(process.execPath, [bin, flag]);
  expect(stdout).toBe(`${manifest.version}\n`);
});

it('on a Node that is too old it says in one line which one it needs and how to have it, with exit code 2', async () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.20.2' })`;
  const run = promisify(execFile)(process.execPath, ['--import', old, bin, '--version']);
  const stderr = expect.stringMatching(
    /^Tipstaff needs Node 22\.19 or newer; this is v20\.20\.2\. .*npx tipstaff.*\n$/,
  );
  await expect(run).rejects.toMatchObject({ code: 2, stderr });
  // What an old Node lacks must not be imported at the top: it would end there, before these words.
  expect(readFileSync(bin, 'utf8').match(/^import .*$/gm)).toEqual(["import { existsSync } from 'node:fs';"]);
});

it('the package has a license that checkers of licenses see, and is published by nobody by mistake', async () => {
  expect(manifest.license).toBe('MIT');
  // They take a private package for one without a license.
  expect(manifest).not.toHaveProperty('private');
  const guard = promisify(execFile)('npm', ['run', 'prepublishOnly'], { cwd: join(import.meta.dirname, '../..') });
  await expect(guard).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('published to no registry') });
});
