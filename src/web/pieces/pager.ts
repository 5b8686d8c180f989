import { html } from 'hono/html';
import type { Html } from '../page.ts';

/** The page that an address asks for (`page=2`), counted from 1. */
export function pageNumber(query: URLSearchParams): number {
  return Math.min(100_000, Math.max(1, Math.floor(Number(query.get('page'))) || 1));
}

/** The items of the page that the address asks for (`page=2`), counted from 1. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams, perPage: number) {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const page = Math.min(pages, pageNumber(query));
  return { items: items.slice((page - 1) * perPage, page * perPage), page, pages };
}

/** Links to the pages before and after; nothing where all is on one. */
export function pager(url: URL, page: number, pages: number): Html {
  if (pages <= 1) return html``;
  const link = (to: number, words: string) => {
    const query = new URLSearchParams(url.searchParams);
    query.set('page', String(to));
    query.delete('entry');
    return html`<a class="button" href="${url.pathname}?${query.toString()}">${words}</a>`;
  };
  return html`<nav class="filters" aria-label="Pages of the list">${page > 1 ? link(page - 1, 'Newer') : ''} <span class="quiet">page ${page} of ${pages}</span> ${page < pages ? link(page + 1, 'Older') : ''}</nav>`;
}
