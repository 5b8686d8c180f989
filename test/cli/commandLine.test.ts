import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runHere } from '../runHere.ts';

const bin = join(import.meta.dirname, '../../bin/tipstaff.js');

const commands = [
  'init',
  'check',
  'run',
  'reload',
  'validate',
  'doctor',
  'plan',
  'status',
  'list',
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

it('--help names every command and its purpose', async () => {
  const { stdout: help } = await runHere(['--help']);
  for (const command of commands) expect(help).toMatch(new RegExp(`^  ${command} .*\\S{3,}`, 'm'));
  const listed = help.slice(help.indexOf('Commands:')).match(/^ {2}\S+/gm) ?? [];
  expect(listed.map((line) => line.trim())).toEqual([...commands, 'help']);
});

it('a mistyped command gets a suggestion and exit code 2', async () => {
  expect(await runHere(['chekc'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean check?') });
});

it.each(['--version', '-V'])('%s prints the version of the package', async (flag) => {
  expect(await runHere([flag])).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
});

it.each([
  ['before the command', ['-c', 'other.yaml', 'validate']],
  ['after it', ['validate', '-c', 'other.yaml']],
  ['in full', ['validate', '--config', 'other.yaml']],
])('the config may be named %s', async (_where, argv) => {
  expect(await runHere(argv)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/other\.yaml: found no such.*tipstaff init writes one/),
  });
});

it('bin/tipstaff.js imports nothing that an old Node lacks before it checks the version of Node', () => {
  expect(readFileSync(bin, 'utf8').match(/^import .*$/gm)).toEqual(["import { existsSync } from 'node:fs';"]);
});

it('the package has a license that license checkers recognize', () => {
  expect(manifest.license).toBe('MIT');
  // License checkers treat a private package as unlicensed.
  expect(manifest).not.toHaveProperty('private');
});
