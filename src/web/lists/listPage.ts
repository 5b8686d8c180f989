import { html } from 'hono/html';
import type { z } from 'zod';
import type { Place } from '../../store/store.ts';
import type { Drawn, Html, Page, PageParts } from '../frame/page.ts';
import { besideLinks, downloadLinks, filterRow, nothingListed, totalWords } from '../frame/pager.ts';
import { table } from '../frame/pieces.ts';
import type { Visit } from '../visit/visit.ts';
import { cursorAt, placeIn, textOfCell } from './list.ts';
import { type Column, columnValue, findForPage, type List } from './listing.ts';

/** The part that the address asks for. `goesOn`: the search ended before it had found enough. */
export async function readPage<Item, Filter extends z.ZodObject>(
  list: List<Item, Filter>,
  parts: PageParts,
  visit: Visit,
  limit: number,
) {
  const { place, back } = placeAsked(list, visit.url);
  const { items, count, goOn } = await findForPage(list, parts, visit, { limit: limit + 1, place, back });
  const shown = back ? items.slice(-limit) : items.slice(0, limit);
  const more = items.length > limit;
  const isFirst = place === undefined || (back && !more);
  const placeOf = (item: Item | undefined) => item && list.placeOf(item);
  const cursorOf = (at: Place | undefined) => at && cursorAt(`${list.name}.page`, at);
  const nav = besideLinks(visit.url, {
    newer: cursorOf(isFirst ? undefined : placeOf(shown[0])),
    older: cursorOf(back || more ? placeOf(shown.at(-1)) : goOn),
  });
  return { items: shown, total: await count?.(), nav, isFirst, goesOn: goOn !== undefined };
}

function placeAsked<Item>({ name, place }: List<Item>, { searchParams }: URL): { place?: Place; back: boolean } {
  const [after, before] = [searchParams.get('after'), searchParams.get('before')];
  const back = after === null && before !== null;
  try {
    const asked = placeIn(`${name}.page`, { cursor: after || before || undefined }, place);
    return asked === undefined ? { back: false } : { place: asked, back };
  } catch {
    // Of a former version, or cut: the list is shown from its beginning.
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

interface ListPageWords {
  readonly name?: string;
  readonly title: string;
  /** `case`; without it the list's total is not told. */
  readonly noun: string;
  readonly none: string;
  readonly todo?: Html;
  readonly lead?: (parts: PageParts, visit: Visit) => Html | string;
  readonly filters: (parts: PageParts, visit: Visit) => readonly Html[] | Promise<readonly Html[]>;
  readonly perPage?: number;
}

export function listPage<Item, Filter extends z.ZodObject>(list: List<Item, Filter>, words: ListPageWords): Page {
  const { name, title, noun, lead, perPage = 100 } = words;
  return {
    path: list.path,
    name,
    async draw(parts, visit): Promise<Drawn | undefined> {
      if (list.mayRead?.(visit) === false) return undefined;
      const { items, total, nav } = await readPage(list, parts, visit, perPage);
      const filters = filterRow(await words.filters(parts, visit), total && totalWords(total, noun));
      const rows =
        items.length === 0
          ? nothingListed(visit.url, noun, words.none, words.todo)
          : listTable(list.columns, items, { config: parts.config, visit });
      return {
        title,
        body: html`<h1>${title}</h1>${lead?.(parts, visit) ?? ''}${filters}${rows}${nav}${downloadLinks(visit.url)}`,
      };
    },
  };
}
