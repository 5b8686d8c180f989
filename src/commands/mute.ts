import { Command } from 'commander';
import type { Done, MuteOptions } from './muting.ts';
import { printJsonLines, printText } from './output.ts';
import { withProgram } from './withProgram.ts';

/** `tipstaff mute WATCH|RECORD`: no alerts of it until a moment; what was muted is reported then. */
export function muteCommand(): Command {
  return new Command('mute')
    .description('mute the alerts of a watch or a record until a moment; what was muted is reported then')
    .argument('<watch or record>', 'the id of a watch, or a record by its key, case number or registration number')
    .requiredOption(
      '--until <iso>',
      'when it ends: 2026-12-01 or 2026-12-01T09:00 (by http.timezone), or 2026-12-01T09:00:00Z',
    )
    .requiredOption('--why <reason>', 'the reason, for others to read')
    .option('--author <name>', 'who mutes (else the user of this system)')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nTo see the running mutes: tipstaff status')
    .action(async (subject: string, options: MuteOptions) => {
      const { mute } = await import('./muting.ts');
      show(await withProgram((program) => mute(program, subject, options)), options);
    });
}

/** `tipstaff unmute WATCH|RECORD`: ends a mute now. */
export function unmuteCommand(): Command {
  return new Command('unmute')
    .description('end a mute now, and report what was muted')
    .argument('<watch or record>', 'as it was muted')
    .option('--json', 'one JSON object on stdout')
    .action(async (subject: string, options: Pick<MuteOptions, 'json'>) => {
      const { unmute } = await import('./muting.ts');
      show(await withProgram((program) => unmute(program, subject)), options);
    });
}

function show({ words, json }: Done, options: Pick<MuteOptions, 'json'>): void {
  if (options.json) printJsonLines([json]);
  else printText(words);
}
