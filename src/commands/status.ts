import { Command } from 'commander';
import { usesSandbox } from '../config/config.ts';
import type { Program } from '../program/program.ts';
import { madeUp } from '../words/sentence.ts';
import { chooseWatches } from './chooseWatches.ts';
import { withProgram } from './withProgram.ts';

interface Options {
  readonly json?: boolean;
  readonly heldBack?: boolean;
  readonly database?: boolean;
}

/** `tipstaff status [ID]`: the status of every watch, or of one of them with the proof of its checks. */
export function statusCommand(): Command {
  return new Command('status')
    .description(
      'the status of the watches, and whether all is well (exit code 1 when not); with an id, what its checks ' +
        'asked, what came, and what that proves',
    )
    .argument('[id]', 'one watch, in detail')
    .option('--held-back', 'with an id: list the records that its wholeWord or court filters out')
    .option('--database', 'instead: how large each table is, how many rows it has, and by how much it grows in a month')
    .option(
      '--json',
      'one JSON object per line on stdout: the watches, then what is muted, then the services where there are ' +
        'several, then open incidents',
    )
    .action((id: string | undefined, options: Options) => withProgram((program) => show(program, id, options)));
}

async function show(program: Program, id: string | undefined, options: Options): Promise<void> {
  if (usesSandbox(program.config)) process.stderr.write(`${madeUp}\n`);
  if (options.database) {
    const { showDatabase } = await import('./statusOfDatabase.ts');
    return showDatabase(program, options);
  }
  if (id === undefined) {
    const { showAll } = await import('./statusFacts.ts');
    process.exitCode = await showAll(program, options);
    return;
  }
  const { showWatch } = await import('./statusOfWatch.ts');
  for (const watch of chooseWatches(program.config, [id])) await showWatch(program, watch, options);
}
