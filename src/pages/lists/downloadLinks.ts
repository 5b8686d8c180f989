import { html } from 'hono/html';
import type { Html } from '../page.ts';
import { listForms } from './xlsxFile.ts';

/** Whether the address asks for the page in print: whole, with every picture loaded. */
export function isPrinted(url: URL): boolean {
  return url.searchParams.has('print');
}

/** Links to what a page lists, as files: the same filters, every row. @param path that of the list. @param printable it has a form to print. */
export function downloadLinks(url: URL, path = url.pathname, printable = false): Html {
  const query = new URLSearchParams(url.searchParams);
  for (const name of ['page', 'entry', 'key', 'print']) query.delete(name);
  const asked = query.size > 0 ? `?${query.toString()}` : '';
  return html`<p class="take quiet small">Download: ${listForms.map((form) => html`<a href="${path}.${form}${asked}" download>${form.toUpperCase()}</a> `)}${printable ? html`<a href="${url.pathname}${asked === '' ? '?' : `${asked}&`}print=1">print view</a>` : ''}</p>`;
}
