import { Command } from 'commander';
import type { Program } from '../daemon/program.ts';
import type { Saving } from './editingWatches.ts';
import { pauseCommand, resumeCommand } from './holdCommands.ts';
import { withProgram } from './withProgram.ts';

interface Options {
  readonly json?: boolean;
}

/** What a subcommand does, with the code that is loaded when one is called. */
type Work = (program: Program, work: typeof import('./editingWatches.ts')) => Promise<void>;

/**
 * `tipstaff watches`: those of watches.yaml and those of the page, which are added, edited, removed, exported and
 * imported here too.
 */
export function watchesCommand(): Command {
  return new Command('watches')
    .description(
      'the watches of watches.yaml and of the page: list, pause or resume them; add, edit, remove, export or import ' +
        'those of the page',
    )
    .option('--json', 'one JSON object per watch on stdout')
    .addHelpText(
      'after',
      '\nA running daemon uses added and edited watches within seconds. Watches of watches.yaml are changed only ' +
        'there.\nExit code: 0 all well, 2 wrong usage, or mistakes in a watch; then nothing is saved.',
    )
    .action((options: Options) => onStored((program, { listWatches }) => listWatches(program, options)))
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(editCommand())
    .addCommand(removeCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('every watch, and where it comes from')
    .action((_options: unknown, command: Command) =>
      onStored((program, { listWatches }) => listWatches(program, command.optsWithGlobals<Options>())),
    );
}

function addCommand(): Command {
  return new Command('add')
    .description('add a watch, or several')
    .argument('[file]', 'YAML or JSON as in watches.yaml (else stdin)')
    .action((file: string | undefined, _options: unknown, command: Command) => save(command, { file, how: 'add' }));
}

function editCommand(): Command {
  return new Command('edit')
    .description('replace a watch by another text')
    .argument('<id>')
    .argument('[file]', 'YAML or JSON as in watches.yaml (else stdin)')
    .action((id: string, file: string | undefined, _options: unknown, command: Command) =>
      save(command, { file, how: 'edit', id }),
    );
}

function removeCommand(): Command {
  return new Command('remove')
    .description('remove a watch of the page; what it found is kept')
    .argument('<id>')
    .action((id: string, _options: unknown, command: Command) =>
      onStored((program, { remove }) => remove(program, id, command.optsWithGlobals<Options>())),
    );
}

function exportCommand(): Command {
  return new Command('export')
    .description('print watches of the page as YAML that watches.yaml accepts')
    .argument('[id...]', 'which (all of them by default)')
    .action((ids: string[], _options: unknown, command: Command) =>
      onStored((program, { exportWatches }) => exportWatches(program, ids, command.optsWithGlobals<Options>())),
    );
}

interface ImportOptions extends Options {
  readonly undo?: boolean;
  readonly dryRun?: boolean;
}

function importCommand(): Command {
  return new Command('import')
    .description('add the watches of a text or a spreadsheet, and replace those that exist already; all or none')
    .argument(
      '[file]',
      'YAML or JSON, also a whole watches.yaml; CSV or XLSX, as /watches exports it (else YAML on stdin)',
    )
    .option('--dry-run', 'of a spreadsheet, only say what each row would do and what it would cost')
    .option('--undo', 'undo the last import instead: what it added is removed, what it changed is as before')
    .action(async (file: string | undefined, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<ImportOptions>();
      if (options.undo) return onSheets((program, { undoLastImport }) => undoLastImport(program, options), true);
      if (!/\.(csv|xlsx)$/i.test(file ?? '')) return save(command, { file, how: 'import' });
      return onSheets((program, { importSheet }) => importSheet(program, file ?? '', options), false);
    });
}

type SheetWork = (program: Program, work: typeof import('./importSheet.ts')) => Promise<void>;

/** A spreadsheet is compared with the watches in force. */
function onSheets(work: SheetWork, fileOnly: boolean): Promise<void> {
  return withProgram(async (program) => work(program, await import('./importSheet.ts')), { fileOnly });
}

function save(command: Command, saving: Omit<Saving, 'json'>): Promise<void> {
  const { json } = command.optsWithGlobals<Options>();
  return onStored((program, { saveText }) => saveText(program, { ...saving, json }));
}

/**
 * Works with stored watches even if they cannot be used, for example to correct one whose channel the file no longer
 * has.
 */
function onStored(work: Work): Promise<void> {
  return withProgram(async (program) => work(program, await import('./editingWatches.ts')), { fileOnly: true });
}
