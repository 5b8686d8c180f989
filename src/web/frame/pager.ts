import { html } from 'hono/html';
import { capitalized, counted } from '../../base/words/sentence.ts';
import type { WatchConfig } from '../../config/config.ts';
import type { Total } from '../lists/listing.ts';
import { listForms } from '../lists/xlsxFile.ts';
import type { Html } from './page.ts';
import { options } from './pieces.ts';

/** Returns `50 cases`, or `5,000+ cases` for a list that was not counted to its end. */
export function totalWords({ total, isMore }: Total, noun: string, plural?: string) {
  const words = counted(total, noun, plural);
  return isMore ? words.replace(' ', '+ ') : words;
}

type Beside = { readonly newer?: string | undefined; readonly older?: string | undefined };

export function besideLinks(url: URL, { newer, older }: Beside): Html {
  const link = (words: string, parameter: 'after' | 'before', place: string | undefined) => {
    if (place === undefined) return '';
    const query = new URLSearchParams(url.searchParams);
    for (const one of ['after', 'before', 'entry']) query.delete(one);
    query.set(parameter, place);
    return html`<a class="button" href="${url.pathname}?${query.toString()}">${words}</a> `;
  };
  if (newer === undefined && older === undefined) return html``;
  return html`<nav class="filters" aria-label="Pages of the list">${link('Newer', 'before', newer)}${link(
    'Older',
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
  return { items, isFirst: from === 0, nav: besideLinks(url, { newer, older }) };
}

export function emptyState(words: string, todo?: Html): Html {
  return html`<p class="empty">${words}${todo === undefined ? '' : html` ${todo}`}</p>`;
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

type Option = string | readonly [value: string, words: string];

/** A longer list is hard to use, and with ten thousand watches would be most of the page. */
const mostOffered = 300;

/** Returns a filter whose first, empty choice means all. With very many choices, a text field replaces the list. */
export function choice(
  name: string,
  all: string,
  offered: readonly Option[],
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

/** Applies filters at each change, or without JavaScript by a button. @param after the count of what was found */
export function filterRow(filters: Html | readonly (Html | string)[], after: Html | string = ''): Html {
  return html`<form class="filters" data-applies>${filters}<button class="apply">Show</button>${
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
