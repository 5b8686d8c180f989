import { field, flag, isLoopback, keyed, listOf, number, readUrl, refuse, text } from './fields/fields.ts';
import { oneOf, type Report } from './fields/finding.ts';

const issuer = field('the https URL of the provider, its issuer', (value) => {
  const parsed = readUrl(value);
  if (parsed === undefined) return refuse({ why: 'it is not a URL' });
  const isSafe = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(value));
  if (!isSafe) return refuse({ why: 'only a provider on this machine may do without https' });
  if (parsed.username || parsed.password) return refuse({ why: 'the secret belongs in clientSecret' });
  if (parsed.search || parsed.hash) return refuse({ why: 'it has a query or a fragment' });
  const before = value.replace(/\/\.well-known\/.*$/, '');
  return before === value ? value : refuse({ why: 'the rest is found by itself', suggestion: before });
});

/** RFC 6749, section 3.3. */
const scope = field('a scope, one word', (value) =>
  /^[\u0021\u0023-\u005b\u005d-\u007e]+$/.test(value) ? value : refuse({ why: 'it is not one word' }),
);

/** Who is of several has the highest role, for the matters of all of them. */
const group = keyed({
  group: text('the name of a group, as the provider sends it'),
  role: oneOf(['reader', 'editor', 'admin']),
  /** Absent: every matter, and what has none. */
  matters: listOf(text('the name of a matter'), 'a list of matters').optional(),
  confidential: flag.default(false),
});

const oidc = keyed({
  issuer,
  clientId: text('the client id that the provider gave'),
  /** Absent: PKCE alone. */
  clientSecret: text('the client secret that the provider gave').optional(),
  label: text('what the button says').default('your organisation'),
  scopes: listOf(scope, 'a list of scopes').default(['openid', 'profile', 'email']),
  userClaim: text('the name of a claim').default('preferred_username'),
  groupsClaim: text('the name of a claim').default('groups'),
  /** None: only users that were added may come in, as they were added. */
  groups: listOf(group, 'a list of maps of group, role, matters, confidential').default([]),
  sessionHours: number({ least: 0.1, most: 336, unit: 'hours' }).default(12),
});

export const signInSchema = keyed({
  oidc: oidc.optional(),
  /** False: nobody comes in by a password. */
  passwords: flag.default(true),
});

interface Http {
  readonly host: string;
  readonly publicUrl?: string | undefined;
  readonly trustedHeader?: object | undefined;
  readonly signIn: { readonly oidc?: object | undefined; readonly passwords: boolean };
}

export function validateSignIn({ host, publicUrl, trustedHeader, signIn }: Http, report: Report): void {
  const at = (...keys: string[]) => ['http', ...keys];
  if (
    signIn.oidc !== undefined &&
    publicUrl === undefined &&
    !isLoopback(`http://${host.includes(':') ? `[${host}]` : host}`)
  ) {
    const accepted = 'the URL by which readers reach the pages: the provider sends them back there';
    report.mistake({ path: at('publicUrl'), accepted });
  }
  if (signIn.oidc !== undefined && publicUrl?.startsWith('http:') && !isLoopback(publicUrl)) {
    report.warning({ path: at('publicUrl'), why: 'sign-ins travel unencrypted', accepted: 'better an https URL' });
  }
  if (!signIn.passwords && signIn.oidc === undefined && trustedHeader === undefined) {
    const why = 'nobody could sign in';
    report.mistake({ path: at('signIn', 'passwords'), why, accepted: 'true, or oidc or trustedHeader beside it' });
  }
}
