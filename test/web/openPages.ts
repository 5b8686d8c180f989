import { pino } from 'pino';
import type { Config } from '../../src/config/config.ts';
import { saveUser, type User } from '../../src/people/usersTable.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import type { Store } from '../../src/store/store.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { httpAt } from './httpAt.ts';
import { quickHash } from './quickHash.ts';
import { sendForm } from './sendForm.ts';
import { config, now, serve } from './serve.ts';
import { signedIn } from './signedIn.ts';

export const password = 'correct horse battery';
export const watches = [
  aWatch({ id: 'ours', name: 'Our patent', matter: 'M-1' }),
  aWatch({ id: 'nightjar', name: 'Project Nightjar', matter: 'M-1', confidential: true }),
  aWatch({ id: 'theirs', name: 'Their patent', matter: 'M-2' }),
];

/** Serves the pages of these watches, with an admin who is signed in. */
export async function serveBoss() {
  const pages = await serve({ watches });
  return { ...pages, boss: await signedIn(pages, 'boss', { role: 'admin', confidential: true }, now) };
}

/** Serves the pages of these watches, and collects their log lines. */
export async function openPages(http: Partial<Config['http']> = {}, names: readonly string[] = []) {
  const own = { watches, http: httpAt(http) };
  const prepare = async (store: Store) => {
    for (const name of names) await addUser(store, name);
    await syncWatches(store, { ...config, ...own, spreadSeconds: 0 }, now);
  };
  const lines: Record<string, unknown>[] = [];
  const log = pino({ name: 'tipstaff' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { ...(await serve(own, prepare, log)), lines };
}

export async function addUser(store: Store, name: string, over: Partial<User> = {}): Promise<void> {
  const user = { name, role: 'admin', matters: undefined, confidential: false, password: quickHash(password) } as const;
  await saveUser(store.db, { ...user, ...over });
}

/** Sends the sign-in form as a browser does, through a proxy that names the client's address. */
export async function tryToSignIn(url: string, name: string, given: string, from?: string): Promise<Response> {
  const proxied = from === undefined ? undefined : { 'x-forwarded-for': from };
  return sendForm(url, '/sign-in', { name, password: given }, proxied, '/sign-in');
}
