import type { Store, Trx } from '../../database/store.ts';
import { noteAudit } from '../auditTable.ts';
import { findPasskey, notePasskeyUse, type Passkey } from '../passkeysTable.ts';
import { findUser, lockUsers, type User } from '../usersTable.ts';
import type { AttemptParts } from './attempts.ts';
import { challengeKey, isLaterChallenge, makeChallenge, readChallenge } from './challenge.ts';
import { optionsToSign, type PasskeySite, readSigned, verifySigned } from './passkey.ts';
import { type NewSession, startSession } from './session.ts';

export interface PasskeyAttempt extends Pick<NewSession, 'address' | 'browser'> {
  readonly site: PasskeySite;
  /** The token of the form, for which the challenge was made. */
  readonly formToken: string;
  readonly response: string;
  /** The user whose password was right before; undefined: the passkey comes alone. */
  readonly second: string | undefined;
}

/** What the challenge is for. Another password, and it is good for nothing. */
function purposeOf(second: Pick<User, 'name' | 'password'> | undefined): string[] {
  return second === undefined ? ['sign-in'] : ['second', second.name, second.password ?? ''];
}

/**
 * What a browser needs to sign in with a passkey, as JSON.
 * @param second the user whose password was right, and their passkeys; absent: the passkey comes alone
 */
export async function passkeyOptions(
  store: Pick<Store, 'db' | 'transaction'>,
  site: PasskeySite,
  formToken: string,
  now: Date,
  second?: { readonly user: User; readonly passkeys: readonly Passkey[] },
): Promise<string> {
  const use = { formToken, purpose: purposeOf(second?.user) };
  const challenge = makeChallenge(await challengeKey(store), use, now);
  return optionsToSign(site, challenge, second?.passkeys);
}

const notLetIn = 'This passkey does not sign you in here, or its page was open for too long. Try again.';

/** Lets in whose passkey signed a challenge of ours. @returns the key of the new session */
export async function signInByPasskey(
  parts: AttemptParts,
  attempt: PasskeyAttempt,
  now: Date,
): Promise<{ readonly session: string } | { readonly why: string }> {
  const { store, noteAttempt } = parts;
  const response = readSigned(attempt.response);
  const passkey = response && (await findPasskey(store.db, response.id));
  const proven = passkey && (await prove(store, attempt, passkey, now));
  // Whoever sends anything at all leaves no line in the audit log; the log and the metrics have it.
  const session =
    passkey &&
    (await store.transaction((trx) => (proven ? open(trx, attempt, proven, now) : refuse(trx, attempt, passkey, now))));
  const outcome = session === undefined ? 'refused' : 'accepted';
  noteAttempt?.({ name: passkey?.userName ?? attempt.second ?? 'unknown', address: attempt.address, outcome });
  return session === undefined ? { why: notLetIn } : { session };
}

/** Who signed, as they were stored then. */
interface Proven {
  readonly passkey: Passkey;
  readonly user: User;
  readonly counter: number;
  readonly challenge: string;
}

async function prove(
  store: AttemptParts['store'],
  { site, formToken, response, second }: PasskeyAttempt,
  passkey: Passkey,
  now: Date,
): Promise<Proven | undefined> {
  const [user, key, signed] = [
    await findUser(store.db, passkey.userName),
    await challengeKey(store),
    readSigned(response),
  ];
  if (user?.password === undefined || signed === undefined) return undefined;
  if (second !== undefined && second !== user.name) return undefined;
  const use = { formToken, purpose: purposeOf(second === undefined ? undefined : user) };
  let challenge = '';
  const isOurs = (sent: string) => {
    challenge = sent;
    return readChallenge(key, sent, use, now) !== undefined;
  };
  const verified = await verifySigned(site, passkey, signed, { isOurs, alone: second === undefined });
  return verified && { passkey, user, challenge, counter: verified.counter };
}

/**
 * The key of a new session; undefined: meanwhile the passkey signed this challenge already, or they may not come in any
 * more.
 */
async function open(
  trx: Trx,
  { address, browser, second }: PasskeyAttempt,
  { passkey, user, counter, challenge }: Proven,
  now: Date,
): Promise<string | undefined> {
  await lockUsers(trx);
  const [current, known] = [await findPasskey(trx, passkey.id), await findUser(trx, user.name)];
  const isThere = known !== undefined && !known.disabled && known.password === user.password;
  if (current === undefined || !isThere || !isLaterChallenge(challenge, current.lastChallenge, now)) return undefined;
  await notePasskeyUse(trx, passkey.id, { counter, challenge }, now);
  const how = second === undefined ? `by passkey ${passkey.label}` : `by password and passkey ${passkey.label}`;
  return startSession(trx, { userName: user.name, how, address, browser }, now);
}

async function refuse(trx: Trx, { address }: PasskeyAttempt, { userName }: Passkey, now: Date): Promise<undefined> {
  const by = { who: userName, at: now.toISOString() };
  await noteAudit(trx, by, 'sign-in.refused', userName, `from ${address}, by passkey`);
  return undefined;
}
