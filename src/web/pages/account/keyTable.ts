import { html } from 'hono/html';
import { type ListedKey, untilEnded } from '../../../people/accessKeysTable.ts';
import { moment } from '../../frame/moment.ts';
import { actionForm, type Html } from '../../frame/page.ts';
import { emptyState } from '../../frame/pager.ts';
import type { Visit } from '../../visit/visit.ts';

const kindWords = {
  session: 'signed in',
  api: 'key of a program',
  feed: 'calendar or feed address',
} as const;

/**
 * Sessions and keys of a user, each with the button that ends it.
 * @param path to which the form is sent
 * @param none what is said where there is none
 */
export function keyTable(
  keys: readonly ListedKey[],
  path: string,
  visit: Visit,
  none = 'Not signed in anywhere; no keys.',
): Html {
  if (keys.length === 0) return emptyState(none);
  return html`<div class="wide"><table class="stack"><thead><tr><th>What</th><th>For</th><th>Since</th>
<th>Last used</th><th>Until</th><th><span class="skip">End</span></th></tr></thead><tbody>${keys.map(
    ({ kind, label, path: page, createdAt, lastUsedAt, expiresAt, digest }) =>
      html`<tr><td>${kindWords[kind]}${digest === visit.session ? ' (this browser)' : ''}</td>
<td data-name="For">${[label, page].filter(Boolean).join(' · ')}</td>
<td data-name="Since">${moment(createdAt, visit)}</td>
<td data-name="Last used">${lastUsedAt === undefined ? 'never' : moment(lastUsedAt, visit)}</td>
<td data-name="Until">${expiresAt === untilEnded ? 'ended by hand' : moment(expiresAt, visit)}</td>
<td>${actionForm(visit, path, 'End it', html`<input type="hidden" name="digest" value="${digest}">`)}</td></tr>`,
  )}</tbody></table></div>`;
}

/** For how many days the key of a program is valid where nobody says, and at most: two years. */
export const usualKeyDays = 90;
export const mostKeyDays = 730;

export function keyDaysMistake(days: string): string | undefined {
  const isRight = /^[1-9]\d{0,2}$/.test(days) && Number(days) <= mostKeyDays;
  return isRight ? undefined : `A key is valid for 1 to ${mostKeyDays} days.`;
}
