import { noteSignIn, refusedSince } from '../../store/access/signIns.ts';
import type { Store } from '../../store/store.ts';
import { checkPassword } from './password.ts';

const patienceMs = 15 * 60_000;
/** After so many refused attempts in a quarter of an hour, nobody of that name or from that address is let in for a while. */
const mostRefused = { ofName: 10, ofAddress: 30 };

/** The outcome of an attempt to prove who one is. */
export type Attempted = 'accepted' | 'wrong' | 'too often';

export const tooOften = 'Too many attempts: try again in a quarter of an hour.';

/** Checks a password, not more often than a person would try, and notes the attempt. @param stored undefined: nobody of this name may sign in */
export async function attemptPassword(
  { db }: Pick<Store, 'db'>,
  attempt: { readonly name: string; readonly password: string; readonly address: string },
  stored: string | undefined,
  now: Date,
): Promise<Attempted> {
  const who = { userName: attempt.name.slice(0, 200), address: attempt.address };
  const refused = await refusedSince(db, who, new Date(now.getTime() - patienceMs).toISOString());
  if (refused.ofName >= mostRefused.ofName || refused.ofAddress >= mostRefused.ofAddress) return 'too often';
  const isRight = await checkPassword(attempt.password.slice(0, 1000), stored);
  const accepted = isRight && stored !== undefined;
  await noteSignIn(db, { ...who, accepted, now });
  return accepted ? 'accepted' : 'wrong';
}
