import { html } from 'hono/html';
import { moment } from './moment.ts';
import type { Html } from './page.ts';
import type { Visit } from './visit/visit.ts';

/** Says of a record that the service shows it no longer; nothing where it does. @param goneSince ISO time, UTC */
export function goneNote(goneSince: string | undefined, visit: Visit): Html {
  if (goneSince === undefined) return html``;
  return html`<p class="note"><strong>No longer found</strong> since ${moment(goneSince, visit)}: several complete checks in a row came back without it. What follows is what was known until then.</p>`;
}
