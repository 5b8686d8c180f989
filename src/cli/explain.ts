import { Command } from 'commander';
import { pageTimezone } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { why } from '../evidence/why.ts';
import { type Reason, whyChange } from '../evidence/whyChange.ts';
import { sightOf } from '../people/sight.ts';
import { inWatches } from '../web/visit/inWatches.ts';
import { minutesOf, printJsonLines, printTable } from './output.ts';
import { everything, withProgram } from './withProgram.ts';

/** `tipstaff explain CHANGE|RECORD|NAME`: why something was reported, or was not. */
export function explainCommand(): Command {
  return new Command()
    .argument('<asked...>', 'the id of a change, as tipstaff changes lists them; else a key, a number or a name')
    .option('--json', 'one JSON object per reason on stdout')
    .action((asked: string[], { json }: { json?: boolean }) =>
      withProgram(async (program) => {
        const reasons = await reasonsFor(program, asked.join(' '));
        if (json) printJsonLines(reasons.map(({ of: _, ...reason }) => reason));
        else show(reasons, program);
      }),
    );
}

async function reasonsFor({ store: { db }, config }: Program, asked: string): Promise<Reason[]> {
  const ofChange = /^\d{1,15}$/.test(asked) ? await whyChange(db, config, Number(asked)) : undefined;
  const sight = sightOf(config, everything);
  return ofChange ?? why(db, { sight, holders: inWatches(sight.readable) }, asked);
}

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

/** Times as other commands write them; programs get them in ISO form. */
function show(reasons: readonly Reason[], { config, redact }: Program): void {
  const minute = minutesOf(pageTimezone(config));
  const rows = reasons.map(({ step, name, what }) => {
    const words = redact(name === undefined ? what : `${name} ${what}`);
    return [step, words.replaceAll(instants, (at) => minute(at))];
  });
  printTable(['STEP', 'WHAT'], rows);
}
