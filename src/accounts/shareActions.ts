import { html } from 'hono/html';
import { type Action, whoOf } from '../pages/action.ts';
import { dayWords } from '../pages/moment.ts';
import type { Drawn, Page } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { endListedKey, listAccessKeys, makeAccessKey } from '../people/accessKeysTable.ts';
import { noteAudit } from '../people/auditTable.ts';
import { ownPath } from '../people/signIn/ownPath.ts';
import { cleanText } from '../words/cleanText.ts';
import { mayEnd } from './linkTable.ts';
import { linkDays } from './sharePart.ts';

const dayMs = 86_400_000;

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
        await noteAudit(trx, { at: now.toISOString(), who: userName, what: 'link.make', subject: path, detail });
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
    body: html`<h1>A link for ${label}</h1><p>Whoever has it can read the page until ${dayWords(expiresAt.slice(0, 10), visit)}. It is shown only once.</p>
<p><input class="link" readonly value="${address}" aria-label="The link" size="60"></p>
<p><a href="${path}">Back to the page</a>, where you can end it earlier.</p>`,
  };
}

/** Ends a link before its time. */
export const endLinkAction: Action = {
  path: '/links/end',
  role: 'reader',
  async act({ store }, visit, _params, { digest = '', see = '/' }) {
    const known = (await listAccessKeys(store.db, { kind: 'share' }, visit.now)).find((one) => one.digest === digest);
    if (known === undefined || !mayEnd(known, visit)) return undefined;
    await store.transaction(async (trx) => {
      await endListedKey(trx, digest);
      const line = { what: 'link.end', subject: known.path ?? '', detail: `for ${known.label}, of ${known.userName}` };
      await noteAudit(trx, { at: visit.now.toISOString(), who: whoOf(visit.viewer), ...line });
    });
    return { kind: 'done', see: ownPath(see) };
  },
};
