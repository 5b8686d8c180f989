import { html } from 'hono/html';
import { type ListedKey, untilEnded } from '../../../people/accessKeysTable.ts';
import { moment } from '../../frame/moment.ts';
import { actionForm, type Html } from '../../frame/page.ts';
import { emptyState } from '../../frame/pager.ts';
import { table } from '../../frame/pieces.ts';
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
  const end = ({ digest }: ListedKey) =>
    actionForm(visit, path, 'End it', html`<input type="hidden" name="digest" value="${digest}">`);
  return table(keys, [
    {
      label: 'What',
      cell: ({ kind, digest }) => `${kindWords[kind]}${digest === visit.session ? ' (this browser)' : ''}`,
    },
    { label: 'For', cell: ({ label, path: page }) => [label, page].filter(Boolean).join(' · ') },
    { label: 'Since', cell: ({ createdAt }) => moment(createdAt, visit) },
    { label: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? 'never' : moment(lastUsedAt, visit)) },
    {
      label: 'Until',
      cell: ({ expiresAt }) => (expiresAt === untilEnded ? 'ended by hand' : moment(expiresAt, visit)),
    },
    { label: 'End', cell: end },
  ]);
}

/** For how many days the key of a program is valid where nobody says, and at most: two years. */
export const usualKeyDays = 90;
export const mostKeyDays = 730;

export function keyDaysMistake(days: string): string | undefined {
  const isRight = /^[1-9]\d{0,2}$/.test(days) && Number(days) <= mostKeyDays;
  return isRight ? undefined : `A key is valid for 1 to ${mostKeyDays} days.`;
}
