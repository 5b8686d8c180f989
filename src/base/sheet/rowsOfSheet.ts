import { messageOf, TipstaffError } from '../errors.ts';
import { ChildEnded, inChild } from '../inChild.ts';
import { workbookRows } from './workbookRows.ts';

/** A child's task: reads a workbook, or a CSV in UTF-8, UTF-16 or windows-1252. @throws TipstaffError `usage.sheet` */
export default function rowsOfSheet(bytes: Uint8Array): SheetRows {
  const cells = openCells();
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  try {
    if (isWorkbook) workbookRows(bytes, cells.put);
    else csvRows(textOf(bytes), cells);
  } catch (error) {
    if (error instanceof TooMuch) throw refusedSheet(`it ${error.message}`, error);
    throw refusedSheet(`it is no ${isWorkbook ? 'workbook' : 'CSV'} (${messageOf(error).slice(0, 200)})`, error);
  }
  return cells.rows;
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function refusedSheet(why: string, cause?: unknown): TipstaffError {
  const message = `The file cannot be read: ${why}. Save it as CSV or XLSX, as the page of the watches does.`;
  return new TipstaffError('usage.sheet', message, { cause });
}

/** The rows of a sheet, headings first. A spreadsheet counts rows from 1, this list from 0. */
export type SheetRows = readonly (readonly string[])[];

/** Limits of a sheet. 10,000 watches fit. */
export const [mostRows, mostColumns, longestCell] = [12_000, 100, 4_000];
/** Characters of all cells together. */
const mostCharacters = 16_000_000;

interface SheetCells {
  /** @param row from 0 @param column from 0 @throws TooMuch */
  put(row: number, column: number, text: string): void;
  readonly rows: SheetRows;
}

/** The message continues after “it”. */
class TooMuch extends Error {}

function openCells(): SheetCells {
  const rows: string[][] = [];
  let characters = 0;
  return {
    rows,
    put: (row, column, text) => {
      const cell = withoutGuard(text.trim());
      // Empty cells are ignored, because programs write many of them far from the data.
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

/** Removes the apostrophe that our own CSV puts before what a spreadsheet would take for a formula. */
function withoutGuard(cell: string): string {
  return cell.replace(/^'(?=[=+\-@|%＝＋－＠])/, '');
}

/** Reads a CSV (RFC 4180) with commas, semicolons or tabs. @throws Error for a quoted cell without an end */
function csvRows(text: string, cells: SheetCells): void {
  const delimiter = delimiterOf(text);
  const quoted = '"([^"]*(?:""[^"]*)*)"';
  const plain = `((?!")[^${delimiter}\\r\\n]*)`;
  const next = new RegExp(`(?:${quoted}|${plain})(${delimiter}|\\r\\n|[\\r\\n]|$)`, 'y');
  let [row, column] = [0, 0];
  while (next.lastIndex < text.length) {
    const [, inQuotes, cell = '', end] = next.exec(text) ?? [];
    if (end === undefined) throw new Error('a quoted cell does not end, or something stands behind its last quote');
    cells.put(row, column, inQuotes?.replaceAll('""', '"') ?? cell);
    if (end === delimiter) column += 1;
    else [row, column] = [row + 1, 0];
  }
}

function delimiterOf(text: string): string {
  const [headings = ''] = text.slice(0, 100_000).split(/[\r\n]/, 1);
  const count = (sign: string) => headings.split(sign).length;
  return [';', '\t'].find((sign) => count(sign) > count(',')) ?? ',';
}

/** The largest file read. 10,000 watches take a third of it. */
export const largestSheetBytes = 8 * 1024 * 1024;

const limits = { memoryMb: 256, seconds: 20 };

/** Reads a CSV or the first sheet of a workbook. @throws TipstaffError `usage.sheet` */
export async function readSheet(bytes: Uint8Array): Promise<SheetRows> {
  if (bytes.length > largestSheetBytes) throw refusedSheet(`it holds more than ${largestSheetBytes / 1024 / 1024} MB`);
  try {
    return await inChild<Uint8Array, SheetRows>('./sheet/rowsOfSheet', bytes, limits);
  } catch (error) {
    throw error instanceof ChildEnded ? refusedSheet(`it ${error.message}`, error) : error;
  }
}
