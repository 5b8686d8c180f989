import { once } from 'node:events';
import { Command } from 'commander';
import type { Program } from '../program/program.ts';
import { giveBackMemory } from './giveBackMemory.ts';
import { untilInterrupted } from './untilInterrupted.ts';
import { withProgram } from './withProgram.ts';

const stopDeadlineSeconds = 4.8;

/** `tipstaff run`: the daemon. */
export function runCommand(): Command {
  return new Command('run')
    .description('the daemon: check watches when they fall due, deliver alerts, serve health, metrics and a page')
    .addHelpText(
      'after',
      '\nRuns until SIGINT or SIGTERM, then stops within 5 seconds; what was under way is done at the next start. A second' +
        '\nsignal ends it at once. Logs are JSON lines on stderr ($LOG_LEVEL, by default info). Several of them on one' +
        '\ndatabase share the work. A changed config is read at the next start.',
    )
    .action(async () => {
      const { readConfigApart } = await import('../program/readConfigApart.ts');
      await withProgram(run, { config: await readConfigApart(), logLevel: 'info' });
    });
}

async function run(program: Program): Promise<void> {
  const { log, config } = program;
  const interruption = untilInterrupted();
  for (const warning of config.warnings) log.warn(warning);
  const { startDaemon } = await import('./daemon.ts');
  const daemon = await startDaemon(program);
  await giveBackMemory(program.store);
  log.info({ url: daemon.url, watches: config.watches.length, database: config.database }, 'Tipstaff is running');
  if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
  log.info('stopping');
  const deadline = setTimeout(() => {
    // All that matters is in the store: what is cut off here is done again at the next start.
    log.warn('something did not stop in time; leaving it');
    process.exit(0);
  }, stopDeadlineSeconds * 1000);
  await daemon.stop();
  clearTimeout(deadline);
  log.info('stopped');
}
