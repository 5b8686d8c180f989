import { html } from 'hono/html';
import type { Html } from '../page.ts';

export { recordPath } from '../../records/recordPath.ts';

/** At `/watches/new` is the form, so a watch of that id has its page elsewhere. */
export const pathOfWatchNew = '/watches/id/new';

export function watchPath(id: string): string {
  return id === 'new' ? pathOfWatchNew : `/watches/${encodeURIComponent(id)}`;
}

/** What is done to a watch: `/watches/ID/mute`. */
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

/** A link out of the page: it tells nobody where the reader came from. */
export function outside(href: string, words: string): Html {
  return html`<a href="${href}" rel="noreferrer noopener" class="out">${words}</a>`;
}
