import { html } from 'hono/html';
import { locale as localeField } from '../../../config/fields/fields.ts';
import { timezone as zoneField } from '../../../config/fields/schedule.ts';
import { userRoles } from '../../../config/settingsSchema.ts';
import { endListedKey, type ListedKey, listAccessKeys, untilEnded } from '../../../people/accessKeysTable.ts';
import { hashPassword, passwordMistake } from '../../../people/signIn/attempts.ts';
import type { User } from '../../../people/usersTable.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import { moment } from '../../frame/moment.ts';
import type { Form, Html, PageParts } from '../../frame/page.ts';
import {
  actionForm,
  byOf,
  field,
  hiddenInput,
  refuse,
  refuseIf,
  tickBox,
  tickBoxes,
  tickedIn,
} from '../../frame/page.ts';
import { emptyState, options, table } from '../../frame/pieces.ts';
import type { Visit } from '../../visit/visit.ts';

const kindWords = { session: 'signed in', api: 'key of a program', feed: 'calendar or feed address' } as const;

export function keyTable(
  keys: readonly ListedKey[],
  path: string,
  visit: Visit,
  none = 'Not signed in anywhere; no keys.',
): Html {
  if (keys.length === 0) return emptyState(none);
  return table(keys, [
    {
      label: 'What',
      cell: ({ kind, digest }) => `${kindWords[kind]}${digest === visit.session ? ' (this browser)' : ''}`,
    },
    { label: 'For', cell: ({ label, path: page }) => [label, page].filter(Boolean).join(' · ') },
    { label: 'Since', cell: ({ createdAt }) => moment(createdAt, visit) },
    { label: 'Last used', cell: ({ lastUsedAt }) => moment(lastUsedAt, visit) },
    { label: 'Until', cell: ({ expiresAt }) => (expiresAt === untilEnded ? 'when revoked' : moment(expiresAt, visit)) },
    { label: 'End', cell: ({ digest }) => actionForm(visit, path, 'End it', hiddenInput('digest', digest)) },
  ]);
}

/** Ends a session or key of a user. Returns false if the user has no such key any more. */
export async function endKeyOf({ store }: PageParts, visit: Visit, userName: string, digest: string) {
  const keys = await listAccessKeys(store.db, userName, visit.now);
  const known = keys.find((key) => key.digest === digest);
  if (known === undefined) return false;
  await store.transaction(async (trx) => {
    await endListedKey(trx, digest);
    await noteAudit(trx, byOf(visit), `${known.kind}.end`, userName, known.label);
  });
  return true;
}

const roleWords = {
  reader: 'reader: only reads',
  editor: 'editor: also changes watches',
  admin: 'admin: also changes users',
} as const;
const seesWords = { all: 'every matter, and watches without a matter', some: 'only the matters selected here' };

type UserFields = Pick<User, 'role' | 'matters' | 'confidential' | 'timezone' | 'locale'>;

export function userFields(user: UserFields, matters: readonly string[]): Html {
  const all = [...new Set([...matters, ...(user.matters ?? [])])].sort();
  return html`<label class="field"><span class="label">Role</span>
<select name="role">${options(Object.entries(roleWords), user.role)}</select></label>
<label class="field"><span class="label">Sees</span>
<select name="sees">${options(Object.entries(seesWords), user.matters === undefined ? 'all' : 'some')}</select></label>
${
  all.length > 0 &&
  tickBoxes(
    'Matters',
    all.map((matter) => tickBox(`matter.${matter}`, matter, user.matters?.includes(matter) ? 'checked' : '')),
  )
}
${tickBoxes(
  'Confidential',
  tickBox('confidential', 'reads confidential watches by name', user.confidential ? 'checked' : ''),
)}
${readerFields(user)}`;
}

export function readerFields({ timezone, locale }: Pick<User, 'timezone' | 'locale'>): Html {
  return html`${field('Time zone', html`name="timezone" value="${timezone ?? ''}" placeholder="as the config says"`)}
${field('Locale', html`name="locale" value="${locale ?? ''}" placeholder="en-US, en-GB, fr …"`)}`;
}

export function fieldsFrom(form: Form): UserFields {
  const role = userRoles.find((one) => one === form.role) ?? refuse('Choose a role.');
  const reader = readerFrom(form);
  const matters = tickedIn(form, 'matter');
  if (form.sees === 'all' && matters.length > 0)
    refuse('Matters are selected, and every matter is to be seen: choose one of the two at “Sees”, or select none.');
  // A user without a ticked matter sees no matter, and never every matter.
  return {
    role,
    matters: form.sees === 'all' ? undefined : matters,
    confidential: form.confidential === 'true',
    ...reader,
  };
}

export function hashNew(password: string): Promise<string> {
  refuseIf(passwordMistake(password));
  return hashPassword(password);
}

export function readerFrom(form: Form): Pick<User, 'timezone' | 'locale'> {
  const zone = form.timezone?.trim() || undefined;
  const locale = form.locale?.trim() || undefined;
  const readZone = zone === undefined ? undefined : zoneField.safeParse(zone);
  const readLocale = locale === undefined ? undefined : localeField.safeParse(locale);
  if (readZone?.success === false) refuse('The time zone is one like America/New_York, or blank.');
  if (readLocale?.success === false) refuse('The locale is one like en-US, en-GB or fr, or blank.');
  return { timezone: readZone?.data, locale: readLocale?.data };
}
