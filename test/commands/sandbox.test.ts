import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { FAULT_NAMES, FAULTS } from '../../src/sandbox/faults/ledger.ts';
import { ask, control } from '../sandbox/asking.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function tipstaff(...words: readonly string[]) {
  const child = spawn(process.execPath, ['src/main.ts', 'sandbox', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function serving(...words: readonly string[]) {
  const child = tipstaff('--port', '0', ...words);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /is running at (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error('the sandbox ended before it printed its address');
}

async function output(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const part of stream ?? []) text += part;
  return text;
}

it('prints its address and responds there, with the token and the credits given', async () => {
  const sandbox = await serving('--token', 'mine', '--credits', '14', '--starts-on', '2026-03-02', '--size', '10');
  expect((await ask(sandbox, 'pacer', { patentNumber: '6834603' }, 'mine')).body.code).toBe(0);
  expect((await ask(sandbox, 'pacer', { patentNumber: '6834603' }, 'mine')).body.code).toBe(2001);
  expect((await ask(sandbox, 'wipo', { source: 'HAGUE', hol: 'Rival' })).body.code).toBe(3001);
  expect((await control(sandbox, 'GET', 'state')).body).toMatchObject({
    today: '2026-03-02',
    creditsLeft: { mine: 2 },
  });
});

it('goes wrong when asked to', async () => {
  const sandbox = await serving('--fault', 'total-unknown', '--fault', 'page-clamped=2');
  const { body } = await ask(sandbox, 'pacer', { patentNumber: '6834603' });
  expect([body.data.total, body.data.hits.length]).toEqual([-1, 2]);
});

it.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly on %s', async (signal) => {
  const { child } = await serving();
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('has a help that names every fault, says what it is and what its value means', async () => {
  const child = tipstaff('--help');
  const help = await output(child.stdout);
  const lines = help.split('\n').map((line) => line.trim().replace(/ {2,}/, ' '));
  for (const name of FAULT_NAMES) {
    const { about, value } = FAULTS[name];
    expect(lines).toContain(`${name} ${about}${value === undefined ? '' : ` (value: ${value})`}`);
  }
  expect(help).toContain('--day-seconds');
});

it.each([
  [['--fault', 'nonsense'], /There is no fault "nonsense"/],
  [['--port', 'eighty'], /Give a whole number/],
  [['--port', '65536'], /Give a port from 0 to 65535/],
  [['--starts-on', 'tomorrow'], /such as 2026-03-02, not on tomorrow/],
  [['--records', 'absent.ndjson'], /absent\.ndjson/],
])('refuses %j with exit code 2 and a reason', async (words, reason) => {
  const child = tipstaff(...words);
  const [complaint, [code]] = await Promise.all([output(child.stderr), once(child, 'exit')]);
  expect(complaint).toMatch(reason);
  expect(code).toBe(2);
});
