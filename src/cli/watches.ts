import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { ConfigError, TipstaffError } from '../base/errors.ts';
import { readSheet } from '../base/sheet/rowsOfSheet.ts';
import { counted } from '../base/words/sentence.ts';
import { readText } from '../config/variables.ts';
import { writeWatches } from '../config/watchText.ts';
import type { Program } from '../daemon/program.ts';
import { checkBody, readBodies, removeWatch, saveWatches, undoImport } from '../schedule/ownWatches.ts';
import { listOwnWatches } from '../schedule/ownWatchesTable.ts';
import {
  countWords,
  hasMistakes,
  isInDoubt,
  type JudgedRow,
  type JudgedSheet,
  judgeRows,
  priceOfRows,
  priceWords,
  whyWords,
} from '../web/pages/watches/sheet/judgeRows.ts';
import { pauseCommand, resumeCommand } from './holds.ts';
import { fields, printError, table, userName } from './output.ts';
import { type Answer, answering, everything, giveAnswer, readWith } from './withProgram.ts';

interface ImportOptions {
  readonly json?: boolean;
  readonly undo?: boolean;
  readonly dryRun?: boolean;
}

/** Works despite invalid stored watches, so that a watch whose channel was removed can be corrected. */
const despiteMistakes = { fileOnly: true } as const;

export function watchesCommand(): Command {
  const fileHelp = 'YAML or JSON as in watches.yaml (else stdin)';
  return new Command()
    .option('--json', 'one JSON object per watch on stdout')
    .addHelpText(
      'after',
      '\nTo see them: tipstaff list watches. A running daemon uses added and edited watches within seconds. Those of' +
        '\nwatches.yaml are changed only there. Exit code: 0 all well, 2 wrong usage, or mistakes in a watch; then ' +
        'nothing is saved.',
    )
    .addCommand(
      new Command('add')
        .description('add a watch, or several')
        .argument('[file]', fileHelp)
        .action(answering((program, file?: string) => save(program, { file, how: 'add' }), despiteMistakes)),
    )
    .addCommand(
      new Command('edit')
        .description('replace a watch with another text')
        .argument('<id>')
        .argument('[file]', fileHelp)
        .action(
          answering((program, id: string, file?: string) => save(program, { file, how: 'edit', id }), despiteMistakes),
        ),
    )
    .addCommand(
      new Command('remove')
        .description('remove a watch of the page; what it found is kept')
        .argument('<id>')
        .action(answering(remove, despiteMistakes)),
    )
    .addCommand(
      new Command('export')
        .description('print watches of the page as YAML that watches.yaml accepts')
        .argument('[id...]', 'which (all of them by default)')
        .action(answering(exportWatches, despiteMistakes)),
    )
    .addCommand(importCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand());
}

function importCommand(): Command {
  return new Command('import')
    .description('add the watches of a text or a spreadsheet, and replace those that exist already; all or none')
    .argument(
      '[file]',
      'YAML or JSON, also a whole watches.yaml; CSV or XLSX, as /watches exports it (else YAML on stdin)',
    )
    .option('--dry-run', 'for a spreadsheet: only show what each row would do and cost')
    .option('--undo', 'undo the last import instead: what it added is removed, what it changed is as before')
    .action((file: string | undefined, options: ImportOptions, command: Command) => {
      if (options.undo) return answering(undoLastImport, despiteMistakes)(command);
      if (/\.(csv|xlsx)$/i.test(file ?? '')) return answering(importSheet)(file, options, command);
      return answering((program) => save(program, { file, how: 'import' }), despiteMistakes)(command);
    });
}

interface Saving {
  readonly file: string | undefined;
  readonly how: 'add' | 'edit' | 'import';
  readonly id?: string | undefined;
}

/** Saves all watches or none. @throws ConfigError with every mistake and its line */
async function save({ store, config, clock }: Program, { file, how, id }: Saving): Promise<Answer> {
  const known = await listOwnWatches(store.db);
  if (id !== undefined && !known.some((own) => own.id === id)) throw noSuchWatch(id, config);
  const given = file === undefined ? await text(process.stdin) : readWith(readText, file, 'usage.watches');
  const bodies = readBodies(config, given, { source: file ?? 'stdin', id });
  if (id !== undefined && !(bodies.length === 1 && bodies[0]?.id === id))
    throw new TipstaffError('usage.watches', `The text must hold only the watch ${id}; its id cannot change.`);
  const edited = await saveWatches(store, config, bodies, { who: userName(), now: clock(), how });
  if ('mistakes' in edited) throw new ConfigError(edited.mistakes);
  for (const warning of edited.warnings) printError(`warning: ${warning.text}`);
  const ids = edited.saved.map((watch) => watch.id);
  return { words: ids.map((saved) => `${saved} is saved.`), json: ids.map((saved) => ({ saved })) };
}

async function remove({ store, config, clock }: Program, id: string): Promise<Answer> {
  if (!(await removeWatch(store, id, { who: userName(), now: clock() }))) throw noSuchWatch(id, config);
  return { words: `${id} is removed; what it found is kept.`, json: { removed: id } };
}

/** Prints their mistakes on stderr. @throws TipstaffError `usage.watches` for an id that the page does not have */
async function exportWatches({ store, config }: Program, ids: readonly string[]): Promise<Answer> {
  const own = await listOwnWatches(store.db);
  const unknown = ids.find((id) => !own.some((one) => one.id === id));
  if (unknown !== undefined) throw noSuchWatch(unknown, config);
  const chosen = own.filter((one) => ids.length === 0 || ids.includes(one.id));
  const bodies = chosen.map((one) => one.body);
  for (const { id, body } of chosen) {
    const isTaken = config.watches.some((one) => one.id.toLowerCase() === id.toLowerCase());
    const mistakes = isTaken
      ? [`${config.file} has this id too`]
      : checkBody(config, body, id).mistakes.map(({ text }) => text);
    for (const mistake of mistakes) printError(`${id} is not watched: ${mistake}`);
  }
  return { words: writeWatches(bodies).trimEnd().split('\n'), json: bodies };
}

function noSuchWatch(id: string, { watches, file }: Program['config']): TipstaffError {
  const isOfFile = watches.some((watch) => watch.id === id);
  const todo = isOfFile ? `It is in ${file}; change it there.` : 'See: tipstaff list watches';
  return new TipstaffError('usage.watches', `There is no watch ${JSON.stringify(id)} of the page. ${todo}`);
}

/** Saves all rows or none. @throws TipstaffError `usage.sheet` for an unreadable file or an invalid row */
async function importSheet({ store, config, clock }: Program, file: string, options: ImportOptions): Promise<Answer> {
  const judged = await judgeRows(
    await readSheet(readWith((path) => readFileSync(path), file, 'usage.sheet')),
    config,
    everything,
  );
  const wrong = hasMistakes(judged);
  const bodies = judged.rows.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const price = priceWords(await priceOfRows(store.db, config, judged.rows, clock()), true);
  const saves = !wrong && !options.dryRun && bodies.length > 0;
  if (saves) {
    const edited = await saveWatches(store, config, bodies, { who: userName(), now: clock(), how: 'import' });
    if ('mistakes' in edited)
      throw new TipstaffError('usage.sheet', edited.mistakes.map(({ text }) => text).join('\n'));
  }
  const lineOf = ({ body, watchConfig: _, ...line }: JudgedRow) =>
    saves && body !== undefined ? { ...line, saved: line.watch } : line;
  const json = judged.rows.map(lineOf);
  const verdicts = verdictsOf(judged);
  for (const heading of judged.unread) printError(`warning: the column ${JSON.stringify(heading)} is not read`);
  if (wrong) {
    giveAnswer({ words: verdicts, json }, options);
    throw new TipstaffError('usage.sheet', mistakeWords(file, judged));
  }
  const counts = `${countWords(judged.rows)}. ${bodies.length === 0 ? '' : price}`.trim();
  const saved = saves ? ['Saved. To undo it: tipstaff watches import --undo'] : [];
  return { words: [...verdicts, counts, ...saved], json };
}

function verdictsOf({ rows }: JudgedSheet) {
  const told = rows.filter(({ verdict }) => verdict !== 'unchanged');
  if (told.length === 0) return [];
  const verdicts = table(told, {
    ...fields('row', 'watch'),
    VERDICT: (row) => `${row.verdict}${isInDoubt(row) ? ', in doubt' : ''}`,
    WHY: (row) => whyWords(row).join('; '),
  });
  return [verdicts];
}

function mistakeWords(file: string, { rows, mistakes }: JudgedSheet): string {
  const wrong = rows.filter(({ verdict }) => verdict === 'mistake').length;
  const what = [...mistakes, ...(wrong > 0 ? [`${counted(wrong, 'row')} of ${rows.length} with mistakes`] : [])];
  return `${file}: ${what.join('; ')}. Nothing is saved; correct the file and import it again.`;
}

async function undoLastImport({ store, clock }: Program): Promise<Answer> {
  const undone = await undoImport(store, { who: userName(), now: clock() });
  if (undone === undefined) throw new TipstaffError('usage.watches', 'There is no import to undo.');
  const { removed, restored, kept } = undone;
  const words =
    `Undone: ${counted(removed.length, 'added watch')} removed, ${counted(restored.length, 'changed watch')} set ` +
    'back.';
  const left = kept.length > 0 ? [`Changed since, and left as they are: ${kept.join(', ')}`] : [];
  return { words: [words, ...left], json: undone };
}
