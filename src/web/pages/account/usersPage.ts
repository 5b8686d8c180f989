import { html } from 'hono/html';
import { cleanText } from '../../../base/words/cleanText.ts';
import { capitalized } from '../../../base/words/sentence.ts';
import { mattersOf } from '../../../config/config.ts';
import { type KeyScope, keyScopes, listAccessKeys, pathOfScope } from '../../../people/accessKeysTable.ts';
import { shortestPassword } from '../../../people/signIn/attempts.ts';
import { isManager, userInForce } from '../../../people/signIn/whoLooks.ts';
import {
  type Connected,
  changeUser,
  connectedOf,
  describeUser,
  findUser,
  foldName,
  forgetIdentities,
  keyDaysMistake,
  listUsers,
  loadConnected,
  lockUsers,
  makeUserKey,
  mostKeyDays,
  nameMistake,
  removeUser,
  seenWords,
  type User,
  type UserChange,
  usualKeyDays,
} from '../../../people/usersTable.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import type { Trx } from '../../../store/store.ts';
import { moment } from '../../frame/moment.ts';
import type { Acted, Action, ActOn, Html, Page, PageConfig, PageParts, Params } from '../../frame/page.ts';
import { actionForm, actionOn, byOf, field, fieldsForm, refuse, refuseIf, tickBox } from '../../frame/page.ts';
import { emptyState, options, table } from '../../frame/pieces.ts';
import { mayAudit, mayManage, type Visit } from '../../visit/visit.ts';
import { endKeyOf, fieldsFrom, hashNew, keyTable, userFields } from './userParts.ts';

const userPath = (name: string): string => `/users/${encodeURIComponent(name)}`;

export const usersPage: Page = {
  path: '/users',
  async draw({ store, config }, visit) {
    if (!mayManage(visit.viewer)) return undefined;
    const users = await listUsers(store.db);
    return {
      title: 'Users',
      body: html`<h1>Users</h1>
${
  users.length === 0
    ? emptyState(
        'Nobody has to sign in: the pages can be reached only from this machine. Once ' +
          'there is a user, everybody has to sign in; the first user is an admin.',
      )
    : userTable(users, await loadConnected(store.db), config)
}
${addForm(users.length === 0 ? 'admin' : 'reader', mattersOf(visit.sight.watches), visit)}`,
    };
  },
};

function userTable(users: readonly User[], connected: ReadonlyMap<string, readonly Connected[]>, config: PageConfig) {
  const rows = users.map((stored) => {
    const accounts = connected.get(stored.name) ?? [];
    return { stored, accounts, user: userInForce({ ...stored, disabled: false }, accounts, config.http) };
  });
  return table(rows, [
    { label: 'Name', cell: ({ stored: { name } }) => html`<a href="${userPath(name)}">${name}</a>` },
    { label: 'Role', cell: ({ user }) => user?.role ?? 'none' },
    { label: 'Sees', cell: ({ user }) => (user ? seenWords(user) : noGroup) },
    { label: 'Confidential', cell: ({ user }) => (user?.confidential ? 'yes' : 'no') },
    { label: 'Signs in with', cell: ({ stored, accounts }) => signInWords(stored, accounts.length > 0, config) },
  ]);
}

const noGroup = 'nothing: in no group that may sign in';

function signInWords({ disabled, password }: User, connected: boolean, { http }: PageConfig): Html | string {
  if (disabled) return html`<span class="alarm">disabled</span>`;
  const provider = http.signIn.oidc?.label ?? 'a provider';
  const ways = [password && 'password', connected && provider].filter(Boolean);
  return ways.length > 0 ? ways.join(', ') : `${provider} or trusted header`;
}

function addForm(role: User['role'], matters: readonly string[], visit: Visit): Html {
  const nobody = { role, matters: undefined, confidential: false, timezone: undefined, locale: undefined };
  return html`<h2>Add a user</h2>
${fieldsForm(visit, '/users/add', 'Add', [
  field('Name', html`name="name" required maxlength="100" autocomplete="off"`),
  field(
    'Password',
    html`name="password" type="password" minlength="${shortestPassword}" maxlength="1000" autocomplete="new-password"`,
    `At least ${shortestPassword} characters; blank for a user who signs in through a provider or the proxy of ` +
      'http.trustedHeader.',
  ),
  userFields(nobody, matters),
])}`;
}

export const userPage: Page = {
  path: '/users/:name',
  async draw({ store, config }, visit, params) {
    const user = mayManage(visit.viewer) ? await findUser(store.db, params.name ?? '') : undefined;
    if (user === undefined) return undefined;
    const { name } = user;
    const accounts = await connectedOf(store.db, name);
    const [connected] = accounts;
    const how = signInWords(user, connected !== undefined, config);
    const current = userInForce({ ...user, disabled: false }, accounts, config.http);
    const rights = current ? `${current.role} · sees ${seenWords(current)}` : noGroup;
    const path = userPath(name);
    const keys = await listAccessKeys(store.db, name, visit.now);
    return {
      title: name,
      body: html`<h1>${name}</h1>
<p class="lead quiet">${rights} · ${!user.disabled && 'signs in with '}${how}${
        mayAudit(visit) && html` · <a href="/audit?who=${encodeURIComponent(name)}">what they did</a>`
      }</p>
${fieldsForm(visit, `${path}/save`, 'Save', userFields(user, mattersOf(visit.sight.watches)))}
<h2>Sessions and keys</h2>${keyTable(keys, `${path}/end`, visit)}
${actionForm(
  visit,
  `${path}/key`,
  'Make a key',
  html`<label>for the program <input name="label" required maxlength="200"></label> <label>days
<input name="days" type="number" min="1" max="${mostKeyDays}" value="${usualKeyDays}"></label> <label>that reads
<select name="scope">${options(keyScopes.map((scope) => [scope, scopeWords(scope)]))}</select></label> `,
)}
${connected && providerPart(connected, config, `${path}/disconnect`, visit)}<h2>Password</h2>
${actionForm(
  visit,
  `${path}/password`,
  'Set it',
  html`<input name="username" autocomplete="username" value="${name}" hidden><input name="password" type="password"
required minlength="${shortestPassword}" maxlength="1000" autocomplete="new-password"
aria-label="new password"> ${endKeysBox}`,
)}<p class="quiet small">Whoever is signed in with the old one must sign in again.</p>
<h2>Revoke access</h2>${closing(user, path, visit)}`,
    };
  },
};

function providerPart(connected: Connected, { http }: PageConfig, path: string, visit: Visit): Html {
  const { label = 'Provider', groups = [] } = http.signIn.oidc ?? {};
  const rights = groups.length === 0 ? '' : ' Role and matters follow from their groups there, as the config has them.';
  return html`<h2>${capitalized(label)}</h2>
<p>Signs in by an account at ${connected.provider}, last ${moment(connected.lastSeenAt, visit)}.${rights}</p>
${actionForm(visit, path, 'Disconnect it')}`;
}

function scopeWords(scope: KeyScope): string {
  return scope === 'all' ? 'the API and feeds' : `${scope === 'api' ? 'the API' : scope} alone`;
}

const endKeysBox = tickBox('endKeys', 'end their keys and calendar addresses');

function closing({ disabled }: User, path: string, visit: Visit): Html {
  const able = disabled
    ? actionForm(visit, `${path}/enable`, 'Enable again')
    : actionForm(visit, `${path}/disable`, 'Disable', endKeysBox);
  return html`${able}${actionForm(visit, `${path}/remove`, 'Remove', tickBox('sure', 'permanently', 'required'))}
<p class="quiet small">A disabled user is signed out, and cannot sign in until enabled again. Removing a user also
removes their sessions and keys; what they did stays in the audit log.</p>`;
}

type OnUser = ActOn<User>;

function userAction(verb: string, act: OnUser): Action {
  const find = async ({ store }: PageParts, { viewer }: Visit, { name = '' }: Params) =>
    mayManage(viewer) ? findUser(store.db, name) : undefined;
  return actionOn({ path: `/users/:name/${verb}`, role: 'admin' }, find, act);
}

const addUserAction: Action = {
  path: '/users/add',
  role: 'admin',
  async act(parts, visit, _params, form) {
    if (!mayManage(visit.viewer)) return undefined;
    const name = cleanText(form.name ?? '').slice(0, 100);
    refuseIf(nameMistake(name));
    const fields = fieldsFrom(form);
    const password = form.password ? await hashNew(form.password) : undefined;
    const added = { name, ...fields, password };
    return save(parts, visit, name, { what: 'user.add', fields, detail: describeUser(fields), added });
  },
};

const saveFields: OnUser = async (user, form, parts, visit) => {
  const fields = fieldsFrom(form);
  return save(parts, visit, user.name, { what: 'user.change', fields, detail: describeUser(fields) });
};

/** Changes the user as stored now, whom another admin may have changed. Refuses if nobody could manage users then. */
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
    if (added && known) refuse(`There is already a user ${known.name}.`);
    const user = added ?? known ?? refuse(`${name} was removed meanwhile.`);
    const others = users.filter((one) => one.name !== name);
    requireManager([...others, { ...user, ...changed.fields }], config);
    await changeUser(trx, user, changed, byOf(visit));
    await also?.(trx);
    return { kind: 'done', see: userPath(name) };
  });
}

function requireManager(users: readonly User[], { http }: PageConfig): void {
  if (users.some((one) => isManager(one, http))) return;
  refuse('There must be an admin who can sign in and sees every matter. First add one, or change another user.');
}

const setPassword: OnUser = async ({ name }, { password = '', endKeys }, parts, visit) => {
  const fields = { password: await hashNew(password) };
  return save(parts, visit, name, { what: 'user.password', fields, ends: endsBy(endKeys) });
};

const endsBy = (endKeys: string | undefined): 'all' | 'sessions' => (endKeys === 'true' ? 'all' : 'sessions');

const remove: OnUser = async (user, { sure }, { store, config }, visit) => {
  if (sure !== 'true') refuse('Select the box to confirm.');
  return store.transaction(async (trx) => {
    await lockUsers(trx);
    const others = (await listUsers(trx)).filter((one) => one.name !== user.name);
    requireManager(others, config);
    await removeUser(trx, user.name);
    await noteAudit(trx, byOf(visit), 'user.remove', user.name);
    return { kind: 'done', see: '/users' };
  });
};

const makeKey: OnUser = async (user, form, { store }, visit) => {
  const [days, label] = [form.days ?? '', cleanText(form.label ?? '').slice(0, 200)];
  refuseIf(label === '' ? 'Say what program it is for.' : keyDaysMistake(days));
  const scope = keyScopes.find((one) => one === (form.scope ?? 'all')) ?? refuse('Choose what the key reads.');
  const asked = { userName: user.name, label, scope, days: Number(days) };
  const { key } = await store.transaction((trx) => makeUserKey(trx, asked, byOf(visit)));
  const from = pathOfScope(scope) ?? '/api/v1 and feeds';
  const body = html`<h1>A key for ${label}</h1>
<p>A program that sends it reads what ${user.name} may read, from ${from}; it changes nothing. It is shown only
once.</p>
<p><input class="link" readonly value="${key}" aria-label="The key" size="60"></p>
<p><a href="${userPath(user.name)}">Back to ${user.name}</a></p>`;
  return { kind: 'shown', drawn: { title: 'A key', body } };
};

const endKey: OnUser = async ({ name }, { digest = '' }, parts, visit) => {
  if (!(await endKeyOf(parts, visit, name, digest))) refuse('It has ended already.');
  return { kind: 'done', see: userPath(name) };
};

const onUser: Readonly<Record<string, OnUser>> = {
  save: saveFields,
  password: setPassword,
  disable: ({ name }, { endKeys }, parts, visit) =>
    save(parts, visit, name, { what: 'user.disable', fields: { disabled: true }, ends: endsBy(endKeys) }),
  enable: ({ name }, _form, parts, visit) =>
    save(parts, visit, name, { what: 'user.enable', fields: { disabled: false } }),
  remove,
  disconnect: ({ name }, _form, parts, visit) =>
    save(parts, visit, name, { what: 'user.disconnect', fields: {}, ends: 'sessions' }, (trx) =>
      forgetIdentities(trx, name),
    ),
  key: makeKey,
  end: endKey,
};

export const userActions: readonly Action[] = [
  addUserAction,
  ...Object.entries(onUser).map(([verb, act]) => userAction(verb, act)),
];
