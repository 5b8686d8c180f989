// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} is what the config itself says.
import { describe, expect, it } from 'vitest';
import { maskedConfig, secretsOf } from '../../src/config/config.ts';
import { load, withWatch } from './workspace.ts';

const withHttp = (http: string) => `http: ${http}\n${withWatch('')}`;
const oidc = 'issuer: https://login.example, clientId: tipstaff';

describe('an OpenID provider of the config', () => {
  it('has defaults, and a secret that is never shown', () => {
    const file = withHttp(`{ signIn: { oidc: { ${oidc}, clientSecret: "\${OIDC_SECRET}" } } }`);
    const config = load(file, { OIDC_SECRET: 'a-client-secret' });
    expect(config.http.signIn).toEqual({
      passwords: true,
      oidc: {
        issuer: 'https://login.example',
        clientId: 'tipstaff',
        clientSecret: 'a-client-secret',
        label: 'your organization',
        scopes: ['openid', 'profile', 'email'],
        userClaim: 'preferred_username',
        groupsClaim: 'groups',
        groups: [],
        sessionHours: 12,
      },
    });
    expect(JSON.stringify(maskedConfig(config))).not.toContain('a-client-secret');
    expect(secretsOf(config).map(({ text }) => text)).toContain('a-client-secret');
  });

  it('needs no URL to which the provider sends people back on this machine', () => {
    expect(load(withHttp(`{ host: "::1", signIn: { oidc: { ${oidc} } } }`)).http.publicUrl).toBeUndefined();
  });

  it('gets a warning if sign-ins travel unencrypted', () => {
    const { warnings } = load(withHttp(`{ publicUrl: http://tipstaff.example, signIn: { oidc: { ${oidc} } } }`));
    expect(warnings.join()).toContain('sign-ins travel unencrypted');
  });
});

it('a config may forbid passwords if a trusted proxy names the users', () => {
  const header = 'trustedHeader: { name: X-User, from: [127.0.0.1] }';
  expect(load(withHttp(`{ ${header}, signIn: { passwords: false } }`)).http.signIn.passwords).toBe(false);
});
