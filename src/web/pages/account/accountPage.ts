import { html } from 'hono/html';
import { z } from 'zod';
import { dayMs } from '../../../base/time.ts';
import { withMoments } from '../../../base/words/readerDate.ts';
import { capitalized } from '../../../base/words/sentence.ts';
import { personName } from '../../../base/words/watchWords.ts';
import type { OidcConfig } from '../../../config/config.ts';
import { endAccessKeysOf, type ListedKey, listAccessKeys } from '../../../people/accessKeysTable.ts';
import { hashPassword, passwordMistake, shortestPassword } from '../../../people/signIn/attempts.ts';
import { type Connected, connectedOf, findUser, lockUsers, saveUser, type User } from '../../../people/usersTable.ts';
import { auditNames, auditWords, listAudit, noteAudit } from '../../../store/auditTable.ts';
import { endWords, moment, momentWords } from '../../frame/moment.ts';
import type { Acted, Action, ActOn, Html, Page, PageParts } from '../../frame/page.ts';
import { actionForm, actionOn, byOf, field, fieldsForm, refuse, refuseIf } from '../../frame/page.ts';
import { byNumber, type List, timestamp } from '../../lists/listing.ts';
import { choice, filterField, listPage } from '../../lists/listPage.ts';
import { mayAudit, type Visit } from '../../visit/visit.ts';
import { connectPath, provePassword } from './signIn.ts';
import { endKeyOf, keyTable, readerFields, readerFrom } from './userParts.ts';

const path = '/account';

export const accountPage: Page = {
  path,
  async draw({ store, config }, visit) {
    const user = await ownUser(store, visit);
    if (user === undefined) return undefined;
    const [connected] = await connectedOf(store.db, user.name);
    const keys = await listAccessKeys(store.db, user.name, visit.now);
    const others = keys.filter(({ kind }) => kind !== 'session');
    return {
      title: 'Account',
      body: html`<h1>${user.name}</h1><p class="lead quiet">${user.role}</p>
${fieldsForm(visit, `${path}/save`, 'Save', readerFields(user))}
${ownPasswordPart(user, visit)}${ownProviderPart(config.http.signIn.oidc, { user, connected }, visit)}
${sessionsPart(keys, visit)}
<h2>Keys and addresses</h2>${keyTable(others, `${path}/end`, visit, 'No keys.')}`,
    };
  },
};

async function ownUser({ db }: PageParts['store'], { viewer }: Visit) {
  return viewer.name === undefined ? undefined : findUser(db, viewer.name);
}

function sessionsPart(keys: readonly ListedKey[], visit: Visit): Html {
  const sessions = keys.filter(({ kind }) => kind === 'session');
  const here = sessions.filter(({ digest }) => digest === visit.session);
  const elsewhere = sessions.filter(({ digest }) => digest !== visit.session);
  const all = elsewhere.length > 1 ? actionForm(visit, endOthersPath, 'Sign out everywhere else') : '';
  return html`<h2>Where you are signed in</h2>
${keyTable([...here, ...elsewhere], `${path}/end`, visit, 'Nowhere: a proxy signs you in.')}${all}`;
}

const endOthersPath = `${path}/end-others`;

const done = { kind: 'done', see: path } as const;

const ownAction = (actionPath: string, act: ActOn<User>) =>
  actionOn({ path: actionPath, role: 'reader' }, ({ store }, visit) => ownUser(store, visit), act);

const endOtherSessions = ownAction(endOthersPath, ({ name }, _form, { store }, visit) =>
  store.transaction(async (trx) => {
    await endAccessKeysOf(trx, name, 'session', visit.session);
    await noteAudit(trx, byOf(visit), 'session.end', name, 'all but this one');
    return done;
  }),
);

const saveAccount = ownAction(`${path}/save`, async ({ name }, form, { store }) => {
  const reader = readerFrom(form);
  return store.transaction(async (trx) => {
    await lockUsers(trx);
    // Reads the current user, whom an admin may have changed meanwhile.
    const current = await findUser(trx, name);
    if (current !== undefined) await saveUser(trx, { ...current, ...reader });
    return done;
  });
});

const endOwnKey = ownAction(`${path}/end`, async ({ name }, { digest = '' }, parts, visit) =>
  (await endKeyOf(parts, visit, name, digest)) ? done : undefined,
);

function ownProviderPart(
  oidc: OidcConfig | undefined,
  { user, connected }: { readonly user: User; readonly connected: Connected | undefined },
  visit: Visit,
): Html {
  if (oidc === undefined) return html``;
  const password = html`<label>Current password <input name="old" type="password" required maxlength="1000"
autocomplete="current-password"></label> `;
  return html`<h2>${capitalized(oidc.label)}</h2>
${
  connected === undefined
    ? actionForm(visit, connectPath, `Connect ${oidc.label}`, user.password === undefined ? '' : password)
    : html`<p>You sign in with ${oidc.label}, last ${moment(connected.lastSeenAt, visit)}.</p>`
}`;
}

const passwordPath = '/account/password';
const changedMark = 'password';
const passwordChanged = html`<p class="note" role="status">Your password is changed. Wherever else you were signed in,
you are signed out.</p>`;

function ownPasswordPart(user: User, visit: Visit): Html {
  if (user.password === undefined) return html``;
  const password = html`type="password" required maxlength="1000"`;
  const fresh = html`${password} minlength="${shortestPassword}" autocomplete="new-password"`;
  return html`<h2 id="password">Password</h2>
${visit.url.searchParams.has(changedMark) && passwordChanged}
${fieldsForm(visit, passwordPath, 'Change it', [
  html`<input name="username" autocomplete="username" value="${user.name}" hidden>`,
  field('Current password', html`name="old" ${password} autocomplete="current-password"`),
  field('New password', html`name="password" ${fresh}`),
  field('New password again', html`name="again" ${fresh}`),
])}
<p class="quiet small">At least ${shortestPassword} characters. Your other sessions end; keys of programs stay.</p>`;
}

const changeOwnPassword = ownAction(passwordPath, async (user, form, parts, visit) => {
  const { old = '', password = '', again = '' } = form;
  if (user.password === undefined) return undefined;
  refuseIf(passwordMistake(password));
  if (password !== again) refuse('The two new passwords are not the same.');
  await provePassword(parts, visit, user, old);
  if (password === old) refuse('The new password is the current one. Choose another.');
  return change(parts.store, visit, user, await hashPassword(password));
});

async function change(store: PageParts['store'], visit: Visit, proven: User, password: string): Promise<Acted> {
  return store.transaction(async (trx) => {
    await lockUsers(trx);
    // An admin may have set another password or disabled the user since the form was sent.
    const user = await findUser(trx, proven.name);
    if (user === undefined || user.disabled || user.password !== proven.password)
      return refuse('Your password was changed by somebody else meanwhile.');
    await saveUser(trx, { ...user, password });
    await endAccessKeysOf(trx, user.name, 'session', visit.session);
    await noteAudit(trx, byOf(visit), 'user.password', user.name, 'their own');
    return { kind: 'done', see: `/account?${changedMark}=changed#password` };
  });
}

export const accountActions: readonly Action[] = [saveAccount, changeOwnPassword, endOwnKey, endOtherSessions];

const filter = z.object({
  who: z.string().optional(),
  what: z.string().optional().describe('`user` has all of `user.add`, `user.remove` …'),
  subject: z.string().optional(),
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
});

/** A line of an older version may have a kind that is not known any more. */
const wordsOf = (what: string): string => new Map<string, string>(Object.entries(auditWords)).get(what) ?? what;

/** Lists what users did, newest first, for admins who may read every watch. Days are in UTC. */
export const auditList: List<Awaited<ReturnType<typeof listAudit>>[number], typeof filter> = {
  name: 'audit',
  path: '/audit',
  mayRead: mayAudit,
  columns: [
    { name: 'at', type: timestamp, label: 'When', cell: ({ at }, visit) => moment(at, visit) },
    {
      name: 'who',
      type: z.string(),
      label: 'Who',
      cell: ({ who }) => html`<a href="/audit?who=${encodeURIComponent(who)}">${personName(who)}</a>`,
    },
    { name: 'what', type: z.string(), label: 'What', cell: ({ what }) => wordsOf(what) },
    {
      name: 'subject',
      type: z.string(),
      label: 'To what',
      cell: ({ subject }) => html`<a href="/audit?subject=${encodeURIComponent(subject)}">${subject}</a>`,
    },
    {
      name: 'detail',
      type: z.string(),
      label: 'Details',
      cell: ({ detail }, visit) =>
        withMoments(
          detail,
          (at) => momentWords(at, visit),
          (at) => endWords(at, visit),
        ),
    },
  ],
  filter,
  async find({ store }, _asking, { until, from, ...asked }, span) {
    const before = until && new Date(Date.parse(until) + dayMs).toISOString();
    return { items: await listAudit(store.db, { ...asked, from, before, ...span }) };
  },
  place: byNumber,
  placeOf: ({ id }) => [id],
};

export const auditPage = listPage(auditList, {
  title: 'Audit log',
  noun: 'line',
  none: 'Nobody has done anything yet.',
  async filters({ store }, { url }) {
    const query = url.searchParams;
    const names = await auditNames(store.db);
    // Keeps a chosen filter that matches no line or stands for several values.
    const named = (name: 'who' | 'what', words: (value: string) => string) => {
      const values = [...new Set([...names[name], query.get(name) ?? ''])].filter(Boolean).sort();
      return values.map((value) => [value, words(value)] as const);
    };
    return [
      choice('who', 'everybody', named('who', personName), query),
      choice('what', 'everything', named('what', wordsOf), query),
      filterField('subject', 'To what', query, html`size="16"`),
      filterField('from', 'From', query, html`type="date"`),
      filterField('until', 'Until', query, html`type="date"`),
    ];
  },
});
