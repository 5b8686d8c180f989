import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { foreignForm, giveCookie, readOwnForm, sessionCookie } from '../pages/cookies.ts';
import { framed } from '../pages/frame/frame.ts';
import { tokenField } from '../pages/page.ts';
import { readVisit, type VisitParts, visitOfAnybody } from '../pages/visit/readVisit.ts';
import type { Passkey } from '../people/passkeysTable.ts';
import { passkeyOptions, signInByPasskey } from '../people/signIn/byPasskey.ts';
import { ownPath } from '../people/signIn/needsSignIn.ts';
import { passkeySite } from '../people/signIn/passkey.ts';
import { clientAddress } from '../people/signIn/whoLooks.ts';
import type { User } from '../people/usersTable.ts';
import { passkeyForm, withoutPasskeys } from './passkeyForm.ts';
import { passkeyPath, showSignIn } from './signInPage.ts';

const largestFormBytes = 20 * 1024;

/** Takes what a passkey signed, alone or after the password. */
export function servePasskeys(app: Hono, parts: VisitParts): void {
  app.post(passkeyPath, bodyLimit({ maxSize: largestFormBytes }), async (c) => {
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
export async function showSecondFactor(
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
