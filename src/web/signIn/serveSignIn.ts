import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { endAccessKey } from '../../store/access/accessKeys.ts';
import { framed } from '../frame/frame.ts';
import { foreignForm, readOwnForm } from '../ownForm.ts';
import { addressOf, readVisit, sessionCookie, type VisitParts, visitOfAnybody } from '../visit/readVisit.ts';
import { ownPath } from './ownPath.ts';
import { sessionSeconds, signIn, signInForm } from './signInPage.ts';

const largestFormBytes = 10 * 1024;

/** `/sign-in` and `/sign-out`. */
export function serveSignIn(app: Hono, parts: VisitParts): void {
  app.get('/sign-in', (c) => showForm(c, parts, c.req.query('to') ?? '/', ''));
  app.post('/sign-in', bodyLimit({ maxSize: largestFormBytes }), async (c) => {
    const form = await readOwnForm(c);
    if (form === undefined) return showForm(c, parts, '/', foreignForm);
    const { name = '', password = '', to = '/' } = form;
    const signedIn = await signIn(parts, { name: name.trim(), password, address: addressOf(c) }, parts.clock());
    if ('why' in signedIn) return showForm(c, parts, to, signedIn.why, name);
    setCookie(c, sessionCookie, signedIn.session, {
      path: '/',
      maxAge: sessionSeconds,
      httpOnly: true,
      sameSite: 'Lax',
      secure: parts.config.http.publicUrl?.startsWith('https:') ?? false,
    });
    return c.redirect(ownPath(to), 303);
  });
  app.post('/sign-out', bodyLimit({ maxSize: largestFormBytes }), async (c) => {
    if ((await readOwnForm(c)) === undefined) return showForm(c, parts, '/', foreignForm);
    const session = getCookie(c, sessionCookie);
    if (session !== undefined) await endAccessKey(parts.store.db, session);
    deleteCookie(c, sessionCookie, { path: '/' });
    return c.redirect('/sign-in', 303);
  });
}

async function showForm(c: Context, parts: VisitParts, to: string, why: string, name = ''): Promise<Response> {
  const visit = visitOfAnybody(await readVisit(c, parts));
  const drawn = { title: 'Sign in', body: signInForm(ownPath(to), visit.formToken, why, name) };
  return c.html(await framed(drawn, visit, []), why === '' ? 200 : 403);
}
