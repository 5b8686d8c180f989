import { html } from 'hono/html';
import { mayAct } from '../pages/action.ts';
import { actionForm } from '../pages/actionForm.ts';
import { moment } from '../pages/moment.ts';
import type { Html } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import type { ListedKey } from '../people/accessKeysTable.ts';

/** Links, who made each and until when it opens; with the button that ends it, for its maker and for admins. */
export function linkTable(links: readonly ListedKey[], visit: Visit): Html {
  return html`<div class="wide"><table class="stack"><thead><tr><th>For</th><th>Made by</th><th>Made</th><th>Until</th><th><span class="skip">End</span></th></tr></thead><tbody>${links.map(
    (link) =>
      html`<tr><td>${link.label}</td><td data-name="Made by">${link.userName}</td><td data-name="Made">${moment(link.createdAt, visit)}</td><td data-name="Until">${moment(link.expiresAt, visit)}</td><td>${mayEnd(link, visit) ? ending(link, visit) : ''}</td></tr>`,
  )}</tbody></table></div>`;
}

function ending({ digest, label }: ListedKey, visit: Visit): Html {
  const fields = html`<input type="hidden" name="digest" value="${digest}"><input type="hidden" name="see" value="${visit.url.pathname}">`;
  return actionForm(visit, '/links/end', 'End it', html`${fields}<span class="skip">${label}</span>`);
}

/** Whether the viewer may end a link: their own, or any as an admin who sees everything. */
export function mayEnd({ userName }: Pick<ListedKey, 'userName'>, { viewer }: Pick<Visit, 'viewer'>): boolean {
  if (viewer.guest) return false;
  return viewer.name === userName || (mayAct(viewer, 'admin') && viewer.matters === 'all');
}
