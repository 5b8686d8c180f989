import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { alertMessage } from '../../src/alerts/outbox/alertMessage.ts';
import { confidentialOf, longAlert, terminated } from '../alerts/channels/contents.ts';
import { openChannel } from '../alerts/channels/openChannel.ts';
import { newCase } from '../alerts/channels/webhook/newCase.ts';
import { expectToFitSchema } from '../alerts/channels/webhook/schemas.ts';
import { eventually } from '../eventually.ts';

const running = new AbortController().signal;

/** A program that runs these lines of shell, in a folder of its own. */
async function program(...lines: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-exec-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'program');
  await writeFile(file, ['#!/bin/sh', `cd '${folder}'`, ...lines, ''].join('\n'));
  await chmod(file, 0o755);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  return { file, read };
}

function open(command: string[], more: { timeoutSeconds?: number; environment?: string[] } = {}) {
  return openChannel({ type: 'exec', name: 'script', command, timezone: 'UTC', ...more });
}

/** Whether a process is there; one that ended and was not waited for yet is not. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

it('a program gets the payload of webhooks on stdin, its arguments as they are, and no variable that it was not promised', async () => {
  vi.stubEnv('TIPSTAFF_TOKEN', 'the-token-of-the-service');
  vi.stubEnv('CRM_KEY', 'the-key-of-the-crm');
  const { file, read } = await program('cat > stdin', 'printf "%s\\n" "$@" > arguments', 'env > variables');
  const channel = await open([file, 'two words', '$(touch oops)', '*'], { environment: ['CRM_KEY'] });
  const result = await channel.send(alertMessage(newCase), running);
  expect(result).toEqual({ outcome: 'sent', response: 'exit code 0' });
  const payload = JSON.parse(await read('stdin'));
  expectToFitSchema(payload);
  expect(payload).toMatchObject({ type: 'alert.changes', data: { alert: 42, changes: [{ id: 17 }] } });
  expect(await read('arguments')).toBe('two words\n$(touch oops)\n*\n');
  const variables = await read('variables');
  expect(variables).toContain('CRM_KEY=the-key-of-the-crm');
  expect(variables).toContain('TIPSTAFF_CHANNEL=script');
  expect(variables).toMatch(/TIPSTAFF_ALERT=alert-42_20260302090000000_counsel_abcd1234/);
  expect(variables).not.toContain('the-token-of-the-service');
  vi.unstubAllEnvs();
});

it('a large alert comes whole, however slowly it is read', async () => {
  const { file, read } = await program('sleep 0.3', 'cat > stdin');
  expect((await (await open([file])).send(alertMessage(longAlert(42, 200)), running)).outcome).toBe('sent');
  const payload = JSON.parse(await read('stdin'));
  expect(payload.data.changes).toHaveLength(200);
  expectToFitSchema(payload);
});

it('a program that reads nothing and ends well accepts the alert', async () => {
  const { file } = await program('exec <&-', 'exit 0');
  expect((await (await open([file])).send(alertMessage(longAlert(42, 500)), running)).outcome).toBe('sent');
});

it('a program that fails is reported by its exit code and the end of its output, without secrets, and only this alert waits', async () => {
  vi.stubEnv('CRM_KEY', 'the-key-of-the-crm');
  const { file } = await program(
    'i=0; while [ $i -lt 400 ]; do echo "noise $i with the-key-of-the-crm" >&2; i=$((i+1)); done',
    'echo "cannot log in with $CRM_KEY and $1: refused" >&2',
    'exit 7',
  );
  const channel = await open([file, 'argument-s3cret'], { environment: ['CRM_KEY'] });
  const result = await channel.send(alertMessage(terminated()), running);
  expect(result).toMatchObject({ outcome: 'retry', scope: 'message' });
  expect(result.response).toMatch(/^exit code 7: .*cannot log in with \*\*\* and \*\*\*: refused$/);
  expect(result.response).not.toContain('the-key');
  expect(result.response.length).toBeLessThan(520);
  vi.unstubAllEnvs();
});

it('a program that is killed is tried again', async () => {
  const { file } = await program('kill -9 $$');
  const result = await (await open([file])).send(alertMessage(terminated()), running);
  expect(result).toMatchObject({ outcome: 'retry', scope: 'message', response: 'ended by SIGKILL' });
});

it.each([
  ['that ends when it is asked', ''],
  ['that will not listen', "trap '' TERM"],
])('at the time-out a program %s is ended with all that it started', async (_name, trap) => {
  const { file, read } = await program(
    trap,
    '(sleep 900; echo) & echo $! > child',
    'echo waiting >&2',
    'sleep 900; sleep 900',
  );
  const result = await (await open([file], { timeoutSeconds: 5 })).send(alertMessage(terminated()), running);
  expect(result.outcome).toBe('retry');
  expect(result.response).toBe('ended after 5 seconds: waiting');
  await eventually(async () => expect(await isAlive(Number(await read('child')))).toBe(false));
});

it('when Tipstaff stops, the program is ended with all that it started', async () => {
  const { file, read } = await program('(sleep 60; echo) & echo $! > child', 'sleep 60');
  const stopping = new AbortController();
  const sending = (await open([file])).send(alertMessage(terminated()), stopping.signal);
  await eventually(async () => expect(await read('child')).not.toBe(''));
  stopping.abort();
  expect((await sending).outcome).toBe('retry');
  await eventually(async () => expect(await isAlive(Number(await read('child')))).toBe(false));
});

it('something that a program leaves behind delays nobody, and is left alone', async () => {
  const { file, read } = await program('sleep 900 & echo $! > child', 'exit 0');
  expect((await (await open([file])).send(alertMessage(terminated()), running)).outcome).toBe('sent');
  const child = Number(await read('child'));
  expect(await isAlive(child)).toBe(true);
  process.kill(child);
});

it('a program that is not there, or may not be run, holds up the channel until somebody mends it', async () => {
  const gone = await (await open(['/nowhere/program'])).send(alertMessage(terminated()), running);
  expect(gone).toMatchObject({ outcome: 'dead', response: expect.stringContaining('ENOENT') });
  const { file } = await program('exit 0');
  await chmod(file, 0o644);
  expect(await (await open([file])).send(alertMessage(terminated()), running)).toMatchObject({ outcome: 'dead' });
});

it('names what is confidential, as a webhook does: it is the operator’s own', async () => {
  const { file, read } = await program('cat > stdin');
  await (await open([file])).send(alertMessage(confidentialOf(terminated())), running);
  expect(JSON.parse(await read('stdin')).data.changes[0].record.title).toBe('Lumen Ltd. v. Glow Inc.');
});
