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
