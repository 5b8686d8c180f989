// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} is what the config itself says.
import { describe, expect, it } from 'vitest';
import { maskedConfig, secretsOf } from '../../src/config/config.ts';
import { load, mistakesOf, unmark, withWatch } from './workspace.ts';

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

  it.each([
    ['that is asked without https', `issuer: »http://login.example, clientId: a`, 'only a provider on this machine'],
    [
      'whose address is that of its document',
      `issuer: »https://a.example/b/.well-known/openid-configuration, clientId: a`,
      'did you mean https://a.example/b?',
    ],
    [
      'with a login in its address',
      `issuer: »https://u:hunter2hunter2@a.example, clientId: a`,
      'belongs in clientSecret',
    ],
    ['with a group without a role', `${oidc}, groups: [»{ group: staff }]`, 'reader, editor, admin'],
    ['with a role that there is not', `${oidc}, groups: [{ group: staff, role: »adimn }]`, 'did you mean admin?'],
    ['with an endless session', `${oidc}, sessionHours: »9000`, 'from 0.1 to 336'],
  ])('%s is a mistake', (_name, marked, words) => {
    const { text, place } = unmark(withHttp(`{ signIn: { oidc: { ${marked} } } }`));
    const mistakes = mistakesOf(text);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(words);
    expect(mistakes[0]).toContain(`watches.yaml:${place} http.signIn.oidc`);
    expect(mistakes.join()).not.toContain('hunter2');
  });

  it('needs the URL to which the provider sends people back', () => {
    const mistakes = mistakesOf(withHttp(`{ host: 0.0.0.0, signIn: { oidc: { ${oidc} } } }`));
    expect(mistakes.join()).toMatch(/http\.publicUrl: .*the URL by which readers reach the pages/);
    expect(load(withHttp(`{ host: "::1", signIn: { oidc: { ${oidc} } } }`)).http.publicUrl).toBeUndefined();
  });

  it('gets a warning if sign-ins travel unencrypted', () => {
    const { warnings } = load(withHttp(`{ publicUrl: http://tipstaff.example, signIn: { oidc: { ${oidc} } } }`));
    expect(warnings.join()).toContain('sign-ins travel unencrypted');
  });
});

it('a config with which nobody could sign in is a mistake', () => {
  expect(mistakesOf(withHttp('{ signIn: { passwords: false } }')).join()).toContain('nobody could sign in');
  const header = 'trustedHeader: { name: X-User, from: [127.0.0.1] }';
  expect(load(withHttp(`{ ${header}, signIn: { passwords: false } }`)).http.signIn.passwords).toBe(false);
});
