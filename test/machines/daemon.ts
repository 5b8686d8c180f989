import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { toStart } from '../toStart.ts';

const ours = resolve(import.meta.dirname, '../../src/main.ts');

/** `tipstaff run` as a process of its own, which says that it runs. */
export interface Daemon {
  readonly child: ChildProcess;
  /** What it has logged so far. */
  log(): string;
}

/** @param main another release of the program. */
export async function startDaemon(config: string, database: string, main = ours): Promise<Daemon> {
  const child = spawn(process.execPath, [main, 'run', '--config', config], {
    env: { ...toStart, TIPSTAFF_DATABASE: database },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  let said = '';
  await new Promise<void>((isRunning, fail) => {
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString('utf8');
      if (said.includes('is running')) isRunning();
    });
    child.once('exit', (code) => fail(new Error(`ended with ${code}:\n${said}`)));
  });
  return { child, log: () => said };
}
