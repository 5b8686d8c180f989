import { messageOf, TipstaffError } from '../errors.ts';
import { csvRows, openCells, type SheetRows, TooMuch } from './sheetCells.ts';
import { workbookRows } from './workbookRows.ts';

/** A child's task: a workbook, or a CSV in UTF-8, UTF-16 or windows-1252. @throws TipstaffError `usage.sheet` */
export default function rowsOfSheet(bytes: Uint8Array): SheetRows {
  const cells = openCells();
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  try {
    if (isWorkbook) workbookRows(bytes, cells);
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
