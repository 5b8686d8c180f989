import { acceptSignIn, noteSignIn, refusedSince } from '../../store/access/signIns.ts';
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
  store: Pick<Store, 'db' | 'transaction'>,
  attempt: { readonly name: string; readonly password: string; readonly address: string },
  stored: string | undefined,
  now: Date,
): Promise<Attempted> {
  const who = { userName: attempt.name.slice(0, 200), address: attempt.address };
  const since = new Date(now.getTime() - patienceMs).toISOString();
  const noted = await store.transaction(async (trx) => {
    const refused = await refusedSince(trx, who, since);
    if (refused.ofName >= mostRefused.ofName || refused.ofAddress >= mostRefused.ofAddress) return undefined;
    // Refused until it is found right: checking takes a while, and of many at once each counts for the others.
    return noteSignIn(trx, { ...who, accepted: false, now });
  });
  if (noted === undefined) return 'too often';
  const isRight = await checkPassword(attempt.password.slice(0, 1000), stored);
  if (!isRight || stored === undefined) return 'wrong';
  await acceptSignIn(store.db, noted);
  return 'accepted';
}
