import { html } from 'hono/html';
import type { z } from 'zod';
import { capitalized, counted } from '../../base/words/sentence.ts';
import type { WatchConfig } from '../../config/config.ts';
import type { Place } from '../../store/store.ts';
import type { Drawn, Html, Page, PageParts } from '../frame/page.ts';
import { emptyState, options, table } from '../frame/pieces.ts';
import type { Visit } from '../visit/visit.ts';
import { cursorAt, placeIn, textOfCell } from './list.ts';
import { type Columns, columnValue, findForPage, type List, type Total } from './listing.ts';
import { listForms } from './xlsxFile.ts';

interface ListPageWords<Item> {
  readonly name?: string;
  readonly title: string;
  readonly noun: string;
  readonly plural?: string;
  readonly none: string;
  readonly todo?: Html;
  readonly buttons?: (visit: Visit) => Html | string;
  readonly lead?: (parts: PageParts, visit: Visit) => Html | string;
  readonly filters: (
    parts: PageParts,
    visit: Visit,
  ) => readonly (Html | string)[] | Promise<readonly (Html | string)[]>;
  readonly above?: (parts: PageParts, visit: Visit) => Html | Promise<Html>;
  /** Default: a table of the columns that have a label. */
  readonly rows?: (items: readonly Item[], parts: PageParts, visit: Visit, isFirst: boolean) => Html | Promise<Html>;
  readonly perPage?: number;
  /** If absent, there is no print view. */
  readonly perPrintedPage?: number;
}

export function listPage<Item, Filter extends z.ZodObject>(list: List<Item, Filter>, words: ListPageWords<Item>): Page {
  const { name, title, noun, plural, lead, buttons, above, none, perPage = 100, perPrintedPage } = words;
  const { rows = (items, parts, visit) => listTable(list.columns, items, parts, visit) } = words;
  return {
    path: list.path,
    name,
    async draw(parts, visit): Promise<Drawn | undefined> {
      if (list.mayRead?.(visit) === false) return undefined;
      const limit = (isPrinted(visit.url) ? perPrintedPage : undefined) ?? perPage;
      const { items, total, nav, isFirst } = await readPage(list, parts, visit, limit);
      const listed =
        items.length === 0
          ? nothingListed(visit.url, noun, none, words.todo)
          : await rows(items, parts, visit, isFirst);
      return {
        title,
        body: html`<div class="titled"><h1>${title}</h1>${buttons?.(visit)}</div>${lead?.(parts, visit)}
${filterRow(await words.filters(parts, visit), total && totalWords(total, noun, plural))}
${await above?.(parts, visit)}${listed}${nav}${downloadLinks(
  visit.url,
  visit.url.pathname,
  perPrintedPage !== undefined,
)}`,
      };
    },
  };
}

async function readPage<Item, Filter extends z.ZodObject>(
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

export function listTable<Item>(columns: Columns<Item>, items: readonly Item[], parts: PageParts, visit: Visit): Html {
  const shown = columns.flatMap((column) => {
    const { label, cell, look } = column;
    if (label === undefined) return [];
    const valueCell = (item: Item) => {
      const value = columnValue(column, item, parts, visit);
      return typeof value === 'number' ? value : textOfCell(value);
    };
    return [{ label, look, cell: cell === undefined ? valueCell : (item: Item) => cell(item, visit) }];
  });
  return table(items, shown);
}

/** Returns `50 cases`, or `5,000+ cases` for a list that was not counted to its end. */
export function totalWords({ total, isMore }: Total, noun: string, plural?: string) {
  const words = counted(total, noun, plural);
  return isMore ? words.replace(' ', '+ ') : words;
}

type Beside = { readonly newer?: string | undefined; readonly older?: string | undefined };

function besideLinks(url: URL, { newer, older }: Beside, [before, after] = ['Newer', 'Older']): Html {
  const link = (words: string | undefined, parameter: 'after' | 'before', place: string | undefined) => {
    if (place === undefined) return '';
    const query = new URLSearchParams(url.searchParams);
    for (const one of ['after', 'before', 'entry']) query.delete(one);
    query.set(parameter, place);
    return html`<a class="button" href="${url.pathname}?${query.toString()}">${words}</a> `;
  };
  if (newer === undefined && older === undefined) return html``;
  return html`<nav class="filters" aria-label="Pages of the list">${link(before, 'before', newer)}${link(
    after,
    'after',
    older,
  )}</nav>`;
}

export function partOfRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string, url: URL, limit: number) {
  const [after, before] = [url.searchParams.get('after'), url.searchParams.get('before')];
  const at = rows.findIndex((row) => keyOf(row) === (after ?? before));
  const from = at < 0 ? 0 : after === null ? Math.max(0, at - limit) : at + 1;
  const items = rows.slice(from, from + limit);
  const [first, last] = [from > 0 ? items[0] : undefined, from + limit < rows.length ? items.at(-1) : undefined];
  const [newer, older] = [first && keyOf(first), last && keyOf(last)];
  return { items, nav: besideLinks(url, { newer, older }, ['Previous', 'Next']) };
}

const noFilters = ['after', 'before', 'why'];

/** Returns whether any filter has a value. A form also sends its empty fields. */
export function isFiltered({ searchParams }: URL): boolean {
  return [...searchParams].some(([name, value]) => value !== '' && !noFilters.includes(name));
}

export function nothingListed(url: URL, noun: string, none: string, todo?: Html): Html {
  if (!isFiltered(url)) return emptyState(none, todo);
  return emptyState(`No ${noun} matches.`, html`<a href="${url.pathname}">Show all</a>`);
}

/** A longer list is hard to use, and with ten thousand watches would be most of the page. */
const mostOffered = 300;

/** Returns a filter whose first, empty choice means all. With very many choices, a text field replaces the list. */
export function choice(
  name: string,
  all: string,
  offered: readonly (string | readonly [value: string, words: string])[],
  query: URLSearchParams,
  label = capitalized(name),
): Html {
  const chosen = query.get(name) ?? '';
  if (offered.length > mostOffered)
    return html`<label>${label} <input name="${name}" placeholder="${all}" size="16" value="${chosen}"></label>`;
  const pairs = offered.map((one) => (typeof one === 'string' ? ([one, one] as const) : one));
  const choices = [['', all] as const, ...pairs];
  return html`<label>${label} <select name="${name}">${options(choices, chosen)}</select></label>`;
}

export function watchChoice(watches: readonly Pick<WatchConfig, 'id' | 'name'>[], query: URLSearchParams) {
  const options = watches.slice(0, mostOffered + 1).map(({ id, name }) => [id, name] as const);
  return choice('watch', 'every watch', options, query);
}

export function filterField(name: string, label: string, query: URLSearchParams, attributes: Html | string = ''): Html {
  return html`<label>${label} <input name="${name}" value="${query.get(name) ?? ''}" ${attributes}></label>`;
}

/**
 * Applies filters at each change, or without JavaScript by a button.
 * @param after the count of what was found
 * @param anchor where the page opens then, such as `#entries`
 */
export function filterRow(filters: Html | readonly (Html | string)[], after: Html | string = '', anchor = ''): Html {
  const action = anchor === '' ? '' : html` action="${anchor}"`;
  return html`<form class="filters"${action} data-applies>${filters}<button class="apply">Show</button>${
    after === '' ? '' : html` <span class="quiet">${after}</span>`
  }</form>`;
}

export const isPrinted = (url: URL): boolean => url.searchParams.has('print');

export function downloadLinks(url: URL, path = url.pathname, printable = false): Html {
  const query = new URLSearchParams(url.searchParams);
  for (const name of ['after', 'before', 'entry', 'key', 'print']) query.delete(name);
  const asked = query.size > 0 ? `?${query.toString()}` : '';
  return html`<p class="take quiet small">Download: ${listForms.map(
    (form) => html`<a href="${path}.${form}${asked}" download>${form.toUpperCase()}</a> `,
  )}${printable ? html`<a href="${url.pathname}${asked === '' ? '?' : `${asked}&`}print=1">print view</a>` : ''}</p>`;
}
