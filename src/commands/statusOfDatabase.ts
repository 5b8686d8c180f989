import { diskOf } from '../database/disk.ts';
import { hasOneWriter } from '../database/store.ts';
import { type TableSize, tableSizes } from '../database/tableSizes.ts';
import type { Program } from '../program/program.ts';
import { print, printJsonLines, printTable } from './output.ts';

/** `tipstaff status --database`: what takes room, and what will. */
export async function showDatabase(program: Program, { json }: { readonly json?: boolean }): Promise<void> {
  const { store, config, clock } = program;
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
    case 'audit':
      return days(retention.auditDays, '');
    case 'raw_answers':
      return days(retainRawDays, '');
    default:
      return '';
  }
}
