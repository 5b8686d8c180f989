import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import {
  endCookie,
  foreignForm,
  giveCookie,
  readCookie,
  readOwnForm,
  sessionCookie,
  sessionSeconds,
} from '../pages/cookies.ts';
import { framed } from '../pages/frame/frame.ts';
import { type Html, tokenField } from '../pages/page.ts';
import { readVisit, type VisitParts, visitOfAnybody } from '../pages/visit/readVisit.ts';
import { type AccessKey, digestOf, endListedKey, makeAccessKey } from '../people/accessKeysTable.ts';
import { noteAudit } from '../people/auditTable.ts';
import { type Attempt, type AttemptParts, attemptPassword, tooOften } from '../people/signIn/attempts.ts';
import { ownPath } from '../people/signIn/needsSignIn.ts';
import { hashPassword, isCostly } from '../people/signIn/password.ts';
import { clientAddress } from '../people/signIn/whoLooks.ts';
import { findUser, lockUsers, saveUser } from '../people/usersTable.ts';

const largestFormBytes = 10 * 1024;

/** `/sign-in` and `/sign-out`. */
export function serveSignIn(app: Hono, parts: VisitParts): void {
  app.get('/sign-in', (c) => showForm(c, parts, c.req.query('to') ?? '/', ''));
  app.post('/sign-in', bodyLimit({ maxSize: largestFormBytes }), async (c) => {
    const form = await readOwnForm(c, parts.config.http);
    if (form === undefined) return showForm(c, parts, '/', foreignForm);
    const { name = '', password = '', to = '/' } = form;
    const address = clientAddress(c, parts.config.http);
    const signedIn = await signIn(parts, { name: name.trim(), password, address }, parts.clock());
    if ('why' in signedIn) return showForm(c, parts, to, signedIn.why, name);
    giveCookie(c, sessionCookie, signedIn.session, parts.config.http);
    return c.redirect(ownPath(to), 303);
  });
  app.post('/sign-out', bodyLimit({ maxSize: largestFormBytes }), async (c) => {
    if ((await readOwnForm(c, parts.config.http)) === undefined) return showForm(c, parts, '/', foreignForm);
    const session = readCookie(c, sessionCookie, parts.config.http);
    if (session !== undefined) await signOut(parts, session, c);
    endCookie(c, sessionCookie, parts.config.http);
    return c.redirect('/sign-in', 303);
  });
}

async function signOut({ store, config, clock }: VisitParts, session: string, c: Context): Promise<void> {
  const now = clock();
  await store.transaction(async (trx) => {
    const ended = await endListedKey(trx, digestOf(session));
    if (ended?.kind !== 'session') return;
    const line = { who: ended.userName, what: 'sign-out', subject: ended.userName };
    await noteAudit(trx, { at: now.toISOString(), ...line, detail: `from ${clientAddress(c, config.http)}` });
  });
}

async function showForm(c: Context, parts: VisitParts, to: string, why: string, name = ''): Promise<Response> {
  const visit = visitOfAnybody(await readVisit(c, parts));
  const drawn = { title: 'Sign in', body: signInForm(ownPath(to), visit.formToken, why, name) };
  return c.html(await framed(drawn, visit, []), why === '' ? 200 : 403);
}

/** The form; `why` says what was wrong with the last attempt, which was made by `name`. */
function signInForm(to: string, formToken: string, why = '', name = ''): Html {
  return html`<h1>Sign in</h1>${why === '' ? '' : html`<p class="note">${why}</p>`}
<form method="post" action="/sign-in" class="sign-in"><input type="hidden" name="${tokenField}" value="${formToken}"><input type="hidden" name="to" value="${to}">
<label>Name <input name="name" value="${name}" autocomplete="username" required ${name === '' ? html`autofocus` : ''}></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required ${name === '' ? '' : html`autofocus`}></label>
<button>Sign in</button></form>
<p class="quiet small">Whoever runs this Tipstaff adds users with <code>tipstaff users add NAME</code>.</p>`;
}

const wrong = 'No user has this name and password.';

/** The key of a new session, or why there is none. */
type SignedIn = { readonly session: string } | { readonly why: string };

/** Checks name and password, not more often than a person would try. */
export async function signIn(
  parts: AttemptParts,
  { name, password, address }: Omit<Attempt, 'purpose'>,
  now: Date,
): Promise<SignedIn> {
  const { store } = parts;
  const found = await findUser(store.db, name);
  const user = found?.disabled ? undefined : found;
  const attempted = await attemptPassword(parts, { name, password, address, purpose: 'sign-in' }, user?.password, now);
  if (attempted === 'locked') return { why: tooOften };
  if (attempted === 'refused' || user?.password === undefined) return { why: wrong };
  const stored = isCostly(user.password) ? await hashPassword(password) : user.password;
  const session = await store.transaction(async (trx) => {
    await lockUsers(trx);
    // Checking takes a while: whose password was changed meanwhile, or who was disabled, does not come in by the old one.
    const known = await findUser(trx, user.name);
    if (known === undefined || known.disabled || known.password !== user.password) return undefined;
    if (stored !== known.password) await saveUser(trx, { ...known, password: stored }, now);
    const line = { who: user.name, what: 'sign-in', subject: user.name, detail: `from ${address}` };
    await noteAudit(trx, { at: now.toISOString(), ...line });
    return makeAccessKey(trx, sessionOf(user.name, now), now);
  });
  return session === undefined ? { why: wrong } : { session };
}

function sessionOf(userName: string, now: Date): AccessKey {
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000).toISOString();
  return { kind: 'session', userName, label: '', path: undefined, expiresAt };
}
