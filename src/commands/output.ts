import { styleText } from 'node:util';

const gap = 2;

/** Prints aligned columns on stdout; on a terminal the headers are bold and lines are cut to its width. */
export function printTable(headers: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [headers, ...rows].map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')));
  const widths = headers.map((_, column) => Math.max(...lines.map((row) => (row[column] ?? '').length)));
  const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  lines.forEach((row, index) => {
    const line = row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd((widths[column] ?? 0) + gap)))
      .join('')
      .trimEnd();
    const fitted = line.length > width ? `${line.slice(0, width - 1)}…` : line;
    process.stdout.write(`${index === 0 && process.stdout.isTTY ? styleText('bold', fitted) : fitted}\n`);
  });
}

/** Prints one JSON object a line on stdout: what every `--json` gives. */
export function printJsonLines(rows: readonly object[]): void {
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
}

/** Prints a line on stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
