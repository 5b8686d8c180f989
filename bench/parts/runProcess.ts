import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** One process from its start to its end. */
export interface Life {
  /** Seconds by the clock. */
  readonly wall: number;
  /** Seconds of CPU. */
  readonly cpu: number;
  readonly peakMb: number;
  /** What it said on stdout. */
  readonly said: string;
}

const usage = new URL('./tellUsage.ts', import.meta.url).href;

/** Runs a program file under Node. @throws when it fails. */
export async function runProcess(file: URL, argv: readonly string[]): Promise<Life> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--import', usage, file.pathname, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [said, complaint, used] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'close'),
  ]);
  const wall = (performance.now() - startedMs) / 1000;
  if (child.exitCode !== 0) throw new Error(`${argv.join(' ')} ended with ${child.exitCode}: ${complaint}`);
  return { wall, said, ...(JSON.parse(used) as Pick<Life, 'cpu' | 'peakMb'>) };
}
