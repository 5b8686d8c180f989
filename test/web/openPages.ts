import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { saveUser, type User } from '../../src/people/usersTable.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import type { Store } from '../../src/store/store.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { freshStore } from '../store/freshStore.ts';
import { httpAt } from './httpAt.ts';
import { quickHash } from './quickHash.ts';
import { loadForm } from './sendForm.ts';
import { config, now } from './serve.ts';

export const password = 'correct horse battery';
export const watches = [
  aWatch({ id: 'ours', name: 'Our patent', matter: 'M-1' }),
  aWatch({ id: 'nightjar', name: 'Project Nightjar', matter: 'M-1', confidential: true }),
  aWatch({ id: 'theirs', name: 'Their patent', matter: 'M-2' }),
];

/** Serves the pages of these watches, and collects their log lines. */
export async function openPages(http: Partial<Config['http']> = {}, names: readonly string[] = []) {
  const { store } = await freshStore();
  for (const name of names) await addUser(store, name);
  const own = { ...config, watches, http: httpAt(http) };
  await syncWatches(store, { ...own, spreadSeconds: 0 }, now);
  const lines: Record<string, unknown>[] = [];
  const log = pino({ name: 'tipstaff' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const metrics = await startMetrics(store, () => now);
  const web = await startWeb({ store, config: own, metrics, clock: () => now, log });
  onTestFinished(() => web.close());
  return { store, url: web.url, lines };
}

export async function addUser(store: Store, name: string, over: Partial<User> = {}): Promise<void> {
  const user = { name, role: 'admin', matters: undefined, confidential: false, password: quickHash(password) } as const;
  await saveUser(store.db, { ...user, ...over });
}

/** Sends the sign-in form as a browser does, through a proxy that names the client's address. */
export async function tryToSignIn(url: string, name: string, given: string, from?: string): Promise<Response> {
  const { cookie, formToken } = await loadForm(url, '/sign-in');
  return fetch(`${url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, ...(from === undefined ? {} : { 'x-forwarded-for': from }) },
    body: new URLSearchParams({ formToken, name, password: given }),
  });
}
