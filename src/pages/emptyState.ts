import { html } from 'hono/html';
import type { Html } from './page.ts';

/** Instead of an empty list: what would stand here, and what to do to see it. */
export function emptyState(words: string, todo?: Html): Html {
  return html`<p class="empty">${words}${todo === undefined ? '' : html` ${todo}`}</p>`;
}
