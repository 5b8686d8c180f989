import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

const patienceMs = 10_000;

/**
 * Tells systemd that the daemon is ready, then that its event loop turns, twice in each `WatchdogSec`; and, when it is
 * stopped, that it ends. By systemd's own program, because Node sends no datagrams to sockets of files. Does nothing
 * where systemd did not ask (`NOTIFY_SOCKET`).
 * @returns what ends it
 */
export async function tellSystemd(log: Pick<Logger, 'warn'>): Promise<() => Promise<void>> {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds } = process.env;
  if (socket === undefined) return async () => {};
  const say = (word: string) =>
    promisify(execFile)('systemd-notify', [word], { timeout: patienceMs }).then(
      () => {},
      (err: unknown) => log.warn({ err, word }, 'systemd could not be told'),
    );
  await say('READY=1');
  const everyMs = Number(microseconds) / 2000;
  const timer = everyMs > 0 ? setInterval(() => void say('WATCHDOG=1'), everyMs).unref() : undefined;
  return async () => {
    clearInterval(timer);
    await say('STOPPING=1');
  };
}
