import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readText } from '../../src/config/variables.ts';
import { folderWith, withWatch } from './workspace.ts';

const main = resolve(import.meta.dirname, '../../src/main.ts');

// As the shipped file has it: the token is referred to, and would be filled in where it were left out.
const text = `service: { baseUrl: "http://127.0.0.1:9", token: "\${TIPSTAFF_TOKEN}" }\n${withWatch('')}`;

/** Runs `validate --show` in a shell, which can make pipes; its exit code and what it wrote. */
async function validate(script: string, cwd: string) {
  const env = { PATH: process.env.PATH, TIPSTAFF: `${process.execPath} ${main}` };
  const shell = spawn('bash', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  onTestFinished(() => {
    shell.kill('SIGKILL');
  });
  const chunks: Buffer[] = [];
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(shell, 'close');
  return { code, words: Buffer.concat(chunks).toString('utf8') };
}

it('reads a token from a named pipe, once, though its writer comes late', async () => {
  const cwd = folderWith({ 'watches.yaml': text });
  execFileSync('mkfifo', [join(cwd, 'token')]);
  const script = '(sleep 0.3; printf a-token > token) & TIPSTAFF_TOKEN_FILE=token $TIPSTAFF validate';
  expect(await validate(script, cwd)).toEqual({ code: 0, words: '1 watch, 1 query, 1 channel: all well\n' });
});

it('reads a token from the output of a command', async () => {
  const cwd = folderWith({ 'watches.yaml': text });
  const script = 'TIPSTAFF_TOKEN_FILE=<(sleep 0.2; echo a-token) $TIPSTAFF validate';
  expect(await validate(script, cwd)).toEqual({ code: 0, words: '1 watch, 1 query, 1 channel: all well\n' });
});

it('reads more than a pipe holds at a time', async () => {
  const cwd = folderWith({});
  const file = join(cwd, 'pipe');
  execFileSync('mkfifo', [file]);
  const writer = spawn('bash', ['-c', `head -c 300000 /dev/zero | tr '\\0' x > '${file}'`], { stdio: 'ignore' });
  expect(readText(file)).toBe('x'.repeat(300_000));
  await once(writer, 'close');
});

it('ends with an error when nobody writes to the pipe', () => {
  const file = join(folderWith({}), 'pipe');
  execFileSync('mkfifo', [file]);
  expect(() => readText(file, 200)).toThrow(expect.objectContaining({ code: 'ETIMEDOUT' }));
});
