import type { Context } from 'hono';
import { html } from 'hono/html';
import type { OidcConfig } from '../../../config/config.ts';
import { ownPath } from '../../../people/signIn/needsSignIn.ts';
import { framed } from '../../frame/frame.ts';
import { type Html, tokenInput } from '../../frame/page.ts';
import { readVisit, type VisitParts } from '../../visit/readVisit.ts';
import type { Arrival } from '../../visit/visit.ts';

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

export const signedOutMark = 'out';

/** Sends the reader to the provider; they come back to the path below it. */
export const providerPath = '/sign-in/provider';
export const providerOutPath = `${providerPath}/out`;
export const connectPath = `${providerPath}/connect`;

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
