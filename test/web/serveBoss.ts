import { aWatch } from '../schedule/aWatch.ts';
import { now, serve } from './serve.ts';
import { signedIn } from './signedIn.ts';

export const watches = [
  aWatch({ id: 'rival-cases', name: 'Our patent', matter: 'M-1' }),
  aWatch({ id: 'theirs', name: 'Their patent', matter: 'M-2' }),
];
export const password = 'correct horse battery';

/** Serves pages over two matters, with an admin who is signed in. */
export async function serveBoss() {
  const pages = await serve({ watches });
  const boss = await signedIn(pages, 'boss', { role: 'admin' }, now);
  return { ...pages, boss };
}
