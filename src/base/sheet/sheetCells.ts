/** The rows of a sheet, its headings first; the number of a row in a spreadsheet is its place here and one. */
export type SheetRows = readonly (readonly string[])[];

/** What a sheet may hold; 10,000 watches fit. */
export const [mostRows, mostColumns, longestCell] = [12_000, 100, 4_000];
/** Of all cells together. */
const mostCharacters = 16_000_000;

/** Takes the cells of a sheet as they come, in any order, and refuses at once what is too much. */
export interface SheetCells {
  /** @param row @param column from 0. @throws TooMuch */
  put(row: number, column: number, text: string): void;
  readonly rows: SheetRows;
}

/** The message goes on from “it”. */
export class TooMuch extends Error {}

export function openCells(): SheetCells {
  const rows: string[][] = [];
  let characters = 0;
  return {
    rows,
    put: (row, column, text) => {
      const cell = withoutGuard(text.trim());
      // A cell without a word takes no place: programs write many of them, far away.
      if (cell === '') return;
      if (row >= mostRows) throw new TooMuch(`has more than ${mostRows} rows`);
      if (column >= mostColumns) throw new TooMuch(`has more than ${mostColumns} columns (row ${row + 1})`);
      if (cell.length > longestCell)
        throw new TooMuch(`has a cell of more than ${longestCell} characters (row ${row + 1})`);
      characters += cell.length;
      if (characters > mostCharacters) throw new TooMuch(`has more than ${mostCharacters} characters`);
      while (rows.length <= row) rows.push([]);
      const cells = rows[row] ?? [];
      while (cells.length <= column) cells.push('');
      cells[column] = cell;
    },
  };
}

/** Our own CSV puts an apostrophe before what a spreadsheet would take for a formula. */
function withoutGuard(cell: string): string {
  return cell.replace(/^'(?=[=+\-@|%＝＋－＠])/, '');
}

/** The cells of a CSV (RFC 4180) with commas, semicolons or tabs. @throws Error where a quoted cell does not end */
export function csvRows(text: string, cells: SheetCells): void {
  const delimiter = delimiterOf(text);
  let [row, column] = [0, 0];
  for (let at = 0; at < text.length; ) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
    cells.put(row, column, cell);
    if (text[end] === delimiter) column += 1;
    else [row, column] = [row + 1, 0];
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
}

function delimiterOf(text: string): string {
  const [headings = ''] = text.slice(0, 100_000).split(/[\r\n]/, 1);
  const count = (sign: string) => headings.split(sign).length;
  return [';', '\t'].find((sign) => count(sign) > count(',')) ?? ',';
}

interface CellOfText {
  readonly cell: string;
  readonly end: number;
}

function plainCell(text: string, start: number, delimiter: string): CellOfText {
  let end = start;
  while (end < text.length && !isBehindCell(text, end, delimiter)) end += 1;
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number, delimiter: string): CellOfText {
  const parts: string[] = [];
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new Error('a quoted cell does not end');
    parts.push(text.slice(from, quote));
    from = quote + 2;
    if (text[quote + 1] === '"') parts.push('"');
    else if (quote + 1 === text.length || isBehindCell(text, quote + 1, delimiter))
      return { cell: parts.join(''), end: quote + 1 };
    else throw new Error('something stands behind the quote that ends a cell');
  }
}

function isBehindCell(text: string, at: number, delimiter: string): boolean {
  const sign = text[at];
  return sign === delimiter || sign === '\n' || sign === '\r';
}
