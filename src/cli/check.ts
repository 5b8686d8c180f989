import { Command } from 'commander';
import type { CheckOptions } from './checkAndDeliver.ts';
import { withProgram } from './withProgram.ts';

/** `tipstaff check [ID…]`: checks now, whatever the schedule says, and delivers what is due. */
export function checkCommand(): Command {
  return new Command('check')
    .description('check watches now, whatever the schedule says, and deliver what is due')
    .argument('[id...]', 'watches to check (all of them by default)')
    .option(
      '--dry-run',
      'ask the service (this costs credits) and show what would be reported; store and report nothing',
    )
    .option('--json', 'one JSON object per watch on stdout')
    .addHelpText(
      'after',
      '\nExit code: 0 all well, 1 a check failed or an alert stayed undelivered, 2 wrong usage or config.',
    )
    .action(async (ids: string[], options: CheckOptions) => {
      const { checkAndDeliver } = await import('./checkAndDeliver.ts');
      process.exitCode = await withProgram((program) => checkAndDeliver(program, ids, options));
    });
}
