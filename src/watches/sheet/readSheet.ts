import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { TipstaffError } from '../../errors.ts';
import { utcDay } from '../../time.ts';

/** The rows of a sheet, its headings first; the number of a row in a spreadsheet is its place here and one. */
export type SheetRows = readonly (readonly string[])[];

/** The largest file that is read; 10,000 watches take a third of it. */
export const largestSheetBytes = 8 * 1024 * 1024;
/** What a workbook may unpack to. */
const largestUnpackedBytes = 64 * 1024 * 1024;

/**
 * The first sheet of a workbook, or a CSV with commas, semicolons or tabs between its cells, in UTF-8, UTF-16 or as
 * older programs of Windows write it.
 * @throws TipstaffError `usage.sheet` for what is neither, or too large
 */
export async function readSheet(bytes: Uint8Array): Promise<SheetRows> {
  if (bytes.length > largestSheetBytes) throw refused(`it holds more than ${largestSheetBytes / 1024 / 1024} MB`);
  const rows = isZip(bytes) ? await workbookRows(bytes) : csvRows(textOf(bytes));
  return rows.map((row) => row.map((cell) => withoutGuard(cell.trim())));
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

async function workbookRows(bytes: Uint8Array): Promise<string[][]> {
  const { readSheet: readFirst } = await import('read-excel-file/node');
  try {
    if (unpackedBytes(bytes) > largestUnpackedBytes) throw new Error('it unpacks to too much');
    // A number stays as it is written: 9.10 and 09-01 are no figures.
    const rows = await readFirst<string>(Buffer.from(bytes), { parseNumber: (text) => text });
    return rows.map((row) => row.map(cellText));
  } catch (error) {
    throw refused(`it is no workbook (${error instanceof Error ? error.message : error})`, error);
  }
}

/** Nothing is unpacked for it. */
function unpackedBytes(bytes: Uint8Array): number {
  let sum = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      sum += originalSize;
      return false;
    },
  });
  return sum;
}

function cellText(value: unknown): string {
  if (value instanceof Date) return utcDay(value);
  return value === null || value === undefined ? '' : String(value);
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function csvRows(text: string): string[][] {
  const [headings = ''] = text.split(/\r?\n/, 1);
  const count = (sign: string) => headings.split(sign).length;
  const delimiter = [';', '\t'].find((sign) => count(sign) > count(',')) ?? ',';
  try {
    return parse(text, { delimiter, bom: true, relaxColumnCount: true });
  } catch (error) {
    throw refused(`it is no CSV (${error instanceof Error ? error.message : error})`, error);
  }
}

/** Our own CSV puts an apostrophe before what a spreadsheet would take for a formula. */
function withoutGuard(cell: string): string {
  return cell.replace(/^'(?=[=+\-@|%＝＋－＠])/, '');
}

function refused(why: string, cause?: unknown): TipstaffError {
  const message = `The file cannot be read: ${why}. Save it as CSV or XLSX, as the page of the watches does.`;
  return new TipstaffError('usage.sheet', message, { cause });
}
