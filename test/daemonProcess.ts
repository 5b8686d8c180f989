import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import { toStart } from './toStart.ts';

const ours = resolve(import.meta.dirname, '../src/main.ts');

/** `tipstaff run` as a process of its own. It is killed when the test has finished. */
export interface DaemonProcess {
  readonly child: ChildProcess;
  /** What it has written on stderr so far: its log. */
  readonly lines: readonly string[];
  /** Resolves with where it serves when it says that it is running; rejects, with its log, when it ends before. */
  readonly running: Promise<string>;
}

/** One that runs. */
export interface Daemon extends Omit<DaemonProcess, 'running'> {
  readonly url: string;
  /** Asks it to end (SIGTERM), and expects that it does so cleanly. */
  stop(): Promise<void>;
}

export interface DaemonProcessOptions {
  /** After `tipstaff run --config …`. */
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Another release of the program. */
  readonly main?: string;
}

export function spawnDaemon(config: string, options: DaemonProcessOptions = {}): DaemonProcess {
  const { args = [], nodeArgs = [], env = {}, main = ours } = options;
  const child = spawn(process.execPath, [...nodeArgs, main, 'run', '--config', config, ...args], {
    env: { ...toStart, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => kill(child));
  const running = Promise.withResolvers<string>();
  running.promise.catch(() => {});
  const lines: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line);
    const url = /"url":"([^"]+)".*is running/.exec(line)?.[1];
    if (url !== undefined) running.resolve(url);
  });
  child.once('close', (code) => running.reject(new Error(`ended with ${code}:\n${lines.join('\n')}`)));
  return { child, lines, running: running.promise };
}

/** Resolves when it runs. */
export async function startDaemon(config: string, options?: DaemonProcessOptions): Promise<Daemon> {
  const { child, lines, running } = spawnDaemon(config, options);
  const url = await running;
  return {
    child,
    lines,
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
