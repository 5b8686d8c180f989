import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { version } from '../base/version.ts';
import { madeUp } from '../base/words/sentence.ts';
import { usesSandbox } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import type { Role } from '../store/processes.ts';
import type { Daemon } from './daemon.ts';
import { exitNow, onHangUp, untilInterrupted } from './signals.ts';
import { withProgram } from './withProgram.ts';

// Leaves a busy machine time to end the process within 5.
const stopDeadlineSeconds = 4.5;

export function runCommand(): Command {
  return new Command('run')
    .description('the daemon: check watches when they fall due, deliver alerts, serve health, metrics and a page')
    .option(
      '--only <roles>',
      'what this one does: check, deliver, web, or several separated by commas (by default all)',
    )
    .addHelpText(
      'after',
      '\nRuns until SIGINT or SIGTERM, then stops within 5 seconds; what was under way is done at the next start. A ' +
        'second\none ends it at once. Logs are JSON lines on stderr ($LOG_LEVEL, by default info). A changed config, ' +
        'or file of a\nsecret, is taken within seconds, and on SIGHUP or tipstaff reload; one with a mistake is ' +
        'refused as a whole.' +
        '\n\nAny number of daemons can share one database, each with any roles; there is no leader. Each serves ' +
        '/healthz,\n/readyz and /metrics at http.port; pages, feeds and the API come with the role web.',
    )
    .action(async ({ only }: { only?: string }) => {
      const { signal } = untilInterrupted();
      const roles = only === undefined ? undefined : (await import('../store/processes.ts')).readRoles(only);
      await withProgram((program) => run(program, signal, roles), { logLevel: 'info' });
    });
}

async function run(program: Program, interrupted: AbortSignal, roles: readonly Role[] | undefined): Promise<void> {
  const { log, config, store } = program;
  log.info({ version }, 'Tipstaff is starting');
  if (usesSandbox(config)) log.warn(madeUp);
  for (const warning of config.warnings) log.warn(warning);
  const ending = AbortSignal.any([interrupted, store.lost]);
  endAfterDeadline(program, ending);
  if (ending.aborted) return;
  const { startDaemon } = await import('./daemon.ts');
  const daemon = await startDaemon(program, { roles, source: { env: process.env, cwd: process.cwd() } });
  onHangUp(() => void daemon.reload());
  endAfterDeadline(program, daemon.outdated);
  const facts = { url: daemon.url, roles, watches: config.watches.length, database: store.name };
  log.info(facts, 'Tipstaff is running');
  const tellItEnds = await tellSystemd(log);
  const lost = AbortSignal.any([store.lost, daemon.outdated]);
  const ended = AbortSignal.any([ending, lost]);
  if (!ended.aborted) await once(ended, 'abort');
  if (lost.aborted) await endWithoutStore(program, daemon, lost);
  log.info('stopping');
  await Promise.all([tellItEnds(), daemon.stop()]);
  log.info('stopped');
}

/** Nothing under way can be stored; a supervisor restarts the process. @throws why the store was lost. */
async function endWithoutStore({ log }: Program, daemon: Daemon, lost: AbortSignal): Promise<never> {
  process.exitCode = 1;
  log.fatal({ err: lost.reason }, 'the database is lost; ending');
  await daemon.stop().catch(() => {});
  throw lost.reason;
}

/**
 * Ends the process when something keeps it alive for some seconds after it was asked to end. All that matters is in the
 * store.
 */
function endAfterDeadline({ log }: Program, ending: AbortSignal): void {
  const start = () => {
    const timer = setTimeout(() => {
      log.warn('something did not stop in time; ending without it');
      exitNow(Number(process.exitCode ?? 0));
    }, stopDeadlineSeconds * 1000);
    timer.unref();
  };
  if (ending.aborted) start();
  else ending.addEventListener('abort', start, { once: true });
}

const patienceMs = 10_000;

/**
 * Tells systemd that the daemon is ready, then that its event loop turns, twice in each `WatchdogSec`; and, when it is
 * stopped, that it ends. By systemd's own program, because Node sends no datagrams to sockets of files. Does nothing
 * where systemd did not ask (`NOTIFY_SOCKET`).
 * @returns what ends it
 */
async function tellSystemd(log: Pick<Logger, 'warn'>): Promise<() => Promise<void>> {
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
