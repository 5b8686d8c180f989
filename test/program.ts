import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import type { Ran } from './runHere.ts';
import { toStart } from './toStart.ts';

/** The program from its source, one module per file. */
export const source = resolve(import.meta.dirname, '../src/main.ts');
/** The program in a few files when test/oneBundle.ts has made them, otherwise from its source. */
export const main = resolve(process.env.TESTED_MAIN ?? source);

interface StartOptions {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly nodeArgs?: readonly string[];
  /** Another release of the program. */
  readonly main?: string;
  readonly stdio?: StdioOptions;
}

/** Starts `tipstaff …` as its own process, and kills it when the test has finished. */
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

/** Runs `tipstaff …` as its own process until it ends, or kills it (SIGKILL) when `killWhen` resolves. */
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

/** `tipstaff run` as its own process. */
export interface DaemonProcess {
  readonly child: ChildProcess;
  /** The lines of its log (stderr) so far. */
  readonly lines: readonly string[];
  /** Resolves with its address when it reports that it is running. Rejects with its log if it ends before. */
  readonly running: Promise<string>;
}

/** A running daemon. */
export interface Daemon extends Omit<DaemonProcess, 'running'> {
  readonly url: string;
  /** Sends the signal, and expects a clean end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface DaemonProcessOptions extends Omit<StartOptions, 'folder' | 'stdio'> {
  /** Added to `tipstaff run --config …`. */
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

/** Resolves when the daemon runs. */
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
