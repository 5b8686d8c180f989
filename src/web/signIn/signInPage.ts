import { html } from 'hono/html';
import { makeAccessKey } from '../../store/access/accessKeys.ts';
import { findUser } from '../../store/access/users.ts';
import type { Html, PageParts } from '../page.ts';
import { tokenField } from '../pieces/actionForm.ts';
import { attemptPassword, tooOften } from './attempts.ts';

export const sessionSeconds = 14 * 86_400;

/** The form; `why` says what was wrong with the last attempt, which was made by `name`. */
export function signInForm(to: string, formToken: string, why = '', name = ''): Html {
  return html`<h1>Sign in</h1>${why === '' ? '' : html`<p class="note">${why}</p>`}
<form method="post" action="/sign-in" class="sign-in"><input type="hidden" name="${tokenField}" value="${formToken}"><input type="hidden" name="to" value="${to}">
<label>Name <input name="name" value="${name}" autocomplete="username" required ${name === '' ? html`autofocus` : ''}></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required ${name === '' ? '' : html`autofocus`}></label>
<button>Sign in</button></form>
<p class="quiet small">Whoever runs this Tipstaff adds users with <code>tipstaff users add NAME</code>.</p>`;
}

const wrong = 'No user has this name and password.';

/** The key of a new session, or why there is none. */
export type SignedIn = { readonly session: string } | { readonly why: string };

/** Checks name and password, not more often than a person would try. */
export async function signIn(
  { store }: Pick<PageParts, 'store'>,
  attempt: { readonly name: string; readonly password: string; readonly address: string },
  now: Date,
): Promise<SignedIn> {
  const found = await findUser(store.db, attempt.name);
  const user = found?.disabled ? undefined : found;
  const attempted = await attemptPassword(store, attempt, user?.password, now);
  if (attempted === 'too often') return { why: tooOften };
  if (attempted === 'wrong' || user === undefined) return { why: wrong };
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000).toISOString();
  const key = { kind: 'session', userName: user.name, label: '', path: undefined, expiresAt } as const;
  const session = await store.transaction(async (trx) => {
    // Checking takes a while: whose password was changed meanwhile, or who was disabled, does not come in by the old one.
    const known = await findUser(trx, user.name);
    return known?.disabled || known?.password !== user.password ? undefined : makeAccessKey(trx, key, now);
  });
  return session === undefined ? { why: wrong } : { session };
}
