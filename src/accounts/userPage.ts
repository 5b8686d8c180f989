import { html } from 'hono/html';
import { actionForm, tokenField } from '../pages/actionForm.ts';
import { userPath } from '../pages/links.ts';
import type { Html, Page } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { mayManage } from '../pages/visit/visit.ts';
import { listAccessKeys } from '../people/accessKeysTable.ts';
import { shortestPassword } from '../people/signIn/password.ts';
import { findUser, type User } from '../people/usersTable.ts';
import { keyTable, mostKeyDays } from './keyTable.ts';
import { seenWords, userFields } from './userForm.ts';
import { mattersOf, signInWords } from './usersPage.ts';

/** `/users/NAME`: role and matters, password, sessions, keys and links, and how to close them out. */
export const userPage: Page = {
  path: '/users/:name',
  async draw({ store, config }, visit, { name = '' }) {
    const user = mayManage(visit.viewer) ? await findUser(store.db, name) : undefined;
    if (user === undefined) return undefined;
    const path = userPath(name);
    const keys = await listAccessKeys(store.db, { userName: name }, visit.now);
    return {
      title: name,
      body: html`<h1>${name}</h1><p class="lead quiet">${user.role} · sees ${seenWords(user)} · ${user.disabled ? '' : 'signs in with '}${signInWords(user)} · <a href="/audit?who=${encodeURIComponent(name)}">what they did</a></p>
<form method="post" action="${path}/save" class="fields"><input type="hidden" name="${tokenField}" value="${visit.formToken}">${userFields(user, mattersOf(config))}<p><button>Save</button></p></form>
<h2>Sessions, keys and links</h2>${keyTable(keys, `${path}/end`, visit)}
${actionForm(visit, `${path}/key`, 'Make a key', html`<label>for the program <input name="label" required maxlength="200"></label> <label>days <input name="days" type="number" min="1" max="${mostKeyDays}" value="365"></label> `)}
<h2>Password</h2>${actionForm(visit, `${path}/password`, 'Set it', html`<input name="username" autocomplete="username" value="${name}" hidden><input name="password" type="password" required minlength="${shortestPassword}" maxlength="1000" autocomplete="new-password" aria-label="new password"> ${endKeysBox}`)}<p class="quiet small">Whoever is signed in with the old one must sign in again.</p>
<h2>Close out</h2>${closing(user, path, visit)}`,
    };
  },
};

const endKeysBox = html`<label><input type="checkbox" name="endKeys" value="true"> end their keys, links and calendar addresses</label> `;

function closing({ disabled }: User, path: string, visit: Visit): Html {
  const able = disabled
    ? actionForm(visit, `${path}/enable`, 'Enable again')
    : actionForm(visit, `${path}/disable`, 'Disable', endKeysBox);
  return html`${able}${actionForm(visit, `${path}/remove`, 'Remove', html`<label><input type="checkbox" name="sure" value="true" required> permanently</label> `)}
<p class="quiet small">A disabled user is signed out, and cannot sign in until enabled again. Removing a user also removes their sessions, keys and links; what they did stays in the audit log.</p>`;
}
