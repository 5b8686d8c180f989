import { Command } from 'commander';
import { print, printJsonLines } from './output.ts';

/** `tipstaff doctor`: whether everything that a daemon needs is there. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'look at everything a daemon needs (config, database, clock, key, channels, rights), and say what to do',
    )
    .option('--json', 'one JSON object per line: check, state (ok, warning, failed), detail, todo')
    .addHelpText(
      'after',
      '\nSends no message, makes no paid call and writes nothing. Whether the service accepts a key cannot be known ' +
        'for free: what it' +
        '\nsaid last is shown. Exit code: 0, also with warnings; 1 where something failed.',
    )
    .action(async (options: { json?: boolean }) => {
      process.exitCode = await examineAll(options);
    });
}

async function examineAll({ json = false }: { json?: boolean }): Promise<number> {
  const { examine } = await import('../daemon/doctor/examine.ts');
  const findings = await examine({ env: process.env, cwd: process.cwd(), clock: () => new Date() });
  if (json) printJsonLines(findings);
  else {
    for (const { check, state, detail, todo } of findings) {
      print(`${state.padEnd('warning'.length)}  ${check}: ${detail}`);
      if (todo !== null) print(`         → ${todo}`);
    }
  }
  return findings.some(({ state }) => state === 'failed') ? 1 : 0;
}
