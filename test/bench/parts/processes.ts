import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The program as its users start it. */
export const main = new URL('../../../bin/tipstaff.js', import.meta.url);
const usage = new URL('./reportUsage.js', import.meta.url).href;

/** One process from its start to its end. */
export interface Life {
  /** Seconds by the clock. */
  readonly wall: number;
  readonly peakMb: number;
  readonly stdout: string;
}

/**
 * Runs a program file under Node.
 * @throws when it fails
 */
export async function runProcess(file: URL, argv: readonly string[]): Promise<Life> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--import', usage, file.pathname, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [stdout, stderr, peakMb] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'close'),
  ]);
  const wall = (performance.now() - startedMs) / 1000;
  if (child.exitCode !== 0) throw new Error(`${argv.join(' ')} ended with ${child.exitCode}: ${stderr}`);
  return { wall, stdout, peakMb: Number(peakMb) };
}

/** `tipstaff run` as a process. */
export interface RunningDaemon {
  /** The address of its web page. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the daemon on a config. Resolves when it reports that it runs.
 * @throws with its log when it ends before that
 */
export async function startDaemon(config: string): Promise<RunningDaemon> {
  const env = { ...process.env, LOG_LEVEL: 'info' };
  const argv = [main.pathname, '--config', config, 'run'];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let log = '';
  let url: string | undefined;
  child.stderr.on('data', (data: Buffer) => {
    if (url === undefined) log += data;
    url ??= /"url":"([^"]+)".*Tipstaff is running/.exec(log)?.[1];
  });
  while (url === undefined && child.exitCode === null)
    await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  if (url === undefined) throw new Error(`The daemon did not start: ${log}`);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
