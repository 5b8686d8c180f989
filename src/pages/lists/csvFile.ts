import { cleanText, noFormula } from '../../words/cleanText.ts';
import { type Cell, type ListRows, rowsAtMost } from './list.ts';

/** `lastChange` → `Last change`, `coming30Days` → `Coming 30 days` */
export function headingOf(name: string): string {
  const words = name.replace(/[A-Z]|\d+/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The last line of a file that does not hold all. */
export const moreWords = `Only the first ${rowsAtMost.toLocaleString('en-US')} rows: narrow the list on its page to get the others.`;

/**
 * RFC 4180, with the mark by which Excel recognises UTF-8. A text that a spreadsheet would take for a formula has an apostrophe before it,
 * so that nothing that courts and registers write can run on the reader's machine.
 */
export function csvFile({ rows, more }: ListRows): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [
    names.map(headingOf),
    ...rows.map((row) => names.map((name) => row[name])),
    ...(more ? [[moreWords]] : []),
  ];
  return `\uFEFF${lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')}`;
}

function csvCell(value: Cell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = noFormula(cleanText(value));
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
