import { html } from 'hono/html';
import { actionForm } from '../pages/actionForm.ts';
import { moment } from '../pages/moment.ts';
import type { Html } from '../pages/page.ts';
import { emptyState } from '../pages/pager.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { type ListedKey, untilEnded } from '../people/accessKeysTable.ts';

const kindWords = {
  session: 'signed in',
  api: 'key of a program',
  share: 'link',
  feed: 'calendar or feed address',
} as const;

/** Sessions, keys and links of a user, each with the button that ends it. @param path to which the form is sent */
export function keyTable(keys: readonly ListedKey[], path: string, visit: Visit): Html {
  if (keys.length === 0) return emptyState('Not signed in anywhere; no keys, no links.');
  return html`<div class="wide"><table class="stack"><thead><tr><th>What</th><th>For</th><th>Since</th><th>Last used</th><th>Until</th><th><span class="skip">End</span></th></tr></thead><tbody>${keys.map(
    ({ kind, label, path: page, createdAt, lastUsedAt, expiresAt, digest }) =>
      html`<tr><td>${kindWords[kind]}${digest === visit.session ? ' (this browser)' : ''}</td><td data-name="For">${[label, page].filter(Boolean).join(' · ')}</td><td data-name="Since">${moment(createdAt, visit)}</td><td data-name="Last used">${lastUsedAt === undefined ? 'never' : moment(lastUsedAt, visit)}</td><td data-name="Until">${expiresAt === untilEnded ? 'ended by hand' : moment(expiresAt, visit)}</td><td>${actionForm(visit, path, 'End it', html`<input type="hidden" name="digest" value="${digest}">`)}</td></tr>`,
  )}</tbody></table></div>`;
}
