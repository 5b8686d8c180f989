import { makeAccessKey } from '../../src/people/accessKeysTable.ts';
import { saveUser, type User } from '../../src/people/usersTable.ts';
import type { Store } from '../../src/store/store.ts';

/** A user who is signed in. */
export interface SignedIn {
  /** The cookies that their browser sends. */
  readonly cookie: string;
  /** Requests a page. @param cookies besides those of the session: `name=value` */
  show(path: string, cookies?: readonly string[]): Promise<Response>;
  /** Sends a form of a page that the user has open. */
  send(path: string, fields?: Record<string, string>): Promise<Response>;
}

/** Adds a user with a session like the one that the form makes. */
export async function signedIn(
  { store, url }: { store: Store; url: string },
  name: string,
  over: Partial<User>,
  now: Date,
): Promise<SignedIn> {
  const user: User = { name, role: 'reader', matters: undefined, confidential: false, password: 'scrypt$1$1$1$a$b' };
  await saveUser(store.db, { ...user, ...over });
  const key = { kind: 'session', userName: name, label: '', path: undefined } as const;
  const session = await makeAccessKey(store.db, { ...key, expiresAt: '2030-01-01T00:00:00.000Z' }, now);
  const formToken = 'a-token-of-this-browser-alone';
  const headers = {
    cookie: `tipstaff-session=${session}; tipstaff-form=${formToken}`,
    'sec-fetch-site': 'same-origin',
  };
  return {
    cookie: headers.cookie,
    show: (path, cookies = []) =>
      fetch(url + path, {
        headers: { ...headers, cookie: [headers.cookie, ...cookies].join('; ') },
        redirect: 'manual',
      }),
    send: (path, fields = {}) =>
      fetch(url + path, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams({ formToken, ...fields }),
      }),
  };
}
