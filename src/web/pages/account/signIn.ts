import { hash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { TipstaffError } from '../../../base/errors.ts';
import { capitalised } from '../../../base/words/sentence.ts';
import type { OidcConfig } from '../../../config/config.ts';
import { digestOf, endListedKey } from '../../../people/accessKeysTable.ts';
import { noteAudit } from '../../../people/auditTable.ts';
import { isSigned, sign, signingKey } from '../../../people/mailLinks.ts';
import { admit } from '../../../people/signIn/admit.ts';
import {
  type Attempt,
  type AttemptParts,
  attemptPassword,
  type NewSession,
  startSession,
  tooOften,
} from '../../../people/signIn/attempts.ts';
import { ownPath } from '../../../people/signIn/needsSignIn.ts';
import { openProvider, type Pending, type Provider, pendingSchema } from '../../../people/signIn/provider.ts';
import { clientAddress } from '../../../people/signIn/whoLooks.ts';
import { findUser, lockUsers } from '../../../people/usersTable.ts';
import { type Cookie, endCookie, giveCookie, pendingCookie, readCookie, sessionCookie } from '../../frame/cookies.ts';
import { framed } from '../../frame/frame.ts';
import { readOwnForm, strangersForm } from '../../frame/ownForm.ts';
import { type Html, tokenInput } from '../../frame/page.ts';
import { readViewer, readVisit, type VisitParts } from '../../visit/readVisit.ts';
import type { Arrival } from '../../visit/visit.ts';

export const signedOutMark = 'out';

/** Sends the reader to the provider; they come back to the path below it. */
const providerPath = '/sign-in/provider';
const providerOutPath = `${providerPath}/out`;
export const connectPath = `${providerPath}/connect`;
const backPath = `${providerPath}/back`;

interface Way {
  readonly oidc: OidcConfig;
  readonly provider: Provider;
}

export function serveProvider(app: Hono, parts: VisitParts): void {
  const { oidc } = parts.config.http.signIn;
  if (oidc === undefined) return;
  const way = { oidc, provider: openProvider(oidc) };
  app.get(providerPath, (c) => leave(c, parts, way));
  app.get(backPath, (c) => comeBack(c, parts, way));
  app.get(providerOutPath, (c) => signOutThere(c, parts, way));
  app.post(connectPath, (c) => connect(c, parts, way));
}

/** Of each attempt one of its own: somebody may have two windows open. */
function cookieOf(state: string): Cookie {
  return { ...pendingCookie, name: pendingCookie.name + hash('sha256', state, 'base64url').slice(0, 12) };
}

async function leave(c: Context, parts: VisitParts, way: Way): Promise<Response> {
  const to = ownPath(c.req.query('to') ?? '/');
  return offering(c, parts, way, to, async () => {
    return c.redirect(await begin(c, parts, way, { to }), 303);
  });
}

async function begin(
  c: Context,
  parts: VisitParts,
  { provider }: Way,
  { to, connects }: { readonly to: string; readonly connects?: string },
): Promise<string> {
  const { url, pending } = await provider.begin(addressOf(c, parts, backPath));
  const cookie = cookieOf(pending.state);
  const proven = connects === undefined ? {} : { connects: await provenUser(parts, pending.state, connects) };
  const kept: Pending = { ...pending, to, ...proven };
  giveCookie(c, cookie, Buffer.from(JSON.stringify(kept)).toString('base64url'), parts.config.http);
  return url.href;
}

function addressOf(c: Context, { config }: VisitParts, pathAndQuery: string): string {
  return `${config.http.publicUrl ?? new URL(c.req.url).origin}${pathAndQuery}`;
}

/** Where the provider cannot be asked, the form again: there may be another way in. */
async function offering(
  c: Context,
  parts: VisitParts,
  { oidc }: Way,
  to: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TipstaffError && error.code === 'sign-in.provider')) throw error;
    const address = clientAddress(c, parts.config.http);
    parts.noteAttempt?.({ name: 'unknown', address, outcome: 'refused', why: error.message });
    const why =
      `${capitalised(oidc.label)} could not be asked who you are, or did not let you in. Try again in a ` +
      'minute; if it stays so, tell whoever runs this Tipstaff: its log says why.';
    return showSignIn(c, parts, { to, why, status: 502 });
  }
}

async function comeBack(c: Context, parts: VisitParts, way: Way): Promise<Response> {
  const cookie = cookieOf(c.req.query('state') ?? '');
  const pending = readPending(readCookie(c, cookie, parts.config.http));
  if (pending === undefined) return showSignIn(c, parts, { why: tooLate });
  // It is good for one attempt.
  endCookie(c, cookie, parts.config.http);
  const { config, clock } = parts;
  const { oidc, provider } = way;
  if (c.req.query('error') === 'access_denied')
    return showSignIn(c, parts, {
      to: pending.to,
      why: `${capitalised(oidc.label)} did not let you in, or you changed your mind.`,
    });
  return offering(c, parts, way, pending.to, async () => {
    const url = new URL(addressOf(c, parts, backPath + new URL(c.req.url).search));
    const returned = await provider.finish(url, pending);
    const now = clock();
    const { connects } = pending;
    if (connects !== undefined && !(await mayConnect(c, parts, pending.state, connects)))
      return showSignIn(c, parts, { to: pending.to, why: tooLate });
    const address = clientAddress(c, config.http);
    const browser = c.req.header('user-agent');
    const admitted = await admit(parts, oidc, { returned, address, browser, connect: connects?.user }, now);
    if ('why' in admitted) return showSignIn(c, parts, { to: pending.to, why: admitted.why });
    if (connects !== undefined) return c.redirect('/account', 303);
    const maxAge = Math.round(oidc.sessionHours * 3600);
    giveCookie(c, { ...sessionCookie, maxAge }, admitted.session, config.http);
    return c.redirect(ownPath(pending.to), 303);
  });
}

type Connecting = NonNullable<Pending['connects']>;

const connectsForMs = 10 * 60_000;

function signedText(state: string, { user, until }: Pick<Connecting, 'user' | 'until'>): string {
  return JSON.stringify([state, user, until]);
}

/** Readers can write their cookies: only our signature says that a password was right. */
async function provenUser({ store, clock }: VisitParts, state: string, user: string): Promise<Connecting> {
  const proven = { user, until: clock().getTime() + connectsForMs };
  return { ...proven, signature: sign(await signingKey(store), 'connect', signedText(state, proven)) };
}

/** Whether their password was right, and nobody else signed in here meanwhile. */
async function mayConnect(c: Context, parts: VisitParts, state: string, connects: Connecting): Promise<boolean> {
  const now = parts.clock();
  const isProven = isSigned(await signingKey(parts.store), 'connect', signedText(state, connects), connects.signature);
  const isInTime = now.getTime() <= connects.until;
  return isProven && isInTime && (await readViewer(c, parts, now))?.name === connects.user;
}

/**
 * Whoever has left Tipstaff, and leaves the provider too: on a computer that others use, one click would let them in
 * again.
 */
async function signOutThere(c: Context, parts: VisitParts, way: Way): Promise<Response> {
  return offering(c, parts, way, '/', async () => {
    const url = await way.provider.signOutUrl();
    if (url !== undefined) return c.redirect(url.href, 303);
    return showSignIn(c, parts, {
      why: `${capitalised(way.oidc.label)} has no address to sign out at: sign out on its own pages.`,
    });
  });
}

const tooLate =
  'This sign-in was begun in another browser, or more than ten minutes ago, or is over already. Sign in once more.';

function readPending(cookie: string | undefined): Pending | undefined {
  if (cookie === undefined) return undefined;
  try {
    return pendingSchema.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/**
 * Somebody who is signed in wants to sign in by the provider from now on. They follow a link: the policy of our pages
 * lets no form lead elsewhere.
 */
async function connect(c: Context, parts: VisitParts, way: Way): Promise<Response> {
  const { store, config, clock } = parts;
  const visit = await readVisit(c, parts);
  const user = visit.session === undefined ? undefined : await findUser(store.db, visit.viewer?.name ?? '');
  if (user === undefined) return showSignIn(c, parts, { to: '/account', why: 'You are not signed in any more.' });
  const sent = await readOwnForm(c, config.http, strangersForm);
  if ('why' in sent) return showSignIn(c, parts, { to: '/account', ...sent });
  // Whoever found an open session would come in by an account of their own from then on.
  const attempt = { name: user.name, password: sent.form.old ?? '', address: clientAddress(c, config.http) };
  const proven =
    user.password === undefined
      ? 'accepted'
      : await attemptPassword(parts, { ...attempt, purpose: 'user.password' }, user.password, clock());
  if (proven !== 'accepted') {
    const why = proven === 'locked' ? tooOften : 'That is not your current password.';
    return showSignIn(c, parts, { to: '/account', why });
  }
  return offering(c, parts, way, '/account', async () => {
    const { label } = way.oidc;
    const href = await begin(c, parts, way, { to: '/account', connects: user.name });
    const body = html`<h1>Connect ${label}</h1>
<p>From then on you can sign in with ${label} as ${user.name}.</p>
<p><a class="button" href="${href}">Go on to ${label}</a></p>`;
    return c.html(await framed({ title: `Connect ${label}`, body }, visit, []));
  });
}

interface Shown {
  readonly to?: string | undefined;
  /** What was wrong with the last attempt; undefined: there was none. */
  readonly why?: string | undefined;
  readonly name?: string | undefined;
  /** Default 403 after an attempt. */
  readonly status?: 403 | 408 | 413 | 502 | undefined;
}

export async function showSignIn(c: Context, parts: VisitParts, shown: Shown = {}): Promise<Response> {
  const visit = await readVisit(c, parts);
  const to = ownPath(shown.to ?? '/');
  const { signIn } = parts.config.http;
  const body = html`<h1>Sign in</h1>
${shown.why === undefined ? '' : html`<p class="note" role="alert">${shown.why}</p>`}${signedOutPart(
  signIn.oidc,
  visit,
)}
${providerPart(signIn.oidc, to)}
${signIn.passwords ? passwordForm(to, visit.formToken, shown.name ?? '') : ''}
${signIn.passwords || signIn.oidc !== undefined ? '' : html`<p>Come through the proxy that signs people in here.</p>`}
${
  signIn.passwords && signIn.oidc === undefined
    ? html`<p class="quiet small">Whoever runs this Tipstaff adds users with <code>tipstaff users add NAME</code>.</p>`
    : ''
}`;
  const status = shown.why === undefined ? 200 : (shown.status ?? 403);
  return c.html(await framed({ title: 'Sign in', body }, visit, []), status);
}

/** Who has signed out is still signed in at the provider. */
function signedOutPart(oidc: OidcConfig | undefined, { url }: Arrival): Html {
  if (oidc === undefined || !url.searchParams.has(signedOutMark)) return html``;
  return html`<p class="note" role="status">You are signed out here. At ${oidc.label} you may still be signed in:
<a href="${providerOutPath}">sign out there too</a>.</p>`;
}

function providerPart(oidc: { readonly label: string } | undefined, to: string): Html {
  if (oidc === undefined) return html``;
  const href = `${providerPath}?to=${encodeURIComponent(to)}`;
  return html`<p class="sign-in"><a class="button" href="${href}">Sign in with ${oidc.label}</a></p>`;
}

function passwordForm(to: string, formToken: string, name: string): Html {
  return html`<form method="post" action="/sign-in" class="sign-in">${tokenInput({ formToken })}
<input type="hidden" name="to" value="${to}">
<label>Name <input name="name" value="${name}" autocomplete="username" required ${
    name === '' ? html`autofocus` : ''
  }></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required ${
    name === '' ? '' : html`autofocus`
  }></label>
<button class="first">Sign in</button></form>`;
}

export function serveSignIn(app: Hono, parts: VisitParts): void {
  serveProvider(app, parts);
  app.get('/sign-in', (c) => showSignIn(c, parts, { to: c.req.query('to') }));
  app.post('/sign-in', async (c) => {
    const sent = await readOwnForm(c, parts.config.http, strangersForm);
    if ('why' in sent) return showSignIn(c, parts, sent);
    const { name = '', password = '', to = '/' } = sent.form;
    if (!parts.config.http.signIn.passwords) return showSignIn(c, parts, { to, why: noPasswords });
    const address = clientAddress(c, parts.config.http);
    const attempt = { name: name.trim(), password, address, browser: c.req.header('user-agent') };
    const signedIn = await signIn(parts, attempt, parts.clock());
    if ('why' in signedIn) return showSignIn(c, parts, { to, why: signedIn.why, name });
    giveCookie(c, sessionCookie, signedIn.session, parts.config.http);
    return c.redirect(ownPath(to), 303);
  });
  app.post('/sign-out', async (c) => {
    const sent = await readOwnForm(c, parts.config.http, strangersForm);
    if ('why' in sent) return showSignIn(c, parts, sent);
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

/** The key of a new session, or why there is none. */
type SignedIn = { readonly session: string } | { readonly why: string };

/** Checks name and password, not more often than a person would try. */
export async function signIn(
  parts: AttemptParts,
  { name, password, address, browser }: Omit<Attempt, 'purpose'> & Pick<NewSession, 'browser'>,
  now: Date,
): Promise<SignedIn> {
  const { store } = parts;
  const found = await findUser(store.db, name);
  const user = found?.disabled ? undefined : found;
  const attempt = { name: found?.name ?? name, password, address, purpose: 'sign-in' } as const;
  const attempted = await attemptPassword(parts, attempt, user?.password, now);
  if (attempted === 'locked') return { why: tooOften };
  if (attempted === 'refused' || user?.password === undefined) return { why: wrong };
  const session = await store.transaction(async (trx) => {
    await lockUsers(trx);
    // Checking takes a while: whose password was changed meanwhile, or who was disabled, does not come in by the old
    // one.
    const known = await findUser(trx, user.name);
    if (known === undefined || known.disabled || known.password !== user.password) return undefined;
    return startSession(trx, { userName: user.name, how: 'by password', address, browser }, now);
  });
  return session === undefined ? { why: wrong } : { session };
}
