/** Prints rows as RFC 4180 wants them. A cell that a spreadsheet would run as a formula is made text. */
export function printCsv(rows: readonly (readonly string[])[]): void {
  for (const row of rows) process.stdout.write(`${row.map(cell).join(',')}\r\n`);
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
