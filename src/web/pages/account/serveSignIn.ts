import type { Context, Hono } from 'hono';
import { digestOf, endListedKey } from '../../../people/accessKeysTable.ts';
import { noteAudit } from '../../../people/auditTable.ts';
import { type Attempt, type AttemptParts, attemptPassword, tooOften } from '../../../people/signIn/attempts.ts';
import { ownPath } from '../../../people/signIn/needsSignIn.ts';
import { type NewSession, startSession } from '../../../people/signIn/session.ts';
import { clientAddress } from '../../../people/signIn/whoLooks.ts';
import { findUser, lockUsers } from '../../../people/usersTable.ts';
import { endCookie, giveCookie, readCookie, sessionCookie } from '../../frame/cookies.ts';
import { readOwnForm, strangersForm } from '../../frame/ownForm.ts';
import type { VisitParts } from '../../visit/readVisit.ts';
import { serveProvider } from './serveProvider.ts';
import { showSignIn, signedOutMark } from './signInPage.ts';

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
