import { html } from 'hono/html';
import { cleanText } from '../../../base/words/cleanText.ts';
import { endListedKey, keyScopes, listAccessKeys, pathOfScope } from '../../../people/accessKeysTable.ts';
import { noteAudit } from '../../../people/auditTable.ts';
import { hashPassword, shortestPassword } from '../../../people/signIn/attempts.ts';
import {
  changeUser,
  describeUser,
  findUser,
  foldName,
  forgetIdentities,
  listUsers,
  lockUsers,
  makeUserKey,
  nameMistake,
  removeUser,
  type User,
  type UserChange,
} from '../../../people/usersTable.ts';
import type { Trx } from '../../../store/store.ts';
import { userPath } from '../../frame/links.ts';
import { type Acted, type Action, byOf, type Form, type PageParts } from '../../frame/page.ts';
import { mayManage, type Visit } from '../../visit/visit.ts';
import { fieldsFrom, keyDaysMistake } from './keyTable.ts';

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
    const mistake = nameMistake(name);
    if (mistake !== undefined) return { kind: 'refused', why: mistake };
    if (typeof fields === 'string') return { kind: 'refused', why: fields };
    const password = form.password ?? '';
    if (password !== '' && password.length < shortestPassword) return shortPassword;
    const hashed = password === '' ? undefined : await hashPassword(password.slice(0, 1000));
    const added = { name, ...fields, password: hashed };
    return save(parts, visit, name, { what: 'user.add', fields, detail: describeUser(fields), added });
  },
};

const shortPassword = {
  kind: 'refused',
  why: `A password needs at least ${shortestPassword} characters.`,
} as const;

const saveFields: OnUser = async (user, form, parts, visit) => {
  const fields = fieldsFrom(form);
  if (typeof fields === 'string') return { kind: 'refused', why: fields };
  return save(parts, visit, user.name, { what: 'user.change', fields, detail: describeUser(fields) });
};

/** Saves a user as stored now (another admin may have changed them), unless nobody could manage users any more. */
function save(
  { store, config }: PageParts,
  visit: Visit,
  name: string,
  { added, ...changed }: UserChange & { readonly added?: User },
  also?: (trx: Trx) => Promise<void>,
): Promise<Acted> {
  return store.transaction(async (trx) => {
    await lockUsers(trx);
    const users = await listUsers(trx);
    const known = users.find((one) => foldName(one.name) === foldName(name));
    if (added && known) return { kind: 'refused', why: `There is a user ${known.name} already.` };
    const user = added ?? known;
    if (user === undefined) return { kind: 'refused', why: `${name} was removed meanwhile.` };
    const others = users.filter((one) => one.name !== name);
    if (![...others, { ...user, ...changed.fields }].some((one) => isManager(one, config))) return nobodyLeft;
    await changeUser(trx, user, changed, byOf(visit));
    await also?.(trx);
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
  return save(parts, visit, user.name, { what: 'user.password', fields: { password: hashed }, ends: endsBy(endKeys) });
};

const disable: OnUser = (user, { endKeys }, parts, visit) =>
  save(parts, visit, user.name, { what: 'user.disable', fields: { disabled: true }, ends: endsBy(endKeys) });

function endsBy(endKeys: string | undefined): 'all' | 'sessions' {
  return endKeys === 'true' ? 'all' : 'sessions';
}

const enable: OnUser = (user, _form, parts, visit) =>
  save(parts, visit, user.name, { what: 'user.enable', fields: { disabled: false } });

const remove: OnUser = async (user, { sure }, { store, config }, visit) => {
  if (sure !== 'true') return { kind: 'refused', why: 'Tick the box to confirm.' };
  return store.transaction(async (trx) => {
    await lockUsers(trx);
    const others = (await listUsers(trx)).filter((one) => one.name !== user.name);
    if (!others.some((one) => isManager(one, config))) return nobodyLeft;
    await removeUser(trx, user.name);
    await noteAudit(trx, byOf(visit), 'user.remove', user.name);
    return { kind: 'done', see: '/users' };
  });
};

const makeKey: OnUser = async (user, form, { store }, visit) => {
  const [days, label] = [form.days ?? '', cleanText(form.label ?? '').slice(0, 200)];
  const scope = keyScopes.find((one) => one === (form.scope ?? 'all'));
  const mistake = label === '' ? 'Say what program it is for.' : keyDaysMistake(days);
  if (mistake !== undefined) return { kind: 'refused', why: mistake };
  if (scope === undefined) return { kind: 'refused', why: 'Choose what the key reads.' };
  const asked = { userName: user.name, label, scope, days: Number(days) };
  const { key } = await store.transaction((trx) => makeUserKey(trx, asked, byOf(visit)));
  const body = html`<h1>A key for ${label}</h1>
<p>A program that sends it reads what ${user.name} may read, from ${
    pathOfScope(scope) ?? '/api/v1 and feeds'
  }; it changes nothing. It is shown only once.</p>
<p><input class="link" readonly value="${key}" aria-label="The key" size="60"></p>
<p><a href="${userPath(user.name)}">Back to ${user.name}</a></p>`;
  return { kind: 'shown', drawn: { title: 'A key', body } };
};

const disconnect: OnUser = (user, _form, parts, visit) =>
  save(parts, visit, user.name, { what: 'user.disconnect', fields: {}, ends: 'sessions' }, (trx) =>
    forgetIdentities(trx, user.name),
  );

const endKey: OnUser = async (user, { digest = '' }, { store }, visit) => {
  const keys = await listAccessKeys(store.db, { userName: user.name }, visit.now);
  const known = keys.find((key) => key.digest === digest);
  if (known === undefined) return { kind: 'refused', why: 'It has ended already.' };
  await store.transaction(async (trx) => {
    await endListedKey(trx, digest);
    await noteAudit(trx, byOf(visit), `${known.kind}.end`, user.name, known.label);
  });
  return { kind: 'done', see: userPath(user.name) };
};

export const userActions: readonly Action[] = [
  addUserAction,
  userAction('save', saveFields),
  userAction('password', setPassword),
  userAction('disable', disable),
  userAction('enable', enable),
  userAction('remove', remove),
  userAction('disconnect', disconnect),
  userAction('key', makeKey),
  userAction('end', endKey),
];
