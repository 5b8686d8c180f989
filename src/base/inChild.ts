import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { startTurns } from './calls.ts';
import { TipstaffError } from './errors.ts';

// Code that parses foreign bytes runs in a separate process (childMain.ts) and not in the daemon.

export interface ChildLimits {
  /** Megabytes of memory, libraries included. JavaScript objects get three quarters. */
  readonly memoryMb: number;
  readonly seconds: number;
}

/** The task's process was killed or died. The message continues after “it”: `took more than 10 seconds`. */
export class ChildEnded extends Error {}

export class ChildClosed extends Error {}

export interface Child<Input, Output> {
  /** Children work one at a time, in order. @throws ChildEnded, ChildClosed, or the task's TipstaffError */
  ask(input: Input): Promise<Output>;
  /** Also ends work under way. A later `ask` starts a new process. */
  close(): Promise<void>;
}

export type ChildReply<Output> =
  | { readonly output: Output }
  | { readonly error: { readonly code: string | undefined; readonly message: string } };

const idleMs = 2_000;
const memoryEveryMs = 50;

const inTurn = startTurns();

/** Returns a child whose process ends 2 s after its last task. @param task a module's path from here, without ending */
export function openChild<Input, Output>(task: string, limits: ChildLimits): Child<Input, Output> {
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = 0;
  const end = async () => {
    clearTimeout(idle);
    const ending = running;
    running = undefined;
    if (ending !== undefined) await killed(ending);
  };
  const work = async (input: Input, before: number): Promise<Output> => {
    if (before !== closed) throw new ChildClosed();
    clearTimeout(idle);
    running ??= start(task, limits);
    try {
      const reply = await replyOf<Output>(running, input, limits);
      if ('output' in reply) return reply.output;
      const { code, message } = reply.error;
      throw code === undefined ? new Error(message) : new TipstaffError(code, message);
    } catch (error) {
      if (error instanceof ChildEnded) await end();
      throw before === closed ? error : new ChildClosed();
    } finally {
      idle = setTimeout(end, idleMs);
      idle.unref();
    }
  };
  return {
    ask: (input) => {
      const before = closed;
      return inTurn(() => work(input, before));
    },
    close: async () => {
      closed += 1;
      await end();
    },
  };
}

/** Runs one task in a separate process. @throws like `Child.ask` */
export async function inChild<Input, Output>(task: string, input: Input, limits: ChildLimits): Promise<Output> {
  const child = openChild<Input, Output>(task, limits);
  try {
    return await child.ask(input);
  } finally {
    await child.close();
  }
}

function start(task: string, { memoryMb }: ChildLimits): ChildProcess {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const child = fork(new URL(`./childMain.${ending}`, import.meta.url), [`${task}.${ending}`], {
    execArgv: [`--max-old-space-size=${Math.floor((memoryMb * 3) / 4)}`],
    serialization: 'advanced',
    // Passes neither secrets nor others' options for Node. Windows starts nothing without its SystemRoot.
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  child.setMaxListeners(0);
  return child;
}

function replyOf<Output>(child: ChildProcess, input: unknown, limits: ChildLimits): Promise<ChildReply<Output>> {
  const { memoryMb, seconds } = limits;
  const { promise, resolve, reject } = Promise.withResolvers<ChildReply<Output>>();
  const endBecause = (why: string) => reject(new ChildEnded(why));
  const onExit = () => endBecause(`took more than ${memoryMb} MB of memory, or broke what reads it`);
  const onMessage = (reply: unknown) => resolve(reply as ChildReply<Output>);
  const late = setTimeout(() => endBecause(`took more than ${seconds} seconds`), seconds * 1000);
  const watch = setInterval(async () => {
    if ((await residentMb(child.pid)) > memoryMb) endBecause(`took more than ${memoryMb} MB of memory`);
  }, memoryEveryMs);
  child.once('exit', onExit).once('message', onMessage);
  if (child.exitCode !== null || child.signalCode !== null) onExit();
  else child.send(input as object, (error) => error && endBecause('could not be handed over'));
  child.ref();
  child.channel?.ref();
  return promise.finally(() => {
    clearTimeout(late);
    clearInterval(watch);
    child.off('exit', onExit).off('message', onMessage);
    // An idle child keeps no command from ending.
    child.unref();
    child.channel?.unref();
  });
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.ref();
  child.kill('SIGKILL');
  await gone;
}

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
