import { hash } from 'node:crypto';
import { html } from 'hono/html';
import { madeOnce } from '../../../base/calls.ts';
import { TipstaffError } from '../../../base/errors.ts';
import { capitalized } from '../../../base/words/sentence.ts';
import type { OidcConfig } from '../../../config/config.ts';
import { endListedKey } from '../../../people/accessKeysTable.ts';
import { admit } from '../../../people/signIn/admit.ts';
import type { Attempt, AttemptParts } from '../../../people/signIn/attempts.ts';
import { attemptPassword, startSession, tooOften } from '../../../people/signIn/attempts.ts';
import { openProvider, type Pending, type Provider } from '../../../people/signIn/provider.ts';
import { ownPath } from '../../../people/signIn/whoLooks.ts';
import { findUser, lockUsers, type User } from '../../../people/usersTable.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import { isSigned, sign, signingKey } from '../../../store/store.ts';
import type { Acted, Action, Html, PageParts, PublicAction, PublicPage, Shown } from '../../frame/page.ts';
import { hiddenInput, refuse, tokenInput } from '../../frame/page.ts';
import { type Arrival, type Cookie, pendingCookie, sessionCookie } from '../../visit/visit.ts';

const signedOutMark = 'out';

const providerPath = '/sign-in/provider';
const providerOutPath = `${providerPath}/out`;
export const connectPath = `${providerPath}/connect`;
const backPath = `${providerPath}/back`;

type Way = { readonly oidc: OidcConfig; readonly provider: Provider };

const openedProvider = madeOnce(openProvider);

/** Returns a cookie for each attempt, because a person may have two windows open. */
function cookieOf(state: string): Cookie {
  return { ...pendingCookie, name: pendingCookie.name + hash('sha256', state, 'base64url').slice(0, 12) };
}

/** Shows the sign-in form again if the provider does not respond. Returns undefined if no provider is configured. */
async function atProvider<Done extends Acted>(
  parts: PageParts,
  visit: Arrival,
  to: string,
  work: (way: Way) => Promise<Done>,
): Promise<Done | Shown | undefined> {
  const { oidc } = parts.config.http.signIn;
  if (oidc === undefined) return undefined;
  try {
    return await work({ oidc, provider: openedProvider(oidc) });
  } catch (error) {
    if (!(error instanceof TipstaffError && error.code === 'sign-in.provider')) throw error;
    const { address = '' } = visit;
    parts.noteAttempt?.({ name: 'unknown', address, outcome: 'refused', why: error.message });
    const why =
      `${capitalized(oidc.label)} did not respond, or did not let you in. Try again in a minute. If it still ` +
      'fails, tell whoever runs this Tipstaff: its log says why.';
    return signInForm(parts, visit, { to, why, status: 502 });
  }
}

const leavePage: PublicPage = {
  path: providerPath,
  draw(parts, visit) {
    const to = ownPath(visit.url.searchParams.get('to') ?? '/');
    return atProvider(parts, visit, to, async (way) => {
      const { href, cookies } = await begin(parts, visit, way, { to });
      return { kind: 'done', see: href, cookies };
    });
  },
};

/** What an attempt keeps in its cookie. */
interface Kept extends Pending {
  readonly to: string;
  /** The signed-in user who connects an account, and whose password was right. */
  readonly connects?: string | undefined;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const attemptMs = 10 * 60_000;

async function begin(parts: PageParts, visit: Arrival, { provider }: Way, aim: Pick<Kept, 'to' | 'connects'>) {
  const { url, pending } = await provider.begin(addressOf(visit, parts, backPath));
  const kept: Kept = { ...pending, ...aim, until: visit.now.getTime() + attemptMs };
  const text = Buffer.from(JSON.stringify(kept)).toString('base64url');
  const value = `${text}.${sign(await signingKey(parts.store), 'sign-in', text)}`;
  return { href: url.href, cookies: [[cookieOf(pending.state), value]] as const };
}

/** Users can forge cookies, so only our signature proves that this is what we kept. */
async function readKept({ store }: PageParts, { now }: Arrival, cookie = ''): Promise<Kept | undefined> {
  const [text = '', signature = ''] = cookie.split('.');
  if (!isSigned(await signingKey(store), 'sign-in', text, signature)) return undefined;
  const kept = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Kept;
  return now.getTime() <= kept.until ? kept : undefined;
}

function addressOf({ url }: Arrival, { config }: PageParts, pathAndQuery: string): string {
  return `${config.http.publicUrl ?? url.origin}${pathAndQuery}`;
}

const comeBackPage: PublicPage = {
  path: backPath,
  async draw(parts, visit) {
    const cookie = cookieOf(visit.url.searchParams.get('state') ?? '');
    const kept = await readKept(parts, visit, visit.cookie(cookie));
    const acted = await atProvider(parts, visit, kept?.to ?? '/', async (way) =>
      kept === undefined ? signInForm(parts, visit, { why: tooLate }) : comeBack(parts, visit, way, kept),
    );
    // The cookie is valid for one attempt.
    return acted && { ...acted, cookies: [[cookie, undefined], ...(acted.cookies ?? [])] };
  },
};

async function comeBack(parts: PageParts, visit: Arrival, way: Way, kept: Kept): Promise<Acted> {
  const { oidc, provider } = way;
  const { to, connects } = kept;
  const { url, now, address = '', viewer } = visit;
  if (url.searchParams.get('error') === 'access_denied') {
    const why = `${capitalized(oidc.label)} did not let you in, or you changed your mind.`;
    return signInForm(parts, visit, { to, why });
  }
  const returned = await provider.finish(new URL(addressOf(visit, parts, backPath + url.search)), kept);
  if (connects !== undefined && connects !== viewer?.name) return signInForm(parts, visit, { to, why: tooLate });
  const admitted = await admit(parts, oidc, { returned, address, connect: connects }, now);
  if ('why' in admitted) return signInForm(parts, visit, { to, why: admitted.why });
  if (connects !== undefined) return { kind: 'done', see: '/account' };
  const maxAge = Math.round(oidc.sessionHours * 3600);
  return { kind: 'done', see: ownPath(to), cookies: [[{ ...sessionCookie, maxAge }, admitted.session]] };
}

/** Signs out at the provider too: on a shared computer, one click would let the next person in. */
const signOutTherePage: PublicPage = {
  path: providerOutPath,
  draw: (parts, visit) =>
    atProvider(parts, visit, '/', async ({ oidc, provider }): Promise<Acted> => {
      const url = await provider.signOutUrl();
      if (url !== undefined) return { kind: 'done', see: url.href };
      const why = `${capitalized(oidc.label)} has no address to sign out at: sign out on its own pages.`;
      return signInForm(parts, visit, { why });
    }),
};

const tooLate =
  'This sign-in began in another browser or more than ten minutes ago, or has ended already. Sign in again.';

/** Shows a link that connects an account of the provider. The policy of our pages lets no form lead to other sites. */
export const connectAction: Action = {
  path: connectPath,
  role: 'reader',
  async act(parts, visit, _params, { old = '' }) {
    const { viewer } = visit;
    if (parts.config.http.signIn.oidc === undefined) return undefined;
    const user = visit.session === undefined ? undefined : await findUser(parts.store.db, viewer.name ?? '');
    if (user === undefined) return refuse('You are not signed in any more.');
    // Otherwise a person who found an open session could sign in with their own account from then on.
    if (user.password) await provePassword(parts, visit, user, old);
    return atProvider(parts, visit, '/account', async (way) => {
      const { label } = way.oidc;
      const { href, cookies } = await begin(parts, visit, way, { to: '/account', connects: user.name });
      const body = html`<h1>Connect ${label}</h1>
<p>From then on you can sign in with ${label} as ${user.name}.</p>
<p><a class="button" href="${href}">Go on to ${label}</a></p>`;
      return { kind: 'shown', drawn: { title: `Connect ${label}`, body }, cookies };
    });
  },
};

/** Refuses a password that a signed-in user sent, unless it is their own. */
export async function provePassword(parts: AttemptParts, visit: Arrival, { name, password }: User, sent: string) {
  const attempt = { name, password: sent, address: visit.address ?? '', purpose: 'user.password' } as const;
  const attempted = await attemptPassword(parts, attempt, password, visit.now);
  if (attempted === 'locked') refuse(tooOften);
  if (attempted === 'refused') refuse('That is not your current password.');
}

interface SignInForm {
  readonly to?: string | undefined;
  readonly why?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: 502 | undefined;
}

function signInForm({ config }: PageParts, visit: Arrival, { to = '/', why, name = '', status }: SignInForm): Shown {
  const { passwords, oidc } = config.http.signIn;
  const path = ownPath(to);
  const body = html`<h1>Sign in</h1>
${why && html`<p class="note" role="alert">${why}</p>`}${oidc && signedOutPart(oidc, visit)}
${oidc && providerPart(oidc, path)}
${passwords && passwordForm(path, visit.formToken, name)}
${oidc === undefined && !passwords && html`<p>Use the proxy that signs people in here.</p>`}`;
  return { kind: 'shown', drawn: { title: 'Sign in', body }, status: why === undefined ? 200 : (status ?? 403) };
}

function signedOutPart(oidc: OidcConfig, { url }: Arrival): Html | undefined {
  if (!url.searchParams.has(signedOutMark)) return undefined;
  return html`<p class="note" role="status">You are signed out here. At ${oidc.label} you may still be signed in:
<a href="${providerOutPath}">sign out there too</a>.</p>`;
}

function providerPart(oidc: OidcConfig, to: string): Html {
  const href = `${providerPath}?to=${encodeURIComponent(to)}`;
  return html`<p class="sign-in"><a class="button" href="${href}">Sign in with ${oidc.label}</a></p>`;
}

function passwordForm(to: string, formToken: string, name: string): Html {
  return html`<form method="post" action="/sign-in" class="sign-in">${tokenInput({ formToken })}
${hiddenInput('to', to)}
<label>Name <input name="name" value="${name}" autocomplete="username" required ${name === '' && 'autofocus'}></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required ${
    name !== '' && 'autofocus'
  }></label>
<button class="first">Sign in</button></form>`;
}

const signInPage: PublicPage = {
  path: '/sign-in',
  draw: async (parts, visit) => signInForm(parts, visit, { to: visit.url.searchParams.get('to') ?? '/' }),
};

const signInAction: PublicAction = {
  path: '/sign-in',
  async act(parts, visit, _params, { name = '', password = '', to = '/' }) {
    if (!parts.config.http.signIn.passwords) return signInForm(parts, visit, { to, why: noPasswords });
    const { address = '' } = visit;
    const signedIn = await signIn(parts, { name: name.trim(), password, address }, visit.now);
    if ('why' in signedIn) return signInForm(parts, visit, { to, why: signedIn.why, name });
    return { kind: 'done', see: ownPath(to), cookies: [[sessionCookie, signedIn.session]] };
  },
};

const signOutAction: PublicAction = {
  path: '/sign-out',
  async act({ store, config }, { session, address, now }) {
    await store.transaction(async (trx) => {
      const { kind, userName: who = '' } = (session && (await endListedKey(trx, session))) || {};
      if (kind === 'session') await noteAudit(trx, { who, at: now.toISOString() }, 'sign-out', who, `from ${address}`);
    });
    const see = config.http.signIn.oidc === undefined ? '/sign-in' : `/sign-in?${signedOutMark}=here`;
    return { kind: 'done', see, cookies: [[sessionCookie, undefined]] };
  },
};

export const signInPages: readonly PublicPage[] = [signInPage, leavePage, comeBackPage, signOutTherePage];
export const signInActions: readonly PublicAction[] = [signInAction, signOutAction];

const noPasswords = 'Nobody signs in with a password here.';
const wrong = 'No user has this name and password.';

export async function signIn(
  parts: AttemptParts,
  { name, password, address }: Omit<Attempt, 'purpose'>,
  now: Date,
): Promise<{ readonly session: string } | { readonly why: string }> {
  const { store } = parts;
  const found = await findUser(store.db, name);
  const user = found?.disabled ? undefined : found;
  const attempt = { name: found?.name ?? name, password, address, purpose: 'sign-in' } as const;
  const attempted = await attemptPassword(parts, attempt, user?.password, now);
  if (attempted === 'locked') return { why: tooOften };
  if (attempted === 'refused' || user?.password === undefined) return { why: wrong };
  const session = await store.transaction(async (trx) => {
    await lockUsers(trx);
    // The password may have changed, or the user been disabled, during the slow check.
    const known = await findUser(trx, user.name);
    if (known === undefined || known.disabled || known.password !== user.password) return undefined;
    return startSession(trx, { userName: user.name, how: 'by password', address }, now);
  });
  return session === undefined ? { why: wrong } : { session };
}
