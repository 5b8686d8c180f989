import { html } from 'hono/html';
import type { Db } from '../database/store.ts';
import { dayWords } from '../pages/moment.ts';
import { type Action, actionForm, byOf, type Drawn, type Html, type Page } from '../pages/page.ts';
import { usersKnownTo, type Visit } from '../pages/visit/visit.ts';
import { endListedKey, listAccessKeys, makeAccessKey } from '../people/accessKeysTable.ts';
import { noteAudit } from '../people/auditTable.ts';
import { ownPath } from '../people/signIn/needsSignIn.ts';
import { mayAct } from '../people/viewer.ts';
import { dayMs } from '../time.ts';
import { cleanText } from '../words/cleanText.ts';
import { counted } from '../words/sentence.ts';
import { linkTable, mayEnd } from './keyTable.ts';

/** Makes a link to a page that the viewer can see, and shows it this once: it is stored nowhere. */
export function shareAction(page: Page): Action {
  return {
    path: `${page.path}/share`,
    role: 'editor',
    async act(parts, visit, params, form) {
      const { viewer, now } = visit;
      const url = new URL(visit.url);
      url.pathname = url.pathname.slice(0, -'/share'.length);
      if (viewer.guest || (await page.draw(parts, { ...visit, url }, params)) === undefined) return undefined;
      if (viewer.name === undefined) {
        return {
          kind: 'refused',
          why: 'Nobody has to sign in here: whoever can reach these pages sees them without a link.',
        };
      }
      const userName = viewer.name;
      const days = linkDays.find((one) => String(one) === form.days);
      const label = cleanText(form.label ?? '').slice(0, 200);
      if (days === undefined || label === '')
        return { kind: 'refused', why: 'Say who the link is for, and for how long.' };
      const path = url.pathname;
      const expiresAt = new Date(now.getTime() + days * dayMs).toISOString();
      const key = await parts.store.transaction(async (trx) => {
        const detail = `for ${label}, until ${expiresAt.slice(0, 10)}`;
        await noteAudit(trx, byOf(visit), 'link.make', path, detail);
        return makeAccessKey(trx, { kind: 'share', userName, label, path, expiresAt }, now);
      });
      const query = new URLSearchParams(form.query ?? '');
      query.set('key', key);
      const address = `${parts.config.http.publicUrl ?? url.origin}${path}?${query.toString()}`;
      return { kind: 'shown', drawn: linkPage({ address, path, label, expiresAt }, visit), wrong: false };
    },
  };
}

interface MadeLink {
  readonly address: string;
  readonly path: string;
  readonly label: string;
  readonly expiresAt: string;
}

function linkPage({ address, path, label, expiresAt }: MadeLink, visit: Visit): Drawn {
  return {
    title: 'A link to share',
    body: html`<h1>A link for ${label}</h1>
<p>Whoever has it can read the page until ${dayWords(expiresAt.slice(0, 10), visit)}. It is shown only once.</p>
<p><input class="link" readonly value="${address}" aria-label="The link" size="60"></p>
<p><a href="${path}">Back to the page</a>, where you can end it earlier.</p>`,
  };
}

export const endLinkAction: Action = {
  path: '/links/end',
  role: 'reader',
  async act({ store }, visit, _params, { digest = '', see = '/' }) {
    const known = (await listAccessKeys(store.db, { kind: 'share' }, visit.now)).find((one) => one.digest === digest);
    if (known === undefined || !mayEnd(known, visit)) return undefined;
    await store.transaction(async (trx) => {
      await endListedKey(trx, digest);
      await noteAudit(trx, byOf(visit), 'link.end', known.path ?? '', `for ${known.label}, of ${known.userName}`);
    });
    return { kind: 'done', see: ownPath(see) };
  },
};

/** For how many days a link opens its page. */
const linkDays = [1, 7, 30, 90] as const;
const usualDays = 7;

/** The form that makes a link to this page, and the links that open it now; for editors, and where people sign in. */
export async function sharePart(db: Db, visit: Visit): Promise<Html> {
  const { viewer, url, now } = visit;
  if (viewer.name === undefined || viewer.guest || !mayAct(viewer, 'editor')) return html``;
  const isKnown = await usersKnownTo(db, viewer);
  const links = (await listAccessKeys(db, { kind: 'share', path: url.pathname }, now)).filter((link) =>
    isKnown(link.userName),
  );
  const query = new URLSearchParams(url.searchParams);
  for (const name of ['page', 'entry', 'print', 'key']) query.delete(name);
  const fields = html`<input type="hidden" name="query" value="${query.toString()}"><label>for
<input name="label" required maxlength="200" placeholder="who gets it"></label> <label>until
<select name="days">${linkDays.map((days) => option(days))}</select></label> `;
  return html`<details class="share">
<summary>Share${links.length === 0 ? '' : ` (${counted(links.length, 'link')})`}</summary>
<p class="quiet small">Whoever has the link can read this one page without signing in, as you see it, but without
colleagues’ notes and without who was notified.</p>
${actionForm(visit, `${url.pathname}/share`, 'Make a link', fields)}${
  links.length === 0 ? '' : linkTable(links, visit)
}</details>`;
}

function option(days: number): Html {
  const words = `${counted(days, 'day')} from now`;
  return days === usualDays
    ? html`<option value="${days}" selected>${words}</option>`
    : html`<option value="${days}">${words}</option>`;
}
