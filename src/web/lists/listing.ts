import { z } from 'zod';
import { TipstaffError } from '../../base/errors.ts';
import { type Config, narrowed } from '../../config/config.ts';
import type { Sight } from '../../people/sight.ts';
import type { Place, Span } from '../../store/store.ts';
import type { Html, PageParts, Params } from '../frame/page.ts';
import { recordPath } from '../frame/pieces.ts';
import type { Visit } from '../visit/visit.ts';
import { type Paging, type Part, partOf, placeIn, rowsAtMost } from './list.ts';

/** A list, defined once for page files, the API and MCP. `src/web/pages.ts` has all listings. */
export interface Listing<Query extends z.ZodObject = z.ZodObject> {
  /** The file name and the address under `/api/v1/`, such as `changes`. */
  readonly name: string;
  readonly item: z.ZodObject;
  /** The keys that the page shows of an item, and its identifying keys. If absent, all keys. */
  readonly brief?: readonly string[] | undefined;
  /** How programs read the list in parts. If absent, only a page has the list. */
  readonly api?: ProgramList<Query> | undefined;
  /** How a page saves the whole list. If absent, only programs have the list. */
  readonly file?: PageList | undefined;
}

interface ProgramList<Query extends z.ZodObject> {
  readonly summary: string;
  readonly query: Query;
  /** @param query parsed by `query` and `paging` @throws TipstaffError `api.parameter` for an unknown name or cursor */
  list(parts: PageParts, asking: Asking, query: z.output<Query> & Paging): Promise<Part<object>>;
}

interface PageList {
  /** A Hono path, to which `.csv`, `.xlsx` or `.json` is added. */
  readonly path: string;
  readonly load: (parts: PageParts, visit: Visit, params: Params) => Promise<LoadedList | undefined>;
}

interface LoadedList<Item = object> {
  /** The limit of a file plus one if there are more. */
  readonly items: readonly Item[];
  /** True if there are more items for another reason. */
  readonly more?: boolean | undefined;
  /** The file name without its extension. Default: the name of the listing. */
  readonly called?: string | undefined;
}

/** Erases the query type of a listing. A method's parameters may be narrower than those of `Listing`. */
export function listing<Query extends z.ZodObject>(definition: Listing<Query>): Listing {
  return definition;
}

/** @param timezone the timezone of days; default: UTC */
export type Asking = Pick<Visit, 'viewer' | 'sight' | 'now'> & Partial<Pick<Visit, 'timezone' | 'locale'>>;

export interface Column<Item> {
  readonly name: string;
  /** The type for programs. If absent, only the page has the column. */
  readonly type?: z.ZodType;
  /** Default: the item's property of this name. Undefined becomes null if `type` allows null. */
  readonly value?: (item: Item, parts: PageParts, asking: Asking) => unknown;
  /** The heading on the page. If absent, the page omits the column. */
  readonly label?: string;
  /** Default: the value as text. */
  readonly cell?: ((item: Item, visit: Visit) => Html | string) | undefined;
  readonly look?: string;
}

export type Columns<Item> = readonly Column<Item>[];

export interface List<Item, Filter extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** The file name, if it differs from `name`. */
  readonly called?: string;
  /** The path of the page, to which `.csv`, `.xlsx` or `.json` is added. */
  readonly path: string;
  /** The description for programs. If absent, programs cannot read the list. */
  readonly summary?: string;
  readonly columns: Columns<Item>;
  readonly filter: Filter;
  /** Default: everyone who is signed in. */
  readonly mayRead?: (asking: Asking) => boolean;
  /**
   * @param reader a program gets each item once even if items change meanwhile; a page may use another order
   * @throws TipstaffError `api.parameter` for an unknown name
   */
  readonly find: (
    parts: PageParts,
    asking: Asking,
    filter: z.output<Filter>,
    span: Span,
    reader: 'page' | 'program',
  ) => Promise<Found<Item>>;
  readonly place: z.ZodType<Place>;
  readonly placeOf: (item: Item) => Place;
}

export interface Found<Item> {
  readonly items: readonly Item[];
  /** Counts the whole list. If absent, the list is not counted. */
  readonly count?: (() => Promise<Total>) | undefined;
}

export type Total = { readonly total: number; readonly isMore: boolean };

export const byNumber = z.tuple([z.number()]);
export const byText = z.tuple([z.string()]);
export const byMomentAndNumber = z.tuple([z.string(), z.number()]);

const readAtOnce = 5000;

export function listingOf<Item, Filter extends z.ZodObject>(list: List<Item, Filter>): Listing {
  const { name, path, summary, filter, mayRead = () => true } = list;
  const api = summary === undefined ? undefined : { summary, query: filter, list: readPart };
  async function readPart(parts: PageParts, asking: Asking, query: z.output<Filter> & Paging): Promise<Part<object>> {
    const place = placeIn(name, query, list.place);
    if (!mayRead(asking)) return { items: [] };
    const { items } = await list.find(parts, asking, query, { limit: query.limit + 1, place }, 'program');
    const part = partOf(name, items, query, list.placeOf);
    return { ...part, items: part.items.map((one) => itemOf(list.columns, one, parts, asking)) };
  }
  const file: PageList = {
    path,
    async load(parts, visit) {
      if (!mayRead(visit)) return undefined;
      const items: Item[] = [];
      for (let place: Place | undefined; items.length <= rowsAtMost; ) {
        const limit = Math.min(readAtOnce, rowsAtMost + 1 - items.length);
        const found = await findForPage(list, parts, visit, { limit, place });
        items.push(...found.items);
        const last = found.items.at(-1);
        if (last === undefined || found.items.length < limit) break;
        place = list.placeOf(last);
        // Lets other requests run.
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { called: list.called, items: items.map((one) => itemOf(list.columns, one, parts, visit)) };
    },
  };
  const isOnPage = ({ label }: Column<Item>) => label !== undefined;
  const brief = list.columns
    .filter((one) => isOnPage(one) || ['id', 'court'].includes(one.name))
    .map((one) => one.name);
  return listing({
    name,
    item: shapeOf(list.columns),
    brief: list.columns.some(isOnPage) ? brief : undefined,
    api,
    file,
  });
}

interface FileList<Item> extends Pick<List<Item>, 'name' | 'path' | 'columns'> {
  readonly load: (parts: PageParts, visit: Visit, params: Params) => Promise<LoadedList<Item> | undefined>;
}

/** A list that only its page saves. */
export function fileListing<Item>({ name, path, columns, load }: FileList<Item>): Listing {
  const loadItems: PageList['load'] = async (parts, visit, params) => {
    const found = await load(parts, visit, params);
    return found && { ...found, items: found.items.map((one) => itemOf(columns, one, parts, visit)) };
  };
  return { name, item: shapeOf(columns), file: { path, load: loadItems } };
}

/** Parses the filters in a page's address. An invalid value counts as absent. */
export function filterOf<Filter extends z.ZodObject>(
  { filter }: { readonly filter: Filter },
  { url }: Pick<Visit, 'url'>,
): z.output<Filter> {
  const asked = Object.entries(filter.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const { success, data } = field.safeParse(url.searchParams.get(name) || undefined);
    return success && data !== undefined ? [[name, data]] : [];
  });
  return Object.fromEntries(asked) as z.output<Filter>;
}

/** Returns a part of a page's list, empty for a watch or matter that the viewer may not know of. */
export async function findForPage<Item, Filter extends z.ZodObject>(
  list: List<Item, Filter>,
  parts: PageParts,
  visit: Visit,
  span: Span,
): Promise<Found<Item>> {
  try {
    return await list.find(parts, visit, filterOf(list, visit), span, 'page');
  } catch (error) {
    if (error instanceof TipstaffError && error.code === 'api.parameter') return { items: [] };
    throw error;
  }
}

/** Returns the schema of an item for programs: the columns that have a type. */
export function shapeOf<Item>(columns: Columns<Item>): z.ZodObject {
  return z.object(Object.fromEntries(columns.flatMap(({ name, type }) => (type === undefined ? [] : [[name, type]]))));
}

export function itemOf<Item>(columns: Columns<Item>, item: Item, parts: PageParts, asking: Asking): object {
  const given = columns.flatMap((column) => {
    if (column.type === undefined) return [];
    const value = columnValue(column, item, parts, asking);
    return [[column.name, value === undefined && column.type instanceof z.ZodNullable ? null : value]];
  });
  return Object.fromEntries(given);
}

export function columnValue<Item>({ name, value }: Column<Item>, item: Item, parts: PageParts, asking: Asking) {
  return value === undefined ? (item as Readonly<Record<string, unknown>>)[name] : value(item, parts, asking);
}

export const ofWatch = { watch: z.string().optional().describe('only of this watch') };
export const ofMatter = { matter: z.string().optional().describe('only of the watches of this matter') };

type Asked = { readonly watch?: string | undefined; readonly matter?: string | undefined };

/** @throws TipstaffError `api.parameter` for an unknown watch or matter, as an empty list would mean no news */
export function watchesAsked({ sight }: Asking, { watch, matter }: Asked) {
  requireKnown(sight, { watch, matter });
  const open = sight.readable;
  if (watch !== undefined && !open.some(({ id }) => id === watch)) {
    throw new TipstaffError('api.parameter', `watch: ${watch} is confidential, and you may not read its records.`);
  }
  return narrowed(open, { watch, matter });
}

function requireKnown({ watches: known }: Sight, { watch, matter }: Asked): void {
  if (watch !== undefined && !known.some(({ id }) => id === watch)) throw unknownName('watch', watch);
  if (matter !== undefined && !known.some((one) => one.matter === matter)) throw unknownName('matter', matter);
}

export function unknownName(parameter: 'watch' | 'matter' | 'channel', name: string): TipstaffError {
  return new TipstaffError('api.parameter', `${parameter}: there is no ${parameter} ${JSON.stringify(name)}.`);
}

export const timestamp = z.string().describe('ISO 8601, UTC');
export const day = z.string().describe('YYYY-MM-DD');
export const address = z.string().describe('of its page here; where `http.publicUrl` is not set, only the path');

export function addressOf({ http }: Pick<Config, 'http'>, record: Parameters<typeof recordPath>[0]): string {
  return (http.publicUrl?.replace(/\/$/, '') ?? '') + recordPath(record);
}
