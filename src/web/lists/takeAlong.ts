import { html } from 'hono/html';
import type { Html } from '../page.ts';
import { listForms } from './listDownloads.ts';

/** Links to what a page lists, as files: the same filters, every row. @param path that of the list. */
export function takeAlong(url: URL, path = url.pathname): Html {
  const query = new URLSearchParams(url.searchParams);
  for (const name of ['page', 'entry', 'key']) query.delete(name);
  const asked = query.size > 0 ? `?${query.toString()}` : '';
  return html`<p class="take quiet small">Take it along: ${listForms.map((form) => html`<a href="${path}.${form}${asked}" download>${form.toUpperCase()}</a> `)}</p>`;
}
