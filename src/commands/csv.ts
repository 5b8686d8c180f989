import { terminalLine } from '../words/cleanText.ts';

/** Prints rows as RFC 4180 wants them. A cell that a spreadsheet would run as a formula is made text. */
export function printCsv(rows: readonly (readonly string[])[]): void {
  for (const row of rows) process.stdout.write(`${row.map(cell).join(',')}\r\n`);
}

function cell(text: string): string {
  const line = terminalLine(text).trim();
  const harmless = /^[=+\-@]/.test(line) ? `'${line}` : line;
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
