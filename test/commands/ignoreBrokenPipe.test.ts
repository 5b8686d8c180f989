import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEndpoint } from '../channels/endpoint.ts';
import { toStart } from '../toStart.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

/** A config with one watch on the sandbox that notifies Slack, and a way to run the program on it. */
async function install() {
  const posted = Promise.withResolvers<void>();
  const slack = await openEndpoint((_request, response) => {
    response.end('ok');
    posted.resolve();
  });
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-readers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = join(folder, 'watches.yaml');
  writeFileSync(
    config,
    `service: { baseUrl: sandbox }
database: ${join(folder, 'tipstaff.db')}
http: { port: 0 }
operators: [counsel]
channels: { counsel: { type: slack, webhookUrl: "${slack.url}/slack" } }
watches: [{ id: widget-patent, dockets: { patentNumber: "6834603" }, schedule: "0 7 1 1 *", notify: [counsel] }]
`,
  );
  // What is open for reading takes no writing: as full a disk as any.
  const full = openSync(config, 'r');
  onTestFinished(() => closeSync(full));
  const start = (args: readonly string[], stdout: 'pipe' | number, stderr: 'pipe' | number): ChildProcess => {
    const child = spawn(process.execPath, [main, ...args, '--config', config], {
      env: toStart,
      stdio: ['ignore', stdout, stderr],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  return { slack, posted: posted.promise, full, start };
}

it('a check delivers its alerts though the reader of its output has left, and ends well', async () => {
  const { slack, start } = await install();
  const check = start(['check'], 'pipe', 'pipe');
  check.stdout?.destroy();
  expect(await once(check, 'exit')).toEqual([0, null]);
  expect(slack.requests).toHaveLength(1);
});

it('output that cannot be written is reported in words and by exit code 1, after the work is done', async () => {
  const { slack, full, start } = await install();
  const check = start(['check'], full, 'pipe');
  let words = '';
  check.stderr?.on('data', (part: Buffer) => {
    words += part.toString('utf8');
  });
  expect(await once(check, 'close')).toEqual([1, null]);
  expect(words).toMatch(
    /^From the built-in sandbox: the records are made up\.\nNot all of the output could be written to stdout: .+\. Make room and run it again\.\n$/,
  );
  expect(slack.requests).toHaveLength(1);
});

it('the daemon goes on when its log cannot be written', async () => {
  const { slack, posted, full, start } = await install();
  const daemon = start(['run'], 'pipe', full);
  const ended = once(daemon, 'exit');
  await Promise.race([posted, ended]);
  daemon.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(slack.requests).toHaveLength(1);
});
