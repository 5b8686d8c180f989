import { Command, Option } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import type { Program } from '../daemon/program.ts';
import type { Step } from '../evidence/explainChange.ts';
import { printJsonLines, printTable } from './output.ts';
import { withProgram } from './withProgram.ts';

interface Options {
  readonly record?: string;
  readonly json?: boolean;
}

/** `tipstaff explain CHANGE`: why a change was reported; `explain --record KEY`: why none was. */
export function explainCommand(): Command {
  return new Command()
    .argument('[change]', 'the id of a change (tipstaff changes lists them)')
    .addOption(
      new Option(
        '--record <key>',
        'a record instead: its key, case number, registration number, or a part of its name',
      ),
    )
    .option('--json', 'one JSON object per step on stdout')
    .action((change: string | undefined, options: Options) =>
      withProgram(async (program) => show(await stepsOf(program, change, options.record), program, options)),
    );
}

async function stepsOf(program: Program, change: string | undefined, record: string | undefined): Promise<Step[]> {
  const { explainChange } = await import('../evidence/explainChange.ts');
  const { explainRecord } = await import('../evidence/explainRecord.ts');
  if (record !== undefined) return explainRecord(program.store.db, program.config, record);
  const id = Number(change);
  if (!Number.isInteger(id) || id < 1) {
    throw new TipstaffError(
      'usage.explain',
      'Name a change by its number, as tipstaff changes lists them, or a record with --record KEY.',
    );
  }
  const steps = await explainChange(program.store.db, program.config, id);
  if (steps === undefined) {
    throw new TipstaffError('usage.explain', `There is no change ${id}. tipstaff changes lists them.`);
  }
  return steps;
}

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

/** Times as other commands write them; programs get them in ISO form. */
async function show(steps: readonly Step[], program: Program, options: Options): Promise<void> {
  if (options.json) return printJsonLines(steps);
  const { pageTimezone } = await import('../config/config.ts');
  const { minutesOf } = await import('./output.ts');
  const minute = minutesOf(pageTimezone(program.config));
  const rows = steps.map(({ step, what }) => [step, program.redact(what).replaceAll(instants, (at) => minute(at))]);
  printTable(['STEP', 'WHAT'], rows);
}
