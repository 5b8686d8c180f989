import { html } from 'hono/html';
import type { Db } from '../database/store.ts';
import { mayAct } from '../pages/action.ts';
import { actionForm } from '../pages/actionForm.ts';
import type { Html } from '../pages/page.ts';
import { colleaguesOf } from '../pages/visit/colleagues.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { listAccessKeys } from '../people/accessKeysTable.ts';
import { counted } from '../words/counted.ts';
import { linkTable } from './linkTable.ts';

/** For how many days a link opens its page. */
export const linkDays = [1, 7, 30, 90] as const;
const usualDays = 7;

/** The form that makes a link to this page, and the links that open it now; for editors, and where people sign in. */
export async function sharePart(db: Db, visit: Visit): Promise<Html> {
  const { viewer, url, now } = visit;
  if (viewer.name === undefined || viewer.guest || !mayAct(viewer, 'editor')) return html``;
  const isColleague = await colleaguesOf(db, viewer);
  const links = (await listAccessKeys(db, { kind: 'share', path: url.pathname }, now)).filter((link) =>
    isColleague(link.userName),
  );
  const query = new URLSearchParams(url.searchParams);
  for (const name of ['page', 'entry', 'print', 'key']) query.delete(name);
  const fields = html`<input type="hidden" name="query" value="${query.toString()}"><label>for <input name="label" required maxlength="200" placeholder="who gets it"></label> <label>until <select name="days">${linkDays.map((days) => option(days))}</select></label> `;
  return html`<details class="share"><summary>Share${links.length === 0 ? '' : ` (${counted(links.length, 'link')})`}</summary>
<p class="quiet small">Whoever has the link can read this one page without signing in, as you see it, but without colleagues’ notes and without who was notified.</p>
${actionForm(visit, `${url.pathname}/share`, 'Make a link', fields)}${links.length === 0 ? '' : linkTable(links, visit)}</details>`;
}

function option(days: number): Html {
  const words = `${counted(days, 'day')} from now`;
  return days === usualDays
    ? html`<option value="${days}" selected>${words}</option>`
    : html`<option value="${days}">${words}</option>`;
}
