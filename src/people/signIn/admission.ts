import { z } from 'zod';
import type { OidcConfig } from '../../config/config.ts';
import { cleanText } from '../../words/cleanText.ts';
import { capitalised } from '../../words/sentence.ts';
import type { Identity } from '../identitiesTable.ts';
import type { User } from '../usersTable.ts';
import { claimOf, type Returned } from './provider.ts';

/** What a user may see and do. */
export type Rights = Pick<User, 'role' | 'matters' | 'confidential'>;

/** Whom a provider vouches for. */
export interface Person extends Identity {
  /** What the provider calls them; the name of a user who is made for them. */
  readonly name: string;
  /** By their groups; undefined: those of the user that was added for them. */
  readonly rights: Rights | undefined;
}

/** Why somebody does not come in, in words for them. */
export interface Refusal {
  readonly why: string;
  /** Their name, where the provider sent one. */
  readonly name?: string | undefined;
}

const longestName = 100;

/** Who came back from the provider, by its claims and our rules. */
export function readPerson(oidc: OidcConfig, { issuer, subject, claims }: Returned): Person | Refusal {
  const { userClaim, groupsClaim, groups, label } = oidc;
  const sent = z.string().safeParse(claimOf(claims, userClaim));
  const name = sent.success ? cleanText(sent.data).slice(0, longestName) : '';
  if (name === '')
    return {
      why:
        `Your account at ${label} has no ${userClaim}, by which Tipstaff would know you. Tell whoever runs this ` +
        'Tipstaff: http.signIn.oidc.userClaim and scopes say what is asked for.',
    };
  if (userClaim === 'email' && claims.email_verified === false)
    return {
      name,
      why: `${capitalised(label)} has not verified that ${name} is your address. Verify it there, then try again.`,
    };
  if (groups.length === 0) return { issuer, subject, name, rights: undefined };
  const rights = rightsOf(groups, groupsIn(claimOf(claims, groupsClaim)));
  if (rights !== undefined) return { issuer, subject, name, rights };
  return { name, why: `Your account at ${label}, ${name}, is in no group that may come in here.` };
}

const groupsSent = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

function groupsIn(claim: unknown): readonly string[] {
  const groups = groupsSent.safeParse(claim);
  return groups.success ? groups.data : [];
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
