import { readFileSync } from 'node:fs';
import { TipstaffError } from '../base/errors.ts';
import { readSheet } from '../base/sheet/readSheet.ts';
import { counted } from '../base/words/sentence.ts';
import { reasonOf } from '../config/variables.ts';
import type { Program } from '../daemon/program.ts';
import type { Viewer } from '../people/viewer.ts';
import { saveWatches, undoImport } from '../schedule/editWatches.ts';
import { hasMistakes, whyWords } from '../web/pages/watches/sheet/importPage.ts';
import {
  countWords,
  type JudgedRow,
  type JudgedSheet,
  judgeRows,
  priceOfRows,
  priceWords,
} from '../web/pages/watches/sheet/judgeRows.ts';
import { print, printError, printJsonLines, printTable } from './output.ts';
import { userName } from './users.ts';

interface Options {
  readonly json?: boolean | undefined;
  /** Only says what the rows would do. */
  readonly dryRun?: boolean | undefined;
}

/** Whoever runs commands reads the database anyway. */
const everything: Viewer = { name: undefined, role: 'admin', matters: 'all', confidential: true };

/**
 * Imports the watches of a spreadsheet, all or none, with a verdict for each row, one count and one price.
 * @throws TipstaffError `usage.sheet` for a file that cannot be read, and where a row is wrong
 */
export async function importSheet(program: Program, file: string, { json, dryRun }: Options): Promise<void> {
  const { store, config, clock } = program;
  const judged = await judgeRows(await readSheet(bytesOf(file)), config, everything);
  const wrong = hasMistakes(judged);
  const bodies = judged.rows.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const price = priceWords(await priceOfRows(store.db, config, judged.rows, clock()), true);
  const saves = !wrong && !dryRun && bodies.length > 0;
  if (saves) {
    const edited = await saveWatches(store, config, bodies, { who: userName(), now: clock(), how: 'import' });
    if ('mistakes' in edited)
      throw new TipstaffError('usage.sheet', edited.mistakes.map(({ text }) => text).join('\n'));
  }
  if (json) printJsonLines(judged.rows.map((row) => lineOf(row, saves)));
  else printVerdicts(judged);
  for (const heading of judged.unread) printError(`warning: the column ${JSON.stringify(heading)} is not read`);
  if (wrong) throw new TipstaffError('usage.sheet', mistakeWords(file, judged));
  if (json) return;
  print(`${countWords(judged.rows)}. ${bodies.length === 0 ? '' : price}`.trim());
  if (saves) print('Saved. To undo it: tipstaff watches import --undo');
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new TipstaffError('usage.sheet', `${file} cannot be read (${reasonOf(error)}).`, { cause: error });
  }
}

function lineOf(row: JudgedRow, saves: boolean) {
  const { body, watchConfig: _, ...line } = row;
  return { ...line, ...(saves && body !== undefined && { saved: row.watch }) };
}

function printVerdicts({ rows }: JudgedSheet): void {
  const told = rows.filter(({ verdict }) => verdict !== 'unchanged');
  if (told.length === 0) return;
  printTable(
    ['ROW', 'WATCH', 'VERDICT', 'WHY'],
    told.map((row) => [String(row.row), row.watch, row.verdict, whyWords(row).join('; ')]),
  );
}

function mistakeWords(file: string, { rows, mistakes }: JudgedSheet): string {
  const wrong = rows.filter(({ verdict }) => verdict === 'mistake').length;
  const what = [...mistakes, ...(wrong > 0 ? [`${counted(wrong, 'row')} of ${rows.length} with mistakes`] : [])];
  return `${file}: ${what.join('; ')}. Nothing is saved; correct the file and import it again.`;
}

/** @throws TipstaffError `usage.watches` where there is nothing to undo */
export async function undoLastImport({ store, clock }: Program, { json }: Options): Promise<void> {
  const undone = await undoImport(store, { who: userName(), now: clock() });
  if (undone === undefined) throw new TipstaffError('usage.watches', 'There is no import to undo.');
  if (json) return printJsonLines([undone]);
  const { removed, restored, kept } = undone;
  print(`${counted(removed.length, 'watch', 'watches')} removed, ${restored.length} as before the import.`);
  if (kept.length > 0) print(`Changed since, and left as they are: ${kept.join(', ')}`);
}
