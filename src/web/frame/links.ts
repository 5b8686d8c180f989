import { html } from 'hono/html';
import type { Html } from './page.ts';

export { recordPath } from '../../records/record.ts';

/** `/watches/new` is the form, so a watch with the id `new` has its page elsewhere. */
export const pathOfWatchNew = '/watches/id/new';

export function watchPath(id: string): string {
  return id === 'new' ? pathOfWatchNew : `/watches/${encodeURIComponent(id)}`;
}

export function watchActionPath(id: string, action: string): string {
  return `/watches/${encodeURIComponent(id)}/${action}`;
}

export function userPath(name: string): string {
  return `/users/${encodeURIComponent(name)}`;
}

export function matterPath(matter: string): string {
  return `/matters/${encodeURIComponent(matter)}`;
}

export function feedPath(watchId: string): string {
  return `/feeds/${encodeURIComponent(watchId)}.atom`;
}

/** Feed readers offer what a page names; nobody chooses among more. */
const mostFeeds = 20;

export function feedsOf(watches: readonly { readonly id: string; readonly name: string }[]) {
  return watches.slice(0, mostFeeds).map(({ id, name }) => ({ title: name, href: feedPath(id) }));
}

/** A link to another site, which does not learn where the reader came from. */
export function outside(href: string, words: string): Html {
  return html`<a href="${href}" rel="noreferrer noopener" class="out">${words}</a>`;
}
