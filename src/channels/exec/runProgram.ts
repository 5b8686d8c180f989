import { type ChildProcess, spawn } from 'node:child_process';

/** What is kept of stderr: its end, where programs say why they fail. */
const keptBytes = 16 * 1024;
/** Between asking a program to end and making it. */
const graceMs = 1_000;
/** For what is still in the pipe of a program that has ended; something that it left behind may hold it open for ever. */
const lastOutputMs = 300;

export interface ProgramRun {
  /** The program, by its path, and its arguments. */
  readonly command: readonly string[];
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** How a program ended; `stderr` is the end of its output there. */
export type ProgramEnd =
  | { readonly end: 'exited'; readonly code: number; readonly stderr: string }
  | { readonly end: 'killed'; readonly by: string; readonly stderr: string }
  | { readonly end: 'timed out' | 'stopped'; readonly stderr: string }
  | { readonly end: 'not started'; readonly error: NodeJS.ErrnoException };

/**
 * Runs a program with `input` on its stdin, without a shell, as the leader of a process group; its stdout is dropped. At
 * the time-out, and when `signal` fires, the whole group is asked to end, and killed a second later.
 */
export async function runProgram(run: ProgramRun, signal: AbortSignal): Promise<ProgramEnd> {
  if (signal.aborted) return { end: 'stopped', stderr: '' };
  const [file = '', ...args] = run.command;
  const child = spawn(file, args, { detached: true, env: run.env, stdio: ['pipe', 'ignore', 'pipe'] });
  const words = endOfStderr(child);
  // A program that reads nothing closes the pipe; what matters is how it ends.
  child.stdin.on('error', () => {});
  child.stdin.end(run.input);
  const group = watchOver(child, run.timeoutMs, signal);
  try {
    const [code, by] = await exitOf(child);
    await Promise.race([words.ended, new Promise((resolve) => setTimeout(resolve, lastOutputMs))]);
    const stderr = words.text();
    if (group.endedFor !== undefined) return { end: group.endedFor, stderr };
    return code === null ? { end: 'killed', by: by ?? 'a signal', stderr } : { end: 'exited', code, stderr };
  } catch (error) {
    return { end: 'not started', error: error as NodeJS.ErrnoException };
  } finally {
    group.release();
    child.stderr.destroy();
  }
}

function exitOf(child: ChildProcess): Promise<[code: number | null, by: NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => resolve([code, by]));
  });
}

function endOfStderr(child: ChildProcess): { readonly ended: Promise<void>; text(): string } {
  let kept = Buffer.alloc(0);
  child.stderr?.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-keptBytes);
  });
  return {
    ended: new Promise((resolve) => child.once('close', () => resolve())),
    text: () => kept.toString('utf8'),
  };
}

/** Ends the program's group at the time-out or the signal. */
function watchOver(child: ChildProcess, timeoutMs: number, signal: AbortSignal) {
  const state: { endedFor: 'timed out' | 'stopped' | undefined } = { endedFor: undefined };
  let forced: NodeJS.Timeout | undefined;
  const finish = (why: 'timed out' | 'stopped') => {
    if (state.endedFor !== undefined) return;
    state.endedFor = why;
    killGroup(child, 'SIGTERM');
    forced = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
  };
  const timer = setTimeout(() => finish('timed out'), timeoutMs);
  const stop = () => finish('stopped');
  signal.addEventListener('abort', stop);
  return {
    get endedFor() {
      return state.endedFor;
    },
    release() {
      clearTimeout(timer);
      clearTimeout(forced);
      signal.removeEventListener('abort', stop);
      // Its leader is gone; those that it started may not have listened.
      if (state.endedFor !== undefined) killGroup(child, 'SIGKILL');
    },
  };
}

function killGroup({ pid }: ChildProcess, by: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, by);
  } catch {
    // The group has no process left.
  }
}
