import { once } from 'node:events';
import { Command } from 'commander';
import { asksSandbox } from '../config/asksSandbox.ts';
import type { Program } from '../program/program.ts';
import { version } from '../version.ts';
import { madeUp } from '../words/sandboxMark.ts';
import type { Daemon } from './daemon.ts';
import { exitNow } from './exitNow.ts';
import { untilInterrupted } from './signals.ts';
import { withProgram } from './withProgram.ts';

// Room for a busy machine to end the process within 5.
const stopDeadlineSeconds = 4.5;

/** `tipstaff run`: the daemon. */
export function runCommand(): Command {
  return new Command('run')
    .description('the daemon: check watches when they fall due, deliver alerts, serve health, metrics and a page')
    .addHelpText(
      'after',
      '\nRuns until SIGINT or SIGTERM, then stops within 5 seconds; what was under way is done at the next start. A second' +
        '\nsignal ends it at once. Logs are JSON lines on stderr ($LOG_LEVEL, by default info). Several daemons can share one' +
        '\ndatabase. A changed config is read at the next start; watches of the page take effect within seconds.',
    )
    .action(async () => {
      const { signal } = untilInterrupted();
      await withProgram((program) => run(program, signal), { logLevel: 'info' });
    });
}

async function run(program: Program, interrupted: AbortSignal): Promise<void> {
  const { log, config, store } = program;
  log.info({ version }, 'Tipstaff is starting');
  if (asksSandbox(config)) log.warn(madeUp);
  for (const warning of config.warnings) log.warn(warning);
  const ending = AbortSignal.any([interrupted, store.lost]);
  endAfterDeadline(program, ending);
  if (ending.aborted) return;
  const { startDaemon } = await import('./daemon.ts');
  const daemon = await startDaemon(program);
  log.info({ url: daemon.url, watches: config.watches.length, database: store.name }, 'Tipstaff is running');
  if (!ending.aborted) await once(ending, 'abort');
  if (store.lost.aborted) await endWithoutStore(program, daemon);
  log.info('stopping');
  await daemon.stop();
  log.info('stopped');
}

/** Nothing that is under way can be stored: a supervisor starts us again. @throws why the store was lost. */
async function endWithoutStore({ log, store }: Program, daemon: Daemon): Promise<never> {
  process.exitCode = 1;
  log.fatal({ err: store.lost.reason }, 'the database is lost; ending');
  await daemon.stop().catch(() => {});
  throw store.lost.reason;
}

/** Ends the process when anything still keeps it alive some seconds after it was to end. All that matters is in the store. */
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
