import { html } from 'hono/html';
import { makeAccessKey } from '../../store/access/accessKeys.ts';
import { noteSignIn, refusedSince } from '../../store/access/signIns.ts';
import { findUser } from '../../store/access/users.ts';
import type { Html, PageParts } from '../page.ts';
import { tokenField } from '../pieces/actionForm.ts';
import { checkPassword } from './password.ts';

const patienceMs = 15 * 60_000;
/** So many refused attempts in a quarter of an hour, then nobody of that name, or from there, is let in for a while. */
const mostRefused = { ofName: 10, ofAddress: 30 };
export const sessionSeconds = 14 * 86_400;

/** The form; `why` says what was wrong with the last attempt. */
export function signInForm(to: string, formToken: string, why = ''): Html {
  return html`<h1>Sign in</h1>${why === '' ? '' : html`<p class="note">${why}</p>`}
<form method="post" action="/sign-in" class="sign-in"><input type="hidden" name="${tokenField}" value="${formToken}"><input type="hidden" name="to" value="${to}">
<label>Name <input name="name" autocomplete="username" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>
<p class="quiet small">Who runs this Tipstaff adds users with <code>tipstaff users add NAME</code>.</p>`;
}

/** The key of a new session, or why there is none. */
export type SignedIn = { readonly session: string } | { readonly why: string };

/** Checks name and password, not more often than a person would try. */
export async function signIn(
  { store }: Pick<PageParts, 'store'>,
  attempt: { readonly name: string; readonly password: string; readonly address: string },
  now: Date,
): Promise<SignedIn> {
  const { name, password, address } = attempt;
  const who = { userName: name.slice(0, 200), address };
  const refused = await refusedSince(store.db, who, new Date(now.getTime() - patienceMs).toISOString());
  if (refused.ofName >= mostRefused.ofName || refused.ofAddress >= mostRefused.ofAddress) {
    return { why: 'Too many attempts: try again in a quarter of an hour.' };
  }
  const user = await findUser(store.db, name);
  const known = user?.disabled ? undefined : user;
  const accepted = await checkPassword(password.slice(0, 1000), known?.password);
  return store.transaction(async (trx) => {
    await noteSignIn(trx, { ...who, accepted, now });
    if (!accepted || known === undefined) return { why: 'No user has this name and password.' };
    const expiresAt = new Date(now.getTime() + sessionSeconds * 1000).toISOString();
    const key = { kind: 'session', userName: known.name, label: '', path: undefined, expiresAt } as const;
    return { session: await makeAccessKey(trx, key, now) };
  });
}
