import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import type { Ran } from './runHere.ts';
import { toStart } from './toStart.ts';

/** The program, for `node`, as a module of its own for each file. */
export const source = resolve(import.meta.dirname, '../src/main.ts');
/** The same in few files, where test/oneBundle.ts made them. */
export const main = resolve(process.env.TESTED_MAIN ?? source);

interface StartOptions {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly nodeArgs?: readonly string[];
  /** Another release of the program. */
  readonly main?: string;
  readonly stdio?: StdioOptions;
}

/** `tipstaff …` as a process of its own. It is killed when the test has finished. */
export function startProgram(args: readonly string[], options: StartOptions = {}): ChildProcess {
  const { folder, env = {}, nodeArgs = [], main: release = main, stdio = 'pipe' } = options;
  const child = spawn(process.execPath, [...nodeArgs, release, ...args], {
    cwd: folder,
    env: { ...toStart, ...env },
    stdio,
  });
  onTestFinished(() => kill(child));
  return child;
}

/** Runs `tipstaff …` to its end as a process of its own, or until it is killed (SIGKILL) when something has come about. */
export async function runProgram(
  args: readonly string[],
  options: StartOptions & { readonly killWhen?: Promise<unknown> } = {},
): Promise<Ran> {
  const child = startProgram(args, options);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (part: string) => {
      said[name] += part;
    });
  void options.killWhen?.then(() => child.kill('SIGKILL'));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

/** `tipstaff run` as a process of its own. */
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
  /** Asks it to end, and expects that it does so cleanly. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface DaemonProcessOptions extends Omit<StartOptions, 'folder' | 'stdio'> {
  /** After `tipstaff run --config …`. */
  readonly args?: readonly string[];
}

export function spawnDaemon(config: string, options: DaemonProcessOptions = {}): DaemonProcess {
  const { args = [], ...others } = options;
  const child = startProgram(['run', '--config', config, ...args], { ...others, stdio: ['ignore', 'ignore', 'pipe'] });
  const running = Promise.withResolvers<string>();
  running.promise.catch(() => {});
  const lines: string[] = [];
  createInterface({ input: child.stderr ?? expect.fail() }).on('line', (line) => {
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
    stop: async (signal = 'SIGTERM') => {
      const ended = once(child, 'exit');
      child.kill(signal);
      expect(await ended, lines.join('\n')).toEqual([0, null]);
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
