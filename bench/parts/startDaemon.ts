import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** `tipstaff run` as a process. */
export interface RunningDaemon {
  /** Its web page. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the daemon on a config, and resolves when it says that it runs.
 * @param through a program that starts it in its own place, with its arguments (`taskset …`).
 * @throws with its log when it ends before.
 */
export async function startDaemon(
  file: string,
  env: NodeJS.ProcessEnv = {},
  through: readonly string[] = [],
): Promise<RunningDaemon> {
  const main = new URL('../../src/main.ts', import.meta.url).pathname;
  const [command = process.execPath, ...argv] = [...through, process.execPath, main, '--config', file, 'run'];
  const child = spawn(command, argv, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
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
