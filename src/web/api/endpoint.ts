import { z } from 'zod';
import type { PageParts } from '../page.ts';
import type { Visit } from '../visit/visit.ts';

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
  /** @param query parsed by `query` and `paging` */
  list(parts: PageParts, asking: Asking, query: z.output<Query> & Paging): Promise<Part<object>>;
}

/** An endpoint whose `list` knows the types of its own query: TypeScript lets a method, unlike a function in a field, ask for more than `Endpoint` gives. */
export function endpoint<Query extends z.ZodObject>(definition: Endpoint<Query>): Endpoint {
  return definition;
}

export const mostItems = 500;

export const paging = z.object({
  limit: z.coerce.number().int().min(1).max(mostItems).default(100).describe('the largest number of items'),
  cursor: z.string().max(200).optional().describe('the `next` of the previous part'),
});

type Paging = z.output<typeof paging>;

/** The position that a cursor stands for; 0 without one. Callers need not understand cursors. */
export function positionOf({ cursor }: Pick<Paging, 'cursor'>): number {
  const position = Number(
    Buffer.from(cursor ?? '', 'base64url')
      .toString('latin1')
      .replace(/^p/, ''),
  );
  return Number.isSafeInteger(position) && position > 0 ? position : 0;
}

export function cursorAt(position: number): string {
  return Buffer.from(`p${position}`).toString('base64url');
}

/** A part of a list that is loaded whole, or was read with one item more than the limit. */
export function partOf<Item>(items: readonly Item[], { limit }: Pick<Paging, 'limit'>, from: number): Part<Item> {
  return { items: items.slice(0, limit), next: items.length > limit ? cursorAt(from + limit) : undefined };
}
