import { Command } from 'commander';
import { madeUp } from '../base/words/sentence.ts';
import { usesSandbox } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import type { TableSize } from '../store/condition.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { chooseWatches, withProgram } from './withProgram.ts';

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
    .option('--json', 'one JSON object per line on stdout: the watches, then what is muted, then open incidents')
    .action((id: string | undefined, options: Options) => withProgram((program) => show(program, id, options)));
}

async function show(program: Program, id: string | undefined, options: Options): Promise<void> {
  if (usesSandbox(program.config)) process.stderr.write(`${madeUp}\n`);
  if (options.database) return showDatabase(program, options);
  if (id === undefined) {
    const { showAll } = await import('./statusFacts.ts');
    process.exitCode = await showAll(program, options);
    return;
  }
  const { showWatch } = await import('./statusOfWatch.ts');
  for (const watch of chooseWatches(program.config, [id])) await showWatch(program, watch, options);
}

/** `tipstaff status --database`: what takes room, and what will. */
export async function showDatabase({ store, config, clock }: Program, { json }: Options): Promise<void> {
  const { diskOf, tableSizes } = await import('../store/condition.ts');
  const { hasOneWriter } = await import('../store/store.ts');
  const sizes = await tableSizes(store.db, clock());
  if (json) return printJsonLines(sizes);
  const shown = sizes.filter(({ rows }) => rows > 0);
  printTable(
    ['TABLE', 'SIZE', 'ROWS', 'GROWTH A MONTH', 'KEPT'],
    shown.map(({ name, bytes, rows, growthBytes }) => [
      name,
      megabytes(bytes),
      rows.toLocaleString('en-US'),
      growthBytes === undefined ? '' : megabytes(growthBytes),
      keptWords(name, config),
    ]),
  );
  const sum = (of: (size: TableSize) => number) => megabytes(sizes.reduce((all, size) => all + of(size), 0));
  print(
    `${sum(({ bytes }) => bytes)} in all; ${sum(({ growthBytes = 0 }) => growthBytes)} of them in the last 30 days.`,
  );
  if (!hasOneWriter(store.db)) return;
  const { folder, freeMegabytes } = diskOf(config.database);
  print(`${freeMegabytes.toLocaleString('en-US')} MB are free in ${folder}.`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}

function keptWords(table: string, { retention, retainRawDays }: Program['config']): string {
  const days = (count: number | undefined, what: string) => (count === undefined ? 'for ever' : `${count} days${what}`);
  switch (table) {
    case 'checks':
      return days(retention.checksDays, ' (without news)');
    case 'deliveries':
      return days(retention.deliveriesDays, ' (of no change)');
    case 'sent_messages':
      return days(retention.sentDays, '');
    case 'audit':
      return days(retention.auditDays, '');
    case 'raw_responses':
      return days(retainRawDays, '');
    default:
      return '';
  }
}
