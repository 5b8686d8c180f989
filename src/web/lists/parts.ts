import { hash } from 'node:crypto';
import { z } from 'zod';
import { TipstaffError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import type { Place } from '../../store/span.ts';

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

/** A cursor that stands for a place, and tells when a part of it is lost. Callers need not understand cursors. */
export function cursorOf(text: string): string {
  return Buffer.from(`${checkSum(text)}${text}`).toString('base64url');
}

export function cursorAt(list: string, place: Place): string {
  return cursorOf(JSON.stringify([list, ...place]));
}

const checkSumLength = 6;

function checkSum(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, checkSumLength);
}

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
  const text = Buffer.from(cursor, 'base64url').toString('utf8').slice(checkSumLength);
  const found = z.tuple([z.literal(list)], z.unknown()).safeParse(parseJson(text));
  const place = shape.safeParse(found.data?.slice(1));
  if (!place.success || cursor !== cursorOf(text)) {
    throw new TipstaffError('api.parameter', 'cursor: this is not the whole `next` of a part of this list.');
  }
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
  return { items, next: last && cursorAt(list, placeOf(last)) };
}
