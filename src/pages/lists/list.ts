import type { PageParts } from '../page.ts';
import type { Visit } from '../visit/visit.ts';

/** The most rows of a file; one that would have more says so. */
export const rowsAtMost = 50_000;

export type Cell = string | number | undefined;

/** Rows with a name for each of their values, the same ones in the same order in every row. */
export type Row = Readonly<Record<string, Cell>>;

/** All that a page lists, to be saved as a file. */
export interface ListRows {
  /** What the file is called, without its ending. */
  readonly name: string;
  /** `rowsAtMost` of them at most. */
  readonly rows: readonly Row[];
  /** There are more than these. */
  readonly more: boolean;
}

/** The list of a page: the same filters in the address, all rows, as files. */
export interface List {
  /** As Hono has it; `.csv`, `.xlsx` and `.json` follow. */
  readonly path: string;
  /** undefined: it does not exist, or this viewer may not see it. */
  readonly load: (
    parts: PageParts,
    visit: Visit,
    params: Readonly<Record<string, string>>,
  ) => Promise<ListRows | undefined>;
}

/** Rows of items. @param items one more than `rowsAtMost` where there are more. */
export function rowsOf<Item>(name: string, items: readonly Item[], rowOf: (item: Item) => Row): ListRows {
  return { name, rows: items.slice(0, rowsAtMost).map(rowOf), more: items.length > rowsAtMost };
}

const partRows = 5000;

/** Reads a list in parts, so that other requests get their turn, up to one item more than a file takes. */
export async function readParts<Item>(
  read: (part: { readonly limit: number; readonly offset: number }) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  while (items.length <= rowsAtMost) {
    const limit = Math.min(partRows, rowsAtMost + 1 - items.length);
    const part = await read({ limit, offset: items.length });
    items.push(...part);
    if (part.length < limit) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return items;
}

/** A list's values in one cell. */
export function joined(values: readonly string[] | undefined): string | undefined {
  return values?.join('; ');
}
