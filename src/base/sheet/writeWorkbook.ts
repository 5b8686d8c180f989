import writeExcelFile from 'write-excel-file/node';
import { getCellAddress } from 'write-excel-file/utility';
import { TipstaffError } from '../errors.ts';
import { ChildEnded, inChild } from '../inChild.ts';

export interface Workbook {
  readonly columns: readonly { readonly heading: string; readonly width: number; readonly dateFormat: string }[];
  /** One value for each column. A date takes the format of its column. */
  readonly rows: readonly (readonly (string | number | Date | undefined)[])[];
}

const limits = { memoryMb: 512, seconds: 60 };

/** Writes an XLSX whose header row is frozen and has filters. Texts are never formulas. @throws `usage.workbook` */
export async function writeWorkbook(workbook: Workbook): Promise<Uint8Array> {
  try {
    return await inChild<Workbook, Uint8Array>('./sheet/writeWorkbook', workbook, limits);
  } catch (error) {
    if (!(error instanceof ChildEnded)) throw error;
    const words = `The workbook ${error.message}. Narrow the list, or save it as CSV.`;
    throw new TipstaffError('usage.workbook', words, { cause: error });
  }
}

/** The task of a child (src/base/inChild.ts): the package works for seconds without a pause. */
export default function write({ columns, rows }: Workbook): Promise<Uint8Array> {
  const header = columns.map(({ heading }) => ({ value: heading, format: '@', fontWeight: 'bold' as const }));
  const cells = rows.map((row) => row.map((value, index) => cellOf(value, columns[index]?.dateFormat ?? '')));
  const ofAll = () => `<autoFilter ref="A1:${getCellAddress(rows.length, columns.length - 1)}"/>`;
  const filters = { insert: () => (columns.length === 0 ? undefined : ofAll()) };
  const sheet = { sheet: 'Tipstaff', columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 };
  const features = [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': filters } } }];
  return writeExcelFile([header, ...cells], sheet, { features }).toBuffer();
}

/** A text in the format `@` stays text when a person edits it. */
function cellOf(value: string | number | Date | undefined, dateFormat: string) {
  if (value === undefined || value === '') return null;
  if (typeof value === 'number') return { value };
  return { value, format: value instanceof Date ? dateFormat : '@' };
}
