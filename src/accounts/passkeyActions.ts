import { html } from 'hono/html';
import { moment } from '../pages/moment.ts';
import { type Action, actionForm, byOf, type Html, type PageParts, tokenField } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { noteAudit } from '../people/auditTable.ts';
import { addPasskey, findPasskey, listPasskeys, type Passkey, removePasskey } from '../people/passkeysTable.ts';
import { attemptPassword, tooOften } from '../people/signIn/attempts.ts';
import { challengeKey, makeChallenge, readChallenge } from '../people/signIn/challenge.ts';
import { optionsToMake, passkeySite, verifyMade } from '../people/signIn/passkey.ts';
import { findUser, lockUsers, saveUser, type User } from '../people/usersTable.ts';
import { cleanText } from '../words/cleanText.ts';
import { passkeyForm, withoutPasskeys } from './signInPage.ts';

const path = '/account/passkeys';
const mostPasskeys = 20;

const useOf = (user: User, { formToken }: Pick<Visit, 'formToken'>) => ({ formToken, purpose: ['add', user.name] });

/**
 * The passkeys of the signed-in user, and how they add one; nothing for those who sign in without a password of ours.
 */
export async function passkeysPart({ store, config }: PageParts, user: User, visit: Visit): Promise<Html> {
  if (user.password === undefined || !config.http.signIn.passwords) return html``;
  const passkeys = await listPasskeys(store.db, user.name);
  return html`<h2 id="passkeys">Passkeys</h2>
<p class="quiet small">A passkey stays in your phone, computer or security key, and signs you in without a password.</p>
${passkeys.length === 0 ? '' : html`${table(passkeys, visit)}${secondFactorForm(user, visit)}`}${await adding(
  { store, config },
  user,
  passkeys,
  visit,
)}`;
}

function table(passkeys: readonly Passkey[], visit: Visit): Html {
  return html`<div class="wide"><table class="stack"><thead><tr><th>Passkey</th><th>Since</th><th>Last used</th>
<th><span class="skip">Remove</span></th></tr></thead><tbody>${passkeys.map(
    ({ id, label, createdAt, lastUsedAt }) =>
      html`<tr><td>${label}</td><td data-name="Since">${moment(createdAt, visit)}</td>
<td data-name="Last used">${lastUsedAt === undefined ? 'never' : moment(lastUsedAt, visit)}</td>
<td>${actionForm(visit, `${path}/remove`, 'Remove it', html`<input type="hidden" name="id" value="${id}">`)}</td></tr>`,
  )}</tbody></table></div>`;
}

function secondFactorForm({ secondFactor }: User, visit: Visit): Html {
  return secondFactor
    ? html`<p>After your password you are asked for a passkey.</p>
${actionForm(
  visit,
  `${path}/second`,
  'Let the password alone sign me in',
  html`<input type="hidden" name="asked" value="false">`,
)}`
    : actionForm(
        visit,
        `${path}/second`,
        'Ask for a passkey after the password too',
        html`<input type="hidden" name="asked" value="true">`,
      );
}

async function adding(
  { store, config }: Pick<PageParts, 'store' | 'config'>,
  user: User,
  passkeys: readonly Passkey[],
  visit: Visit,
): Promise<Html> {
  const site = passkeySite(config.http, visit.url);
  if (site === undefined)
    return html`<p class="quiet small">To add one, open Tipstaff by https or on its own machine as localhost: browsers
take no passkeys at an IP address.</p>`;
  const challenge = makeChallenge(await challengeKey(store), useOf(user, visit), visit.now);
  const options = await optionsToMake(site, challenge, user.name, passkeys);
  const fields = html`<input name="username" autocomplete="username" value="${user.name}" hidden>
<label>Name of the passkey <input name="label" required maxlength="100" placeholder="my phone"></label>
<label>Present password <input name="old" type="password" required maxlength="1000"
autocomplete="current-password"></label>`;
  return html`${passkeyForm(visit, {
    path: `${path}/add`,
    does: 'create',
    options,
    button: 'Add a passkey',
    fields,
  })}${withoutPasskeys}`;
}

async function ownUser({ store, config }: PageParts, { viewer }: Visit): Promise<User | undefined> {
  const user = viewer.name === undefined || viewer.guest ? undefined : await findUser(store.db, viewer.name);
  return user?.password === undefined || !config.http.signIn.passwords ? undefined : user;
}

const addAction: Action = {
  path: `${path}/add`,
  role: 'reader',
  async act(parts, visit, _params, form) {
    const { now, address = '' } = visit;
    const user = await ownUser(parts, visit);
    const site = passkeySite(parts.config.http, visit.url);
    if (user === undefined || site === undefined) return undefined;
    const label = cleanText(form.label ?? '').slice(0, 100);
    if (label === '') return { kind: 'refused', why: 'Give the passkey a name.' };
    const attempt = { name: user.name, password: form.old ?? '', address, purpose: 'user.password' } as const;
    const attempted = await attemptPassword(parts, attempt, user.password, now);
    if (attempted === 'locked') return { kind: 'refused', why: tooOften };
    if (attempted === 'refused') return { kind: 'refused', why: 'That is not your current password.' };
    const key = await challengeKey(parts.store);
    const use = useOf(user, { formToken: form[tokenField] ?? '' });
    const isOurs = (challenge: string) => readChallenge(key, challenge, use, now) !== undefined;
    const made = await verifyMade(site, form.response ?? '', isOurs);
    if (made === undefined) return { kind: 'refused', why: unproven };
    return parts.store.transaction(async (trx) => {
      await lockUsers(trx);
      const known = await listPasskeys(trx, user.name);
      if (known.length >= mostPasskeys) return { kind: 'refused', why: 'You have twenty passkeys. Remove one first.' };
      if ((await findPasskey(trx, made.id)) !== undefined) return { kind: 'refused', why: unproven };
      const passkey = { ...made, userName: user.name, label, createdAt: now.toISOString() };
      await addPasskey(trx, { ...passkey, lastUsedAt: undefined, lastChallenge: undefined });
      await noteAudit(trx, byOf(visit), 'passkey.add', user.name, label);
      return { kind: 'done', see: `/account#passkeys` };
    });
  },
};

const unproven = 'The passkey could not be added: the page was open for too long, or the browser sent none. Try again.';

const removeAction: Action = {
  path: `${path}/remove`,
  role: 'reader',
  async act(parts, visit, _params, { id = '' }) {
    const user = await ownUser(parts, visit);
    if (user === undefined) return undefined;
    const removed = await parts.store.transaction(async (trx) => {
      const label = await removePasskey(trx, user.name, id);
      if (label !== undefined) await noteAudit(trx, byOf(visit), 'passkey.remove', user.name, label);
      return label;
    });
    return removed === undefined ? undefined : { kind: 'done', see: '/account#passkeys' };
  },
};

const secondFactorAction: Action = {
  path: `${path}/second`,
  role: 'reader',
  async act(parts, visit, _params, { asked }) {
    const user = await ownUser(parts, visit);
    if (user === undefined) return undefined;
    const secondFactor = asked === 'true';
    await parts.store.transaction(async (trx) => {
      await lockUsers(trx);
      const current = await findUser(trx, user.name);
      if (current === undefined) return;
      await saveUser(trx, { ...current, secondFactor }, visit.now);
      await noteAudit(trx, byOf(visit), 'user.second-factor', user.name, secondFactor ? 'asked for' : 'not asked for');
    });
    return { kind: 'done', see: '/account#passkeys' };
  },
};

export const passkeyActions: readonly Action[] = [addAction, removeAction, secondFactorAction];
