import { hash } from 'node:crypto';
import { z } from 'zod';
import type { WatchConfig } from '../../config/config.ts';
import { TipstaffError } from '../../errors.ts';
import type { PageParts } from '../../pages/page.ts';
import type { Visit } from '../../pages/visit/visit.ts';
import { openWatches, type Viewer, visibleWatches } from '../../people/viewer.ts';

export type Asking = Pick<Visit, 'viewer' | 'now'>;

export interface Part<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next part; undefined: this is the last one. */
  readonly next?: string | undefined;
}

/** One list of the API: the pages read the same from the same store. `endpoints.ts` lists them all. */
export interface Endpoint<Query extends z.ZodObject = z.ZodObject> {
  /** Under `/api/v1/`: `changes`. */
  readonly name: string;
  readonly summary: string;
  /** What may narrow it, each optional. */
  readonly query: Query;
  /** What an item is: the OpenAPI document is made of these, and a test compares them with what is sent. */
  readonly item: z.ZodObject;
  /** @param query parsed by `query` and `paging` @throws TipstaffError `api.parameter` for a name or cursor that is not known */
  list(parts: PageParts, asking: Asking, query: z.output<Query> & Paging): Promise<Part<object>>;
}

/** An endpoint whose `list` knows the types of its own query: TypeScript lets a method, unlike a function in a field, ask for more than `Endpoint` gives. */
export function endpoint<Query extends z.ZodObject>(definition: Endpoint<Query>): Endpoint {
  return definition;
}

export const mostItems = 500;

export const paging = z.object({
  limit: z.coerce.number().int().min(1).max(mostItems).default(100).describe('the largest number of items'),
  cursor: z.string().max(500).optional().describe('the `next` of the previous part'),
});

type Paging = z.output<typeof paging>;

/** The position that a cursor stands for; 0 without one. @throws TipstaffError `api.parameter` for one that is not whole */
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
export function textOfCursor(cursor: string): string {
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

export function damagedCursor(): TipstaffError {
  return new TipstaffError('api.parameter', 'cursor: this is not the whole `next` of a part of this list.');
}

/**
 * What an item is ordered by, so that no two items of its list have the same. It does not change while a program reads: then no item is
 * missed, and none is sent twice, whatever changes meanwhile.
 */
export type Place = readonly (string | number)[];

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
  const found = z.tuple([z.literal(list)], z.unknown()).safeParse(parsed(textOfCursor(cursor)));
  const place = shape.safeParse(found.data?.slice(1));
  if (!place.success) throw damagedCursor();
  return place.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

export const ofWatch = { watch: z.string().optional().describe('only of this watch') };
export const ofMatter = { matter: z.string().optional().describe('only of the watches of this matter') };

interface Asked {
  readonly watch?: string | undefined;
  readonly matter?: string | undefined;
}

/**
 * The requested watches, as far as the viewer may read their records.
 * @throws TipstaffError `api.parameter` for a watch or matter that the viewer does not know: an empty list would say that it has no news
 */
export function watchesAsked({ config }: PageParts, asking: Asking, { watch, matter }: Asked): WatchConfig[] {
  requireKnown(config.watches, asking.viewer, { watch, matter });
  const open = openWatches(config.watches, asking.viewer);
  if (watch !== undefined && !open.some(({ id }) => id === watch)) {
    throw new TipstaffError('api.parameter', `watch: ${watch} is confidential, and you may not read its records.`);
  }
  return open.filter(
    (one) => (watch === undefined || one.id === watch) && (matter === undefined || one.matter === matter),
  );
}

/** @throws TipstaffError `api.parameter` */
export function requireKnown(watches: readonly WatchConfig[], viewer: Viewer, { watch, matter }: Asked): void {
  const known = visibleWatches(watches, viewer).map((one) => one.watch);
  if (watch !== undefined && !known.some(({ id }) => id === watch)) throw unknownName('watch', watch);
  if (matter !== undefined && !known.some((one) => one.matter === matter)) throw unknownName('matter', matter);
}

export function unknownName(parameter: 'watch' | 'matter' | 'channel', name: string): TipstaffError {
  return new TipstaffError('api.parameter', `${parameter}: there is no ${parameter} ${JSON.stringify(name)}.`);
}

// What the items of several endpoints are made of.

export const moment = z.string().describe('ISO 8601, UTC');
export const day = z.string().describe('YYYY-MM-DD');

/** Where a case or a design is in the order in which they were found: since when it is known, and its number. */
export const placeOfRecord = z.tuple([z.string(), z.number()]);
