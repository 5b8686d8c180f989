import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { docketHit } from '../../check/hits.ts';
import { openMachine } from '../../e2e/machine.ts';
import { eventually } from '../../eventually.ts';
import { startProgram } from '../../program.ts';

/** Opens a machine whose only watch notifies Slack. */
async function install() {
  const machine = await openMachine({
    http: { port: 0 },
    operators: [],
    watches: [{ id: 'widget', dockets: { patentNumber: '6834603' }, schedule: '0 7 1 1 *', notify: ['slack'] }],
  });
  machine.service.dockets = [docketHit()];
  // A file that is open for reading refuses writes, as a full disk does.
  const full = openSync(join(machine.folder, 'watches.yaml'), 'r');
  onTestFinished(() => closeSync(full));
  const start = (args: readonly string[], stdout: 'pipe' | number, stderr: 'pipe' | number) =>
    startProgram(args, { folder: machine.folder, env: machine.env, stdio: ['ignore', stdout, stderr] });
  return { machine, full, start };
}

it('a check whose output has no reader delivers its alerts and exits with 0', async () => {
  const { machine, start } = await install();
  const check = start(['check'], 'pipe', 'pipe');
  check.stdout?.destroy();
  expect(await once(check, 'exit')).toEqual([0, null]);
  expect(machine.newPosts()).toHaveLength(1);
});

it('a check whose output cannot be written does its work, says so, and exits with 1', async () => {
  const { machine, full, start } = await install();
  const check = start(['check'], full, 'pipe');
  let words = '';
  check.stderr?.setEncoding('utf8').on('data', (part: string) => {
    words += part;
  });
  expect(await once(check, 'close')).toEqual([1, null]);
  expect(words).toMatch(/^Not all of the output could be written to stdout: .+\. Make room and run it again\.\n$/);
  expect(machine.newPosts()).toHaveLength(1);
});

it('the daemon keeps running when its log cannot be written', async () => {
  const { machine, full, start } = await install();
  const daemon = start(['run'], 'pipe', full);
  const ended = once(daemon, 'exit');
  await eventually(() => expect(machine.slack.requests).toHaveLength(1));
  daemon.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
