import type { Cell, Row } from './list.ts';

/** What a column holds: days (`YYYY-MM-DD`) alone, moments in UTC alone, or anything. */
export type ColumnKind = 'days' | 'moments' | 'mixed';

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** A column is of days where every value is one: a text among them would be sorted apart. */
export function kindOfColumn(rows: readonly Row[], name: string): ColumnKind {
  const values = rows.map((row) => row[name]).filter((value) => value !== undefined && value !== '');
  if (values.length === 0) return 'mixed';
  if (values.every((value) => isOf(day, value))) return 'days';
  return values.every((value) => isOf(moment, value)) ? 'moments' : 'mixed';
}

function isOf(form: RegExp, value: Cell): boolean {
  return typeof value === 'string' && form.test(value) && serialOf(value) !== undefined;
}

const dayMs = 86_400_000;
const dayZero = Date.UTC(1899, 11, 30);
/** Earlier ones are a day off: Excel takes 1900 for a leap year. */
const firstDay = Date.UTC(1901, 0, 1);

/** The number by which workbooks know a day or a moment of UTC; undefined for one that there is not, or that they cannot write. */
export function serialOf(text: string): number | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time) || time < firstDay || new Date(time).toISOString().slice(0, 10) !== text.slice(0, 10))
    return undefined;
  return Math.round(((time - dayZero) / dayMs) * 1e6) / 1e6;
}
