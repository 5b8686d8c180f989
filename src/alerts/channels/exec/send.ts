import { type ChildProcess, spawn } from 'node:child_process';
import { serverResponse, withoutSecrets } from '../../../base/http/serverResponse.ts';
import type { ExecChannelConfig } from '../../../config/channels/exec.ts';
import type { Channel, DeliveryResult, OpeningParts } from '../channel.ts';
import { renderJson } from '../webhook/draw.ts';
import { webhookId } from '../webhook/send.ts';

const usualTimeoutSeconds = 30;
const keptCharacters = 400;

/** What every program may need to work at all; the daemon's own variables contain its secrets. */
const harmless = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'];

/**
 * A program of the operator's: it is started for each alert, gets the JSON of webhooks on stdin, and accepts it by
 * ending with 0.
 */
export function openExec(config: ExecChannelConfig, parts: Pick<OpeningParts, 'installation' | 'secrets'>): Channel {
  const { command, timeoutSeconds = usualTimeoutSeconds, environment = [] } = config;
  return {
    name: config.name,
    async send(message, signal) {
      const env = {
        ...variables([...harmless, ...environment]),
        TIPSTAFF_CHANNEL: config.name,
        // The same each time this alert is handed over.
        TIPSTAFF_ALERT: webhookId(message.content, parts.installation),
      };
      const input = `${JSON.stringify(renderJson(message))}\n`;
      const end = await runProgram({ command, input, env, timeoutMs: timeoutSeconds * 1000 }, signal);
      return resultOf(end, timeoutSeconds, parts.secrets);
    },
  };
}

function variables(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * A program that fails may work with the next alert: only this one waits. One that hangs, or does not exist, makes all
 * wait.
 */
function resultOf(end: ProgramEnd, timeoutSeconds: number, secrets: readonly string[]): DeliveryResult {
  if (end.end === 'not started') {
    const response = serverResponse(`it cannot be started: ${end.error.message}`, secrets);
    return { outcome: isForGood(end.error) ? 'dead' : 'retry', response };
  }
  const said = (words: string) =>
    serverResponse([words, endOfOutput(end.stderr, secrets)].filter(Boolean).join(': '), secrets);
  switch (end.end) {
    case 'exited':
      if (end.code === 0) return { outcome: 'sent', response: said('exit code 0') };
      return { outcome: 'retry', response: said(`exit code ${end.code}`), scope: 'message' };
    case 'killed':
      return { outcome: 'retry', response: said(`ended by ${end.by}`), scope: 'message' };
    case 'timed out':
      return { outcome: 'retry', response: said(`ended after ${timeoutSeconds} seconds`) };
    case 'stopped':
      return { outcome: 'retry', response: said('ended because Tipstaff stops') };
  }
}

function isForGood({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'EACCES' || code === 'ENOEXEC' || code === 'EPERM';
}

/** The end of its output, where the reason is; cut only after secrets are removed, or half of one could be seen. */
function endOfOutput(stderr: string, secrets: readonly string[]): string {
  return withoutSecrets(stderr, secrets).trim().slice(-keptCharacters);
}

/** What is kept of stderr: its end, where programs say why they fail. */
const keptBytes = 16 * 1024;
/** Between asking a program to end and making it. */
const graceMs = 1_000;
/**
 * For what is still in the pipe of a program that has ended; something that it left behind may keep it open for ever.
 */
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
 * Runs a program with `input` on its stdin, without a shell, as the leader of a process group; its stdout is dropped.
 * At the time-out, and when `signal` fires, the whole group is asked to end, and killed a second later.
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
