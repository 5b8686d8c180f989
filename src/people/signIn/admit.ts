import { z } from 'zod';
import { cleanText } from '../../base/words/cleanText.ts';
import { capitalized } from '../../base/words/sentence.ts';
import type { OidcConfig } from '../../config/config.ts';
import { noteAudit } from '../../store/auditTable.ts';
import type { Trx } from '../../store/store.ts';
import { endAccessKeysOf } from '../accessKeysTable.ts';
import {
  connectedOf,
  describeUser,
  findUser,
  type Identity,
  lockUsers,
  nameMistake,
  noteIdentity,
  saveUser,
  type User,
  userOfIdentity,
} from '../usersTable.ts';
import { type AttemptParts, startSession } from './attempts.ts';
import { claimOf, type Returned } from './provider.ts';
import { type Rights, rightsOf } from './whoLooks.ts';

interface Return {
  readonly returned: Returned;
  readonly address: string;
  readonly connect?: string | undefined;
}

/** @returns the key of the new session; '' after connecting an account */
export async function admit({ store, noteAttempt }: AttemptParts, oidc: OidcConfig, arriving: Return, now: Date) {
  const { returned, address, connect } = arriving;
  const person = readPerson(oidc, returned);
  const outcome = await store.transaction(async (trx) => {
    await lockUsers(trx);
    const known = await userOfIdentity(trx, returned);
    if ('why' in person) return refused(trx, arriving, { ...person, name: known ?? person.name }, now);
    const user = connect === undefined ? await userFor(trx, oidc, person, known) : await own(trx, oidc, connect, known);
    if ('why' in user) return refused(trx, arriving, { name: known ?? person.name, ...user }, now);
    await take(trx, oidc, { person, user, isNew: known === undefined }, now);
    if (connect !== undefined) return { session: '', name: user.name };
    const how = `by ${oidc.label}`;
    const seconds = Math.round(oidc.sessionHours * 3600);
    const arrival = { userName: user.name, how, address, seconds, provider: oidc.issuer };
    return { session: await startSession(trx, arrival, now), name: user.name };
  });
  // A person who connects an account has signed in already.
  const name = outcome.name ?? 'unknown';
  if (connect === undefined) noteAttempt?.({ name, address, outcome: 'why' in outcome ? 'refused' : 'accepted' });
  return outcome;
}

async function userFor(trx: Trx, { label }: OidcConfig, { name, rights }: Person, known: string | undefined) {
  const user = await findUser(trx, known ?? name);
  if (user?.disabled) return { why: `The user ${user.name} is disabled here. Ask whoever runs this Tipstaff.` };
  if (user === undefined) {
    if (rights === undefined)
      return {
        why:
          `Tipstaff knows no user ${name}. Whoever runs it adds one: tipstaff users add ${JSON.stringify(name)} ` +
          '--no-password',
      };
    const mistake = nameMistake(name);
    return mistake === undefined ? { name, ...rights, password: undefined } : { why: mistake };
  }
  if (known !== undefined) return user;
  // A name proves nothing: people may choose it at the provider, and somebody else may get it later.
  if ((await connectedOf(trx, user.name)).length > 0)
    return { why: `The user ${name} belongs to another account of ${label}. An admin can disconnect that one.` };
  if (user.password !== undefined)
    return {
      why: `There is a user ${name} with a password. Sign in with it; then “Connect ${label}” on your account page.`,
    };
  return user;
}

async function own(trx: Trx, { label }: OidcConfig, userName: string, known: string | undefined) {
  const user = await findUser(trx, userName);
  if (user === undefined || user.disabled) return { why: 'You are not signed in any more.' };
  if (known !== undefined && known !== userName) return { why: `That account of ${label} is another user here.` };
  return user;
}

type Taking = { readonly person: Person; readonly user: User; readonly isNew: boolean };

async function take(trx: Trx, { label, issuer: provider }: OidcConfig, { person, user, isNew }: Taking, now: Date) {
  const before = await findUser(trx, user.name);
  const after = { ...user, ...person.rights };
  const by = { at: now.toISOString(), who: user.name };
  if (before === undefined || describeUser(before) !== describeUser(after)) {
    await saveUser(trx, after);
    const what = before === undefined ? 'user.add' : 'user.change';
    await noteAudit(trx, by, what, user.name, `by their groups at ${label}: ${describeUser(after)}`);
  }
  await noteIdentity(trx, person, { userName: user.name, provider, groups: person.groups }, now);
  if (isNew) await noteAudit(trx, by, 'user.connect', user.name, `${label}, as ${person.name}`);
}

/** Notes a refusal, and ends open sessions of a user whom the provider or an admin no longer admits. */
async function refused(trx: Trx, { returned, address, connect }: Return, refusal: Refusal, now: Date) {
  const known = connect === undefined ? await userOfIdentity(trx, returned) : undefined;
  if (known !== undefined) await endAccessKeysOf(trx, known, 'session');
  const detail = `from ${address}: ${refusal.why}`;
  const by = { who: known ?? 'unknown', at: now.toISOString() };
  await noteAudit(trx, by, 'sign-in.refused', refusal.name ?? 'unknown', detail);
  return refusal;
}

interface Person extends Identity {
  readonly name: string;
  /** The rights that the user's groups give; undefined: the rights that an admin gave the user. */
  readonly rights: Rights | undefined;
  readonly groups: readonly string[];
}

type Refusal = { readonly why: string; readonly name?: string | undefined };

const longestName = 100;

export function readPerson(oidc: OidcConfig, { issuer, subject, claims }: Returned): Person | Refusal {
  const { userClaim, groupsClaim, groups, label } = oidc;
  const sent = z.string().safeParse(claimOf(claims, userClaim));
  const name = sent.success ? cleanText(sent.data).slice(0, longestName) : '';
  if (name === '')
    return {
      why:
        `Your account at ${label} has no ${userClaim}, by which Tipstaff recognizes people. Tell whoever runs this ` +
        'Tipstaff: http.signIn.oidc.userClaim and scopes say what is asked for.',
    };
  // Some providers send a text. Without the claim, people could choose any address.
  if (userClaim === 'email' && String(claims.email_verified) !== 'true')
    return {
      name,
      why:
        `${capitalized(label)} does not say that it has verified that ${name} is your address (email_verified). ` +
        'Verify it there, then try again; or whoever runs this Tipstaff names another http.signIn.oidc.userClaim.',
    };
  if (groups.length === 0) return { issuer, subject, name, rights: undefined, groups: [] };
  const sentGroups = groupsIn(claimOf(claims, groupsClaim));
  const own = groups.map(({ group }) => group).filter((group) => sentGroups.includes(group));
  const rights = rightsOf(groups, own);
  if (rights !== undefined) return { issuer, subject, name, rights, groups: [...new Set(own)] };
  return { name, why: `Your account at ${label}, ${name}, is in no group that may sign in here.` };
}

const groupsSent = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

function groupsIn(claim: unknown): readonly string[] {
  const groups = groupsSent.safeParse(claim);
  return groups.success ? groups.data : [];
}
