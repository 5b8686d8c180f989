import { html } from 'hono/html';
import type { Html } from '../pages/page.ts';

/** Tags, each with a link to the watches that have it. */
export function tagLinks(tags: readonly string[]): Html {
  return html`${tags.map((tag, index) => html`${index > 0 ? ', ' : ''}<a href="/watches?tag=${encodeURIComponent(tag)}">${tag}</a>`)}`;
}
