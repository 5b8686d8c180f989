import type { SheetCells } from './sheetCells.ts';

/**
 * The cells of a CSV (RFC 4180) with commas, semicolons or tabs, whichever its first line has.
 * @throws Error where a quoted cell does not end
 */
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
  /** Where the delimiter, or the end of the line or of the text, stands. */
  readonly end: number;
}

function plainCell(text: string, start: number, delimiter: string): CellOfText {
  let end = start;
  while (end < text.length && !isBehindCell(text, end, delimiter)) end += 1;
  return { cell: text.slice(start, end), end };
}

/** Two quotes within one stand for one. */
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
