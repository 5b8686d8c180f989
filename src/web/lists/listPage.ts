import { html } from 'hono/html';
import type { z } from 'zod';
import type { Place } from '../../store/store.ts';
import type { Drawn, Html, Page, PageParts } from '../frame/page.ts';
import { besideLinks, downloadLinks, filterRow, nothingListed, totalWords } from '../frame/pager.ts';
import { table } from '../frame/pieces.ts';
import type { Visit } from '../visit/visit.ts';
import { cursorAt, placeIn, textOfCell } from './list.ts';
import { type Column, columnValue, findForPage, type List } from './listing.ts';

/** Reads the part of the list that the address names. */
export async function readPage<Item, Filter extends z.ZodObject>(
  list: List<Item, Filter>,
  parts: PageParts,
  visit: Visit,
  limit: number,
) {
  const { place, back } = placeAsked(list, visit.url);
  const { items, count } = await findForPage(list, parts, visit, { limit: limit + 1, place, back });
  const shown = back ? items.slice(-limit) : items.slice(0, limit);
  const more = items.length > limit;
  const isFirst = place === undefined || (back && !more);
  const cursorOf = (item: Item | undefined) => item && cursorAt(`${list.name}.page`, list.placeOf(item));
  const nav = besideLinks(visit.url, {
    newer: isFirst ? undefined : cursorOf(shown[0]),
    older: back || more ? cursorOf(shown.at(-1)) : undefined,
  });
  return { items: shown, total: await count?.(), nav, isFirst };
}

function placeAsked<Item>({ name, place }: List<Item>, { searchParams }: URL): { place?: Place; back: boolean } {
  const [after, before] = [searchParams.get('after'), searchParams.get('before')];
  const back = after === null && before !== null;
  try {
    const asked = placeIn(`${name}.page`, { cursor: after || before || undefined }, place);
    return asked === undefined ? { back: false } : { place: asked, back };
  } catch {
    // An invalid cursor, old or truncated, shows the list from its beginning.
    return { back: false };
  }
}

export function listTable<Item>(columns: readonly Column<Item>[], items: readonly Item[], about: Shown): Html {
  const shown = columns.flatMap((column) => {
    const { label, cell, look } = column;
    if (label === undefined) return [];
    const valueCell = (item: Item) => {
      const value = columnValue(column, item, { config: about.config, sight: about.visit.sight });
      return typeof value === 'number' ? value : textOfCell(value);
    };
    return [{ label, look, cell: cell === undefined ? valueCell : (item: Item) => cell(item, about.visit) }];
  });
  return table(items, shown);
}

type Shown = Pick<PageParts, 'config'> & { readonly visit: Visit };

interface ListPageWords<Item> {
  readonly name?: string;
  readonly title: string;
  readonly noun: string;
  readonly plural?: string;
  readonly none: string;
  readonly todo?: Html;
  /** Buttons at the right of the title. */
  readonly buttons?: (visit: Visit) => Html | string;
  readonly lead?: (parts: PageParts, visit: Visit) => Html | string;
  readonly filters: (
    parts: PageParts,
    visit: Visit,
  ) => readonly (Html | string)[] | Promise<readonly (Html | string)[]>;
  /** Content between the filters and the list. */
  readonly above?: (parts: PageParts, visit: Visit) => Html | Promise<Html>;
  /** Default: a table of the columns that have a label. */
  readonly rows?: (items: readonly Item[], parts: PageParts, visit: Visit) => Html | Promise<Html>;
  readonly perPage?: number;
}

export function listPage<Item, Filter extends z.ZodObject>(list: List<Item, Filter>, words: ListPageWords<Item>): Page {
  const { name, title, noun, plural, lead, buttons, above, perPage = 100 } = words;
  const { rows = (items, { config }, visit) => listTable(list.columns, items, { config, visit }) } = words;
  return {
    path: list.path,
    name,
    async draw(parts, visit): Promise<Drawn | undefined> {
      if (list.mayRead?.(visit) === false) return undefined;
      const { items, total, nav } = await readPage(list, parts, visit, perPage);
      const listed =
        items.length === 0 ? nothingListed(visit.url, noun, words.none, words.todo) : await rows(items, parts, visit);
      return {
        title,
        body: html`<div class="titled"><h1>${title}</h1>${buttons?.(visit)}</div>${lead?.(parts, visit)}
${filterRow(await words.filters(parts, visit), total && totalWords(total, noun, plural))}
${await above?.(parts, visit)}${listed}${nav}${downloadLinks(visit.url)}`,
      };
    },
  };
}
