import { z } from 'zod';
import { TipstaffError } from '../../base/errors.ts';
import type { Config } from '../../config/config.ts';
import { narrowed } from '../../config/watchLists.ts';
import type { Sight } from '../../people/sight.ts';
import { recordPath } from '../frame/links.ts';
import type { PageParts } from '../frame/page.ts';
import type { Visit } from '../visit/visit.ts';
import type { Paging, Part } from './parts.ts';

/**
 * What Tipstaff lists. Its items have one definition for every way to read them: as files of a page, by the API, and by
 * MCP. `src/web/listings.ts` has them all.
 */
export interface Listing<Query extends z.ZodObject = z.ZodObject> {
  /** What its files are called, and its address under `/api/v1/`: `changes`. */
  readonly name: string;
  /** What an item is: of it are made the columns of files, the OpenAPI document and the tools of MCP. */
  readonly item: z.ZodObject;
  /** How programs read it; absent: only a page has it. */
  readonly api?: ProgramList<Query> | undefined;
  /** How a page saves it; absent: only programs have it. */
  readonly file?: PageList | undefined;
}

/** A list as programs read it, part after part: by the API and by MCP. */
export interface ProgramList<Query extends z.ZodObject = z.ZodObject> {
  readonly summary: string;
  /** What may narrow it, each optional. */
  readonly query: Query;
  /** @param query parsed by `query` and `paging` @throws TipstaffError `api.parameter` for an unknown name or cursor */
  list(parts: PageParts, asking: Asking, query: z.output<Query> & Paging): Promise<Part<object>>;
}

/** The list of a page: the same filters in the address, all items, as files. */
export interface PageList {
  /** As Hono has it; `.csv`, `.xlsx` and `.json` follow. */
  readonly path: string;
  /** undefined: it does not exist, or this viewer may not see it. */
  readonly load: (
    parts: PageParts,
    visit: Visit,
    params: Readonly<Record<string, string>>,
  ) => Promise<LoadedList | undefined>;
}

export interface LoadedList {
  /** One more than a file takes where there are more. */
  readonly items: readonly object[];
  /** There are more than these, for another reason. */
  readonly more?: boolean | undefined;
  /** What the file is called, without its ending; absent: as the listing. */
  readonly called?: string | undefined;
}

/** A listing whose `list` knows the types of its own query: a method may ask for more than `Listing` gives. */
export function listing<Query extends z.ZodObject>(definition: Listing<Query>): Listing {
  return definition;
}

export type Asking = Pick<Visit, 'viewer' | 'sight' | 'now'>;

export const ofWatch = { watch: z.string().optional().describe('only of this watch') };
export const ofMatter = { matter: z.string().optional().describe('only of the watches of this matter') };

interface Asked {
  readonly watch?: string | undefined;
  readonly matter?: string | undefined;
}

/**
 * The requested watches, as far as the viewer may read their records.
 * @throws TipstaffError `api.parameter` for a watch or matter that the viewer does not know: an empty list would say
 * that it has no news
 */
export function watchesAsked({ sight }: Asking, { watch, matter }: Asked) {
  requireKnown(sight, { watch, matter });
  const open = sight.readable;
  if (watch !== undefined && !open.some(({ id }) => id === watch)) {
    throw new TipstaffError('api.parameter', `watch: ${watch} is confidential, and you may not read its records.`);
  }
  return narrowed(open, { watch, matter });
}

/** @throws TipstaffError `api.parameter` */
export function requireKnown({ watches: known }: Sight, { watch, matter }: Asked): void {
  if (watch !== undefined && !known.some(({ id }) => id === watch)) throw unknownName('watch', watch);
  if (matter !== undefined && !known.some((one) => one.matter === matter)) throw unknownName('matter', matter);
}

export function unknownName(parameter: 'watch' | 'matter' | 'channel', name: string): TipstaffError {
  return new TipstaffError('api.parameter', `${parameter}: there is no ${parameter} ${JSON.stringify(name)}.`);
}

// What the items of several listings are made of.

export const timestamp = z.string().describe('ISO 8601, UTC');
export const day = z.string().describe('YYYY-MM-DD');
export const address = z.string().describe('of its page here; where `http.publicUrl` is not set, only the path');

/** The address of a record's page, as readers reach it. */
export function addressOf({ http }: Pick<Config, 'http'>, record: Parameters<typeof recordPath>[0]): string {
  return (http.publicUrl?.replace(/\/$/, '') ?? '') + recordPath(record);
}
