import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { endCookie, foreignForm, giveCookie, readCookie, readOwnForm, sessionCookie } from '../pages/cookies.ts';
import { framed } from '../pages/frame/frame.ts';
import { tokenField } from '../pages/page.ts';
import { readVisit, type VisitParts, visitOfAnybody } from '../pages/visit/readVisit.ts';
import { digestOf, endListedKey } from '../people/accessKeysTable.ts';
import { noteAudit } from '../people/auditTable.ts';
import { listPasskeys, type Passkey } from '../people/passkeysTable.ts';
import {
  type Attempt,
  type AttemptParts,
  attemptPassword,
  type NoteAttempt,
  tooOften,
} from '../people/signIn/attempts.ts';
import { passkeyOptions, signInByPasskey } from '../people/signIn/byPasskey.ts';
import { ownPath } from '../people/signIn/needsSignIn.ts';
import { passkeySite } from '../people/signIn/passkey.ts';
import { hashPassword, isCostly } from '../people/signIn/password.ts';
import { type NewSession, startSession } from '../people/signIn/session.ts';
import { clientAddress } from '../people/signIn/whoLooks.ts';
import { findUser, lockUsers, saveUser, type User } from '../people/usersTable.ts';
import { serveProvider } from './serveProvider.ts';
import { passkeyForm, passkeyPath, showSignIn, signedOutMark, withoutPasskeys } from './signInPage.ts';

const largestFormBytes = 10 * 1024;

export function serveSignIn(app: Hono, parts: VisitParts): void {
  serveProvider(app, parts);
  servePasskeys(app, parts);
  app.get('/sign-in', (c) => showSignIn(c, parts, { to: c.req.query('to') }));
  app.post('/sign-in', bodyLimit({ maxSize: largestFormBytes }), async (c) => {
    const form = await readOwnForm(c, parts.config.http);
    if (form === undefined) return showSignIn(c, parts, { why: foreignForm });
    if (!parts.config.http.signIn.passwords) return showSignIn(c, parts, { to: form.to, why: noPasswords });
    const { name = '', password = '', to = '/' } = form;
    const address = clientAddress(c, parts.config.http);
    const attempt = { name: name.trim(), password, address, browser: c.req.header('user-agent') };
    const signedIn = await signIn(parts, attempt, parts.clock());
    if ('why' in signedIn) return showSignIn(c, parts, { to, why: signedIn.why, name });
    if ('second' in signedIn) return showSecondFactor(c, parts, signedIn.second, to);
    giveCookie(c, sessionCookie, signedIn.session, parts.config.http);
    return c.redirect(ownPath(to), 303);
  });
  app.post('/sign-out', bodyLimit({ maxSize: largestFormBytes }), async (c) => {
    if ((await readOwnForm(c, parts.config.http)) === undefined) return showSignIn(c, parts, { why: foreignForm });
    const session = readCookie(c, sessionCookie, parts.config.http);
    if (session !== undefined) await signOut(parts, session, c);
    endCookie(c, sessionCookie, parts.config.http);
    return c.redirect(parts.config.http.signIn.oidc === undefined ? '/sign-in' : `/sign-in?${signedOutMark}=here`, 303);
  });
}

async function signOut({ store, config, clock }: VisitParts, session: string, c: Context): Promise<void> {
  await store.transaction(async (trx) => {
    const ended = await endListedKey(trx, digestOf(session));
    if (ended?.kind !== 'session') return;
    const [who, detail] = [ended.userName, `from ${clientAddress(c, config.http)}`];
    await noteAudit(trx, { who, at: clock().toISOString() }, 'sign-out', who, detail);
  });
}

const noPasswords = 'Nobody signs in with a password here.';
const wrong = 'No user has this name and password.';

/** The key of a new session, why there is none, or whose passkey is needed too. */
type SignedIn =
  | { readonly session: string }
  | { readonly why: string }
  | { readonly second: { readonly user: User; readonly passkeys: readonly Passkey[] } };

/** Checks name and password, not more often than a person would try. */
export async function signIn(
  parts: AttemptParts,
  { name, password, address, browser }: Omit<Attempt, 'purpose'> & Pick<NewSession, 'browser'>,
  now: Date,
): Promise<SignedIn> {
  const { store } = parts;
  const found = await findUser(store.db, name);
  const user = found?.disabled ? undefined : found;
  const passkeys = user?.secondFactor ? await listPasskeys(store.db, user.name) : [];
  // The right password is half of it then: the passkey is counted.
  const noteAttempt: NoteAttempt = (one) => {
    if (passkeys.length === 0 || one.outcome !== 'accepted') parts.noteAttempt?.(one);
  };
  const attempted = await attemptPassword(
    { store, noteAttempt },
    { name, password, address, purpose: 'sign-in' },
    user?.password,
    now,
  );
  if (attempted === 'locked') return { why: tooOften };
  if (attempted === 'refused' || user?.password === undefined) return { why: wrong };
  if (passkeys.length > 0) return { second: { user, passkeys } };
  const stored = isCostly(user.password) ? await hashPassword(password) : user.password;
  const session = await store.transaction(async (trx) => {
    await lockUsers(trx);
    // Checking takes a while: whose password was changed meanwhile, or who was disabled, does not come in by the old
    // one.
    const known = await findUser(trx, user.name);
    if (known === undefined || known.disabled || known.password !== user.password) return undefined;
    if (stored !== known.password) await saveUser(trx, { ...known, password: stored }, now);
    return startSession(trx, { userName: user.name, how: 'by password', address, browser }, now);
  });
  return session === undefined ? { why: wrong } : { session };
}

const largestAnswerBytes = 20 * 1024;

function servePasskeys(app: Hono, parts: VisitParts): void {
  app.post(passkeyPath, bodyLimit({ maxSize: largestAnswerBytes }), async (c) => {
    const { http } = parts.config;
    const form = await readOwnForm(c, http);
    if (form === undefined) return showSignIn(c, parts, { why: foreignForm });
    const { response = '', to = '/', second } = form;
    const site = passkeySite(http, new URL(c.req.url));
    if (site === undefined || !http.signIn.passwords) return showSignIn(c, parts, { to, why: noPasskeys });
    const arrival = { address: clientAddress(c, http), browser: c.req.header('user-agent') };
    const formToken = form[tokenField] ?? '';
    const signedIn = await signInByPasskey(parts, { ...arrival, site, formToken, response, second }, parts.clock());
    if ('why' in signedIn) return showSignIn(c, parts, { to, why: signedIn.why });
    giveCookie(c, sessionCookie, signedIn.session, http);
    return c.redirect(ownPath(to), 303);
  });
}

const noPasskeys =
  'Passkeys work only at the name of this server, with https or on its own machine, not at its address. Whoever ' +
  'runs this Tipstaff sets http.publicUrl.';

/** Asks whose password was right for one of their passkeys too. */
async function showSecondFactor(
  c: Context,
  parts: VisitParts,
  second: { readonly user: User; readonly passkeys: readonly Passkey[] },
  to: string,
): Promise<Response> {
  const site = passkeySite(parts.config.http, new URL(c.req.url));
  if (site === undefined) return showSignIn(c, parts, { to, why: noPasskeys });
  const visit = visitOfAnybody(await readVisit(c, parts));
  const options = await passkeyOptions(parts.store, site, visit.formToken, parts.clock(), second);
  const fields = html`<input type="hidden" name="second" value="${second.user.name}">
<input type="hidden" name="to" value="${ownPath(to)}">`;
  const form = passkeyForm(visit, { path: passkeyPath, does: 'get', options, button: 'Use a passkey', fields });
  const body = html`<h1>Now your passkey</h1>
<p>The password of ${second.user.name} is right. One of your passkeys is needed too.</p>${form}${withoutPasskeys}
<p class="quiet small">Is it lost? An admin can end it, so that you sign in with the password alone.</p>`;
  return c.html(await framed({ title: 'Sign in', body }, visit, []));
}
