import { dayMs } from '../../base/time.ts';
import type { Config, OidcConfig } from '../../config/config.ts';
import type { AccessKey } from '../accessKeysTable.ts';
import type { Connected, User } from '../usersTable.ts';

export type Rights = Pick<User, 'role' | 'matters' | 'confidential'>;

type Http = Pick<Config['http'], 'signIn' | 'trustedHeader'>;

/** So long after they last signed in, the keys of people of a provider work: it may know them no more. */
const keysDays = 30;

/**
 * A user as the config in force and the groups of their provider have them, whatever they could do when they signed in;
 * undefined: they may not come in.
 * @param connected their accounts at providers
 */
export function userInForce(user: User, connected: readonly Connected[], { signIn }: Http): User | undefined {
  const groups = connected.find(({ provider }) => provider === signIn.oidc?.issuer)?.groups;
  const rules = signIn.oidc?.groups ?? [];
  if (user.disabled) return undefined;
  if (groups === undefined || rules.length === 0) return user;
  const rights = rightsOf(rules, groups);
  return rights && { ...user, ...rights };
}

/** Whether the config in force still has the way by which a key came about. */
export function isKeyInForce(
  { kind, provider }: Pick<AccessKey, 'kind' | 'provider'>,
  { password }: User,
  connected: readonly Connected[],
  { signIn, trustedHeader }: Http,
  now: Date,
): boolean {
  const issuer = signIn.oidc?.issuer;
  if (kind === 'session') return provider === undefined ? signIn.passwords : provider === issuer;
  const hasOtherWay = password !== undefined || (issuer === undefined && trustedHeader !== undefined);
  if (connected.length === 0 || hasOtherWay) return true;
  const seenAt = connected.find((one) => one.provider === issuer)?.lastSeenAt;
  return seenAt !== undefined && now.getTime() - Date.parse(seenAt) <= keysDays * dayMs;
}

const ranks = ['reader', 'editor', 'admin'] as const;

/**
 * What somebody may who is in these groups: the highest role of all, for the matters of all; undefined: they may not
 * come in.
 */
export function rightsOf(rules: OidcConfig['groups'], groups: readonly string[]): Rights | undefined {
  const own = rules.filter(({ group }) => groups.includes(group));
  const role = ranks.findLast((rank) => own.some((rule) => rule.role === rank));
  if (role === undefined) return undefined;
  const matters = own.some((rule) => rule.matters === undefined)
    ? undefined
    : [...new Set(own.flatMap((rule) => rule.matters ?? []))].sort();
  return { role, matters, confidential: own.some((rule) => rule.confidential) };
}
