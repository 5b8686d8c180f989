import { ChildEnded, inChild } from '../inChild.ts';
import { refusedSheet, type SheetRows } from './rowsOfSheet.ts';

/** The largest file that is read; 10,000 watches take a third of it. */
export const largestSheetBytes = 8 * 1024 * 1024;

const limits = { memoryMb: 256, seconds: 20 };

/** The rows of a CSV or of the first sheet of a workbook. @throws TipstaffError `usage.sheet` */
export async function readSheet(bytes: Uint8Array): Promise<SheetRows> {
  if (bytes.length > largestSheetBytes) throw refusedSheet(`it holds more than ${largestSheetBytes / 1024 / 1024} MB`);
  try {
    return await inChild<Uint8Array, SheetRows>('./sheet/rowsOfSheet', bytes, limits);
  } catch (error) {
    throw error instanceof ChildEnded ? refusedSheet(`it ${error.message}`, error) : error;
  }
}
