import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { runCommandLine } from '../src/cli/commandLine.ts';
import { toStart } from './toStart.ts';

export interface Ran {
  /** null when it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Output {
  stdout: string;
  stderr: string;
}

const outputs = new AsyncLocalStorage<Output>();
let running = false;

for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream);
  stream.setMaxListeners(0);
  stream.write = ((part: string | Uint8Array, ...others: never[]) => {
    const output = outputs.getStore();
    if (output === undefined) return write(part, ...others);
    output[name] += typeof part === 'string' ? part : Buffer.from(part).toString('utf8');
    return true;
  }) as typeof stream.write;
}

/** Whether a command can run here: only one at a time, because folder and environment are the process's. */
export function isFree(): boolean {
  return !running;
}

/**
 * Runs `tipstaff …` in this process until it ends, from its command line on. It does the same as a process of its own,
 * without the second that a start takes. Tests of signals, kills and exits use a real process.
 */
export async function runHere(
  args: readonly string[],
  { folder = process.cwd(), env = {}, stdin = '' }: { folder?: string; env?: Environment; stdin?: string } = {},
): Promise<Ran> {
  running = true;
  const before = { folder: process.cwd(), env: { ...process.env }, exitCode: process.exitCode };
  const output: Output = { stdout: '', stderr: '' };
  setEnvironment({ ...toStart, ...env });
  process.chdir(folder);
  process.exitCode = undefined;
  const restoreStdin = give(stdin);
  try {
    const code = await outputs.run(output, () => runCommandLine(args));
    return { code, ...output };
  } finally {
    restoreStdin();
    process.exitCode = before.exitCode;
    process.chdir(before.folder);
    setEnvironment(before.env);
    running = false;
  }
}

/** Replaces stdin by this text, which is no terminal. @returns a function that restores the former stdin */
function give(text: string): () => void {
  const former = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  const value = Object.assign(Readable.from(text === '' ? [] : [Buffer.from(text)]), { isTTY: false });
  Object.defineProperty(process, 'stdin', { configurable: true, get: () => value });
  return () => Object.defineProperty(process, 'stdin', former);
}

function setEnvironment(env: Environment): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
