import { Command } from 'commander';
import type { Program } from '../daemon/program.ts';
import type { Done, MuteOptions, PauseOptions } from './holding.ts';
import { printJsonLines, printText } from './output.ts';
import { withProgram } from './withProgram.ts';

const moments = '2026-12-01 or 2026-12-01T09:00 (by http.timezone), or 2026-12-01T09:00:00Z';

/** `tipstaff mute WATCH|RECORD`: no alerts of it until a moment; what was muted is reported then. */
export function muteCommand(): Command {
  return new Command('mute')
    .description('mute the alerts of a watch or a record until a moment; what was muted is reported then')
    .argument('<watch or record>', 'the id of a watch, or a record by its key, case number or registration number')
    .requiredOption('--until <iso>', `when it ends: ${moments}`)
    .requiredOption('--why <reason>', 'the reason, for others to read')
    .option('--author <name>', 'who mutes (else the user of this system)')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nTo see the running mutes: tipstaff status')
    .action((subject: string, options: MuteOptions, command: Command) =>
      show(command, (program, { mute }) => mute(program, subject, options)),
    );
}

/** `tipstaff unmute WATCH|RECORD`: ends a mute now. */
export function unmuteCommand(): Command {
  return new Command('unmute')
    .description('end a mute now, and report what was muted')
    .argument('<watch or record>', 'as it was muted')
    .option('--json', 'one JSON object on stdout')
    .action((subject: string, _options: unknown, command: Command) =>
      show(command, (program, { unmute }) => unmute(program, subject)),
    );
}

/** `tipstaff watches pause ID`: no checks until a moment, or until it is resumed. */
export function pauseCommand(): Command {
  return new Command('pause')
    .description('stop checking a watch, at no cost, until it is resumed; also those of watches.yaml')
    .argument('<id>')
    .option('--until <iso>', `when it resumes by itself: ${moments}`)
    .option('--because <reason>', 'the reason, for others to read')
    .action((id: string, options: PauseOptions, command: Command) =>
      show(command, (program, { pause }) => pause(program, id, options)),
    );
}

/** `tipstaff watches resume ID`: ends a pause now. */
export function resumeCommand(): Command {
  return new Command('resume')
    .description('check a paused watch again; what happened meanwhile is reported')
    .argument('<id>')
    .action((id: string, _options: unknown, command: Command) =>
      show(command, (program, { resume }) => resume(program, id)),
    );
}

/** Works with the watches in force, those of the page included. */
async function show(
  command: Command,
  work: (program: Program, holding: typeof import('./holding.ts')) => Promise<Done>,
): Promise<void> {
  const { words, json } = await withProgram(async (program) => work(program, await import('./holding.ts')));
  if (command.optsWithGlobals<{ json?: boolean }>().json) printJsonLines([json]);
  else printText(words);
}
