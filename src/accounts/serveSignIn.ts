import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { endCookie, giveCookie, readCookie, sessionCookie } from '../pages/cookies.ts';
import { framed } from '../pages/frame/frame.ts';
import { foreignForm, readOwnForm } from '../pages/ownForm.ts';
import { readVisit, type VisitParts, visitOfAnybody } from '../pages/visit/readVisit.ts';
import { digestOf, endListedKey } from '../people/accessKeysTable.ts';
import { noteAudit } from '../people/auditTable.ts';
import { clientAddress } from '../people/signIn/clientAddress.ts';
import { ownPath } from '../people/signIn/ownPath.ts';
import { signIn, signInForm } from './signInPage.ts';

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
