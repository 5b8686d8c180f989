import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import { openMachine } from '../e2e/machine.ts';
import { eventually } from '../eventually.ts';
import { startDaemon } from '../program.ts';
import { tempFolder } from '../tempFolder.ts';
import { itWith, run, systemd } from './tools.ts';

const unit = join(import.meta.dirname, '../../deploy/tipstaff.service');

itWith(systemd)('systemd rates the exposure of deploy/tipstaff.service at 3.0 of 10 or less', async () => {
  const { code, said } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit]);
  expect(code, said).toBe(0);
});

/** A socket like systemd's, which Node cannot make. Each message is a line. */
const listener = `
import os, socket, sys
it = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
it.bind(sys.argv[1])
print('listens', flush=True)
while True:
    print(it.recv(4096).decode().strip(), flush=True)
`;

itWith(systemd)('the daemon notifies systemd when it is ready, while it lives, and when it ends', async () => {
  const folder = tempFolder();
  const socket = join(folder, 'notify');
  const said: string[] = [];
  const listening = spawn('/usr/bin/python3', ['-c', listener, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void listening.kill());
  createInterface(listening.stdout).on('line', (line) => said.push(line));
  await eventually(() => expect(said).toEqual(['listens']));

  const machine = await openMachine();
  machine.configure({ http: { host: '127.0.0.1', port: 0 }, database: machine.database });
  const env = { ...machine.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '1000000' };
  const daemon = await startDaemon(join(machine.folder, 'watches.yaml'), { env });
  const heard = () => said.filter((line) => !line.startsWith('BARRIER'));
  await eventually(() => expect(heard()).toEqual(expect.arrayContaining(['READY=1', 'WATCHDOG=1'])));
  expect(heard()[1]).toBe('READY=1');
  await daemon.stop();
  await eventually(() => expect(heard().at(-1)).toBe('STOPPING=1'));
});
