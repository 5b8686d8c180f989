import { hash } from 'node:crypto';
import { z } from 'zod';
import { TipstaffError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';

export interface Part<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next part; undefined: this is the last one. */
  readonly next?: string | undefined;
}

export const mostItems = 500;

export const paging = z.object({
  limit: z.coerce.number().int().min(1).max(mostItems).default(100).describe('the largest number of items'),
  cursor: z.string().max(500).optional().describe('the `next` of the previous part'),
});

export type Paging = z.output<typeof paging>;

/**
 * The position that a cursor stands for; 0 without one. @throws TipstaffError `api.parameter` for one that is not whole
 */
export function positionOf({ cursor }: Pick<Paging, 'cursor'>): number {
  if (cursor === undefined) return 0;
  const position = /^p?(\d{1,15})$/.exec(textOfCursor(cursor));
  if (position === null) throw damagedCursor();
  return Number(position[1]);
}

export function cursorAt(position: number): string {
  return cursorOf(String(position));
}

/** A cursor that stands for a text, and tells when a part of it is lost. Callers need not understand cursors. */
export function cursorOf(text: string): string {
  return Buffer.from(`${checkSum(text)}${text}`).toString('base64url');
}

/** What a cursor stands for; one of 0.2.0 (`p120`) has no check sum. @throws TipstaffError `api.parameter` */
function textOfCursor(cursor: string): string {
  const whole = Buffer.from(cursor, 'base64url').toString('utf8');
  if (Buffer.from(whole).toString('base64url') !== cursor) throw damagedCursor();
  if (/^p\d+$/.test(whole)) return whole;
  const text = whole.slice(checkSumLength);
  if (whole !== `${checkSum(text)}${text}`) throw damagedCursor();
  return text;
}

const checkSumLength = 6;

function checkSum(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, checkSumLength);
}

function damagedCursor(): TipstaffError {
  return new TipstaffError('api.parameter', 'cursor: this is not the whole `next` of a part of this list.');
}

/**
 * What an item is ordered by, so that no two items of its list have the same. It does not change while a program reads:
 * then no item is missed, and none is sent twice, whatever changes meanwhile.
 */
type Place = readonly (string | number)[];

/**
 * The place after which a part begins; undefined: at the beginning.
 * @param shape of the places of this list
 * @throws TipstaffError `api.parameter` for a cursor that this list did not give
 */
export function placeIn<Found extends Place>(
  list: string,
  { cursor }: Pick<Paging, 'cursor'>,
  shape: z.ZodType<Found>,
): Found | undefined {
  if (cursor === undefined) return undefined;
  const found = z.tuple([z.literal(list)], z.unknown()).safeParse(parseJson(textOfCursor(cursor)));
  const place = shape.safeParse(found.data?.slice(1));
  if (!place.success) throw damagedCursor();
  return place.data;
}

/** As many rows as a part has room for; there is a next part where it was given more. */
export function partOf<Row>(
  list: string,
  rows: readonly Row[],
  { limit }: Pick<Paging, 'limit'>,
  placeOf: (row: Row) => Place,
): Part<Row> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last && cursorOf(JSON.stringify([list, ...placeOf(last)])) };
}

/** The rows after a place, in the order of their places. */
export function rowsAfter<Row>(rows: readonly Row[], place: Place | undefined, placeOf: (row: Row) => Place): Row[] {
  const placed = rows.map((row) => ({ row, at: placeOf(row) })).sort((a, b) => comparePlaces(a.at, b.at));
  return placed.filter(({ at }) => place === undefined || comparePlaces(at, place) > 0).map(({ row }) => row);
}

function comparePlaces(a: Place, b: Place): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? '';
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** Where a case or a design is in the order in which they were found: since when it is known, and its number. */
export const placeOfRecord = z.tuple([z.string(), z.number()]);
