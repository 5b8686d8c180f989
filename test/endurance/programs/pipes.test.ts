import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readText } from '../../../src/config/variables.ts';
import { folderWith, withWatch } from '../../config/workspace.ts';
import { main } from '../../program.ts';
import { toStart } from '../../toStart.ts';

it('a token is read once from the output of a command, even if it comes late', async () => {
  // Like the shipped file, which refers to the token. A token that is left out would be filled in.
  const text = `service: { baseUrl: "http://127.0.0.1:9", token: "\${TIPSTAFF_TOKEN}" }\n${withWatch('')}`;
  const cwd = folderWith({ 'watches.yaml': text });
  const script = 'TIPSTAFF_TOKEN_FILE=<(sleep 0.3; echo a-token) "$0" "$1" validate';
  const run = promisify(execFile)('bash', ['--norc', '-c', script, process.execPath, main], { cwd, env: toStart });
  expect(await run).toEqual({ stdout: '1 watch, 1 query, 1 channel: all well\n', stderr: '' });
});

it('a file that is a pipe may hold more than a pipe buffers', async () => {
  const file = join(folderWith({}), 'pipe');
  execFileSync('mkfifo', [file]);
  const writer = spawn('bash', ['-c', `head -c 300000 /dev/zero | tr '\\0' x > '${file}'`], { stdio: 'ignore' });
  const ended = once(writer, 'close');
  expect(readText(file, 600_000)).toBe('x'.repeat(300_000));
  await ended;
});

it('reading a pipe without a writer ends with an error', () => {
  const file = join(folderWith({}), 'pipe');
  execFileSync('mkfifo', [file]);
  expect(() => readText(file, 200)).toThrow(expect.objectContaining({ code: 'ETIMEDOUT' }));
});
