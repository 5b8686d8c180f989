import { html } from 'hono/html';
import type { Trx } from '../database/store.ts';
import { userPath } from '../pages/links.ts';
import { type Acted, type Action, type Form, type PageParts, whoOf } from '../pages/page.ts';
import { mayManage, type Visit } from '../pages/visit/visit.ts';
import {
  endAccessKeysOf,
  endListedKey,
  keyScopes,
  listAccessKeys,
  makeAccessKey,
  pathOfScope,
} from '../people/accessKeysTable.ts';
import { noteAudit } from '../people/auditTable.ts';
import { forgetPasskeys } from '../people/passkeysTable.ts';
import { hashPassword, shortestPassword } from '../people/signIn/password.ts';
import {
  describeUser,
  endWaysIn,
  findUser,
  forgetIdentities,
  listUsers,
  lockUsers,
  removeUser,
  saveUser,
  type User,
} from '../people/usersTable.ts';
import { dayMs } from '../time.ts';
import { cleanText } from '../words/cleanText.ts';
import { keyDaysMistake } from './keyTable.ts';
import { fieldsFrom } from './userForm.ts';

interface Line {
  readonly what: string;
  readonly detail: string;
}

type OnUser = (user: User, form: Form, parts: PageParts, visit: Visit) => Promise<Acted>;

function userAction(name: string, act: OnUser): Action {
  return {
    path: `/users/:name/${name}`,
    role: 'admin',
    async act(parts, visit, { name: userName = '' }, form) {
      const user = mayManage(visit.viewer) ? await findUser(parts.store.db, userName) : undefined;
      return user && act(user, form, parts, visit);
    },
  };
}

const addUserAction: Action = {
  path: '/users/add',
  role: 'admin',
  async act(parts, visit, _params, form) {
    if (!mayManage(visit.viewer)) return undefined;
    const name = cleanText(form.name ?? '').slice(0, 100);
    const fields = fieldsFrom(form);
    if (name === '' || name === 'local') return { kind: 'refused', why: 'Give the user a name; “local” is taken.' };
    if (typeof fields === 'string') return { kind: 'refused', why: fields };
    const password = form.password ?? '';
    if (password !== '' && password.length < shortestPassword) return shortPassword;
    const hashed = password === '' ? undefined : await hashPassword(password.slice(0, 1000));
    const add = (known: User | undefined) => {
      if (known === undefined) return { name, ...fields, password: hashed };
      return { kind: 'refused', why: `There is a user ${name} already.` } as const;
    };
    return save(parts, visit, name, add, { what: 'user.add', detail: describeUser(fields) });
  },
};

const shortPassword = {
  kind: 'refused',
  why: `A password needs at least ${shortestPassword} characters.`,
} as const;

const saveFields: OnUser = async (user, form, parts, visit) => {
  const fields = fieldsFrom(form);
  if (typeof fields === 'string') return { kind: 'refused', why: fields };
  return change(parts, visit, user.name, fields, { what: 'user.change', detail: describeUser(fields) });
};

type Refused = Extract<Acted, { kind: 'refused' }>;

/**
 * Changes a user as they are stored by now: another admin may have disabled or removed them since the form was sent.
 */
function change(
  parts: PageParts,
  visit: Visit,
  name: string,
  changed: Partial<User>,
  line: Line,
  also?: (trx: Trx) => Promise<void>,
): Promise<Acted> {
  const changing = (known: User | undefined): User | Refused =>
    known === undefined ? { kind: 'refused', why: `${name} was removed meanwhile.` } : { ...known, ...changed };
  return save(parts, visit, name, changing, line, also);
}

/**
 * Saves a user, unless nobody could manage users any more. @param made from the stored user of this name, if there is
 * one
 */
function save(
  { store, config }: PageParts,
  visit: Visit,
  name: string,
  made: (known: User | undefined) => User | Refused,
  line: Line,
  also?: (trx: Trx) => Promise<void>,
): Promise<Acted> {
  return store.transaction(async (trx) => {
    await lockUsers(trx);
    const users = await listUsers(trx);
    const user = made(users.find((one) => one.name === name));
    if ('kind' in user) return user;
    const others = users.filter((one) => one.name !== name);
    if (![...others, user].some((one) => isManager(one, config))) return nobodyLeft;
    await saveUser(trx, user, visit.now);
    await also?.(trx);
    await note(trx, visit, name, line);
    return { kind: 'done', see: userPath(name) };
  });
}

function isManager({ role, matters, disabled, password }: User, { http }: PageParts['config']): boolean {
  const comesIn = password !== undefined || http.trustedHeader !== undefined || http.signIn.oidc !== undefined;
  return role === 'admin' && matters === undefined && !disabled && comesIn;
}

const nobodyLeft = {
  kind: 'refused',
  why: 'At least one admin who can sign in and sees every matter has to remain.',
} as const;

const setPassword: OnUser = async (user, { password = '', endKeys }, parts, visit) => {
  if (password.length < shortestPassword) return shortPassword;
  const hashed = await hashPassword(password.slice(0, 1000));
  return change(
    parts,
    visit,
    user.name,
    { password: hashed },
    { what: 'user.password', detail: endedWords(endKeys) },
    (trx) => endWaysIn(trx, user.name, { all: endKeys === 'true' }),
  );
};

const disable: OnUser = (user, { endKeys }, parts, visit) =>
  change(parts, visit, user.name, { disabled: true }, { what: 'user.disable', detail: endedWords(endKeys) }, (trx) =>
    endWaysIn(trx, user.name, { all: endKeys === 'true' }),
  );

function endedWords(endKeys: string | undefined): string {
  return endKeys === 'true' ? 'their keys, links, calendar addresses and passkeys are ended' : '';
}

const enable: OnUser = (user, _form, parts, visit) =>
  change(parts, visit, user.name, { disabled: false }, { what: 'user.enable', detail: '' });

const remove: OnUser = async (user, { sure }, { store, config }, visit) => {
  if (sure !== 'true') return { kind: 'refused', why: 'Tick the box to confirm.' };
  return store.transaction(async (trx) => {
    await lockUsers(trx);
    const others = (await listUsers(trx)).filter((one) => one.name !== user.name);
    if (!others.some((one) => isManager(one, config))) return nobodyLeft;
    await removeUser(trx, user.name);
    await note(trx, visit, user.name, { what: 'user.remove', detail: '' });
    return { kind: 'done', see: '/users' };
  });
};

const makeKey: OnUser = async (user, form, { store }, visit) => {
  const [days, label] = [form.days ?? '', cleanText(form.label ?? '').slice(0, 200)];
  const scope = keyScopes.find((one) => one === (form.scope ?? 'all'));
  const mistake = label === '' ? 'Say what program it is for.' : keyDaysMistake(days);
  if (mistake !== undefined) return { kind: 'refused', why: mistake };
  if (scope === undefined) return { kind: 'refused', why: 'Choose what the key reads.' };
  const expiresAt = new Date(visit.now.getTime() + Number(days) * dayMs).toISOString();
  const key = await store.transaction(async (trx) => {
    await note(trx, visit, user.name, {
      what: 'key.make',
      detail: `${label}, reads ${scope}, until ${expiresAt.slice(0, 10)}`,
    });
    const made = { kind: 'api', userName: user.name, label, path: pathOfScope(scope), expiresAt } as const;
    return makeAccessKey(trx, made, visit.now);
  });
  const body = html`<h1>A key for ${label}</h1>
<p>A program that sends it reads what ${user.name} may read, from ${
    pathOfScope(scope) ?? '/api/v1 and feeds'
  }; it changes nothing. It is shown only once.</p>
<p><input class="link" readonly value="${key}" aria-label="The key" size="60"></p>
<p><a href="${userPath(user.name)}">Back to ${user.name}</a></p>`;
  return { kind: 'shown', drawn: { title: 'A key', body }, wrong: false };
};

const disconnect: OnUser = (user, _form, parts, visit) =>
  change(parts, visit, user.name, {}, { what: 'user.disconnect', detail: '' }, async (trx) => {
    await forgetIdentities(trx, user.name);
    await endAccessKeysOf(trx, user.name, 'session');
  });

const removePasskeys: OnUser = (user, _form, parts, visit) =>
  change(parts, visit, user.name, { secondFactor: false }, { what: 'passkey.remove', detail: 'all' }, (trx) =>
    forgetPasskeys(trx, user.name),
  );

const endKey: OnUser = async (user, { digest = '' }, { store }, visit) => {
  const keys = await listAccessKeys(store.db, { userName: user.name }, visit.now);
  const known = keys.find((key) => key.digest === digest);
  if (known === undefined) return { kind: 'refused', why: 'It has ended already.' };
  await store.transaction(async (trx) => {
    await endListedKey(trx, digest);
    await note(trx, visit, user.name, { what: `${known.kind}.end`, detail: known.label });
  });
  return { kind: 'done', see: userPath(user.name) };
};

async function note(trx: Trx, { now, viewer }: Visit, subject: string, line: Line): Promise<void> {
  await noteAudit(trx, { at: now.toISOString(), who: whoOf(viewer), subject, ...line });
}

export const userActions: readonly Action[] = [
  addUserAction,
  userAction('save', saveFields),
  userAction('password', setPassword),
  userAction('disable', disable),
  userAction('enable', enable),
  userAction('remove', remove),
  userAction('disconnect', disconnect),
  userAction('passkeys', removePasskeys),
  userAction('key', makeKey),
  userAction('end', endKey),
];
