import { z } from 'zod';
import { startTurns } from '../../base/calls.ts';
import { TipstaffError } from '../../base/errors.ts';
import { isMap, parseJson, valueAt } from '../../base/json.ts';
import { csvLine } from '../../base/words/cleanText.ts';
import { capitalized, withCommas } from '../../base/words/sentence.ts';
import type { Place } from '../../store/store.ts';

export const rowsAtMost = 50_000;

export type Cell = string | number | undefined;

/** Every row has the same names in the same order. */
export type Row = Readonly<Record<string, Cell>>;

export type ListRows = { readonly name: string; readonly rows: readonly Row[]; readonly more: boolean };

/** @param items `rowsAtMost` plus one if there are more */
export function rowsOf<Item>(name: string, items: readonly Item[], rowOf: (item: Item) => Row): ListRows {
  return { name, rows: items.slice(0, rowsAtMost).map(rowOf), more: items.length > rowsAtMost };
}

/** Makes a column for each value, such as `pausedSince` for `paused.since`. */
export function rowMaker(item: z.ZodObject): (one: object) => Row {
  const columns = columnsOf(item);
  return (one) => Object.fromEntries(columns.map(({ name, path }) => [name, cellOf(valueAt(one, path))]));
}

type Column = { readonly name: string; readonly path: readonly string[] };

function columnsOf(item: z.ZodObject, within: readonly string[] = []): Column[] {
  return Object.entries(item.shape).flatMap(([key, field]) => {
    const path = [...within, key];
    const inner = withoutEmpty(field);
    if (inner instanceof z.ZodObject) return columnsOf(inner, path);
    return [{ name: path.map((one, index) => (index === 0 ? one : capitalized(one))).join(''), path }];
  });
}

function withoutEmpty(field: unknown): unknown {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable ? withoutEmpty(field.unwrap()) : field;
}

export const textOfCell = (value: unknown): string => String(cellOf(value) ?? '');

/** Puts all values of a list, nested ones too, in one cell. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(cellOf).join('; ');
  return isMap(value) ? Object.values(value).map(cellOf).join(' ') : String(value);
}

/** `lastChange` → `Last change`, `coming30Days` → `Coming 30 days` */
export function headingOf(name: string): string {
  const words = name.replace(/[A-Z]|\d+/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function moreWords(most: number): string {
  return `Only the first ${withCommas(most)} rows: narrow the list on its page to get the others.`;
}

/** Starts with a byte order mark, by which Excel recognizes UTF-8. */
export function csvFile({ rows, more }: ListRows): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names.map(headingOf), ...rows.map((row) => names.map((name) => row[name]))];
  return `\uFEFF${[...lines, ...(more ? [[moreWords(rowsAtMost)]] : [])].map(csvLine).join('')}`;
}

/** Limits concurrent files, because the rows of a large one take a hundred megabytes. */
export const inTurn = startTurns(10, 'Many files are being made at this moment. Ask for yours again in a minute.');

export interface Part<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next part. Undefined in the last part. */
  readonly next?: string | undefined;
}

export const mostItems = 500;

export const paging = z.object({
  limit: z.coerce.number().int().min(1).max(mostItems).default(100).describe('the largest number of items'),
  cursor: z.string().max(500).optional().describe('the `next` of the previous part'),
});

export type Paging = z.output<typeof paging>;

/** Returns an opaque cursor for a place, written as JSON, so that a truncated cursor is no longer valid. */
export const cursorOf = (place: string): string => Buffer.from(place).toString('base64url');

export const cursorAt = (list: string, place: Place): string => cursorOf(JSON.stringify([list, ...place]));

/** Returns undefined at the beginning. @throws TipstaffError `api.parameter` for a cursor of another list */
export function placeIn<At extends Place>(list: string, { cursor }: Pick<Paging, 'cursor'>, shape: z.ZodType<At>) {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const found = z.tuple([z.literal(list)], z.unknown()).safeParse(parseJson(text));
  const place = shape.safeParse(found.data?.slice(1));
  if (!place.success || cursor !== cursorOf(text)) {
    throw new TipstaffError('api.parameter', 'cursor: this is not the whole `next` of a part of this list.');
  }
  return place.data;
}

export function partOf<Row>(
  list: string,
  rows: readonly Row[],
  { limit }: Pick<Paging, 'limit'>,
  placeOf: (row: Row) => Place,
): Part<Row> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last && cursorAt(list, placeOf(last)) };
}
