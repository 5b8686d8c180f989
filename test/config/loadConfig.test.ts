// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} is what the config itself says.
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { folderWith, load, mistakesOf, refusalOf, sandboxEnvironment, withWatch } from './workspace.ts';

// These tests are about a literal ${NAME}.
const sample = `
service:
  baseUrl: \${TIPSTAFF_BASE_URL}
  token: \${TIPSTAFF_TOKEN:-sandbox}
database: \${TIPSTAFF_DATABASE:-./tipstaff.db}
budget: { perDay: 2000, perMonth: 40000 }
operators: [ops]
channels:
  counsel: { type: email, smtpUrl: \${SMTP_URL}, from: "Tipstaff <tipstaff@example.com>", to: [litigation@example.com] }
  brand:   { type: slack, webhookUrl: \${SLACK_WEBHOOK_URL}, digest: "0 9 * * 5", timezone: Europe/Paris }
  ops:     { type: email, smtpUrl: \${SMTP_URL}, from: tipstaff@example.com, to: [ops@example.com] }
defaults: { schedule: "0 7 * * 1-5", timezone: America/New_York, notify: [counsel], announce: true }
watches:
  - id: widget-patent
    name: Widget patent, anywhere
    matter: M-2026-014
    dockets: { patentNumber: "6,834,603" }
  - id: rival-bottles
    designs: { source: [HAGUE, EMID], holder: Rival, locarno: "09-01", wholeWord: true }
    schedule: "0 9 * * 5"
    notify: [brand]
    tell: [design.new, design.status]
`;
const env = { SMTP_URL: 'smtps://mail.example.com', SLACK_WEBHOOK_URL: 'https://hooks.example.com/services/T0/B0/key' };

describe('loadConfig', () => {
  it('reads a whole file, with variables inside flow maps', () => {
    const config = load(sample, env);
    expect(config.channels.counsel).toMatchObject({ name: 'counsel', type: 'email', smtpUrl: env.SMTP_URL });
    expect(config.channels.brand).toMatchObject({ digest: '0 9 * * 5', timezone: 'Europe/Paris' });
    expect(config.watches).toEqual([
      {
        id: 'widget-patent',
        name: 'Widget patent, anywhere',
        matter: 'M-2026-014',
        searches: [{ type: 'dockets', patentNumber: '6,834,603' }],
        wholeWord: false,
        schedule: '0 7 * * 1-5',
        timezone: 'America/New_York',
        notify: ['counsel'],
        announce: true,
      },
      {
        id: 'rival-bottles',
        name: 'rival-bottles',
        searches: [
          { type: 'designs', source: 'HAGUE', holder: 'Rival', locarno: '09-01' },
          { type: 'designs', source: 'EMID', holder: 'Rival', locarno: '09-01' },
        ],
        wholeWord: true,
        schedule: '0 9 * * 5',
        timezone: 'America/New_York',
        notify: ['brand'],
        tell: ['design.new', 'design.status'],
        announce: true,
      },
    ]);
    expect(config.warnings).toEqual([expect.stringContaining('they use the mail server of the readers')]);
  });

  it('applies the defaults of everything that the file omits', () => {
    const config = load(withWatch(''));
    expect(config).toMatchObject({
      service: {
        baseUrl: 'sandbox',
        token: 'sandbox',
        timeoutSeconds: 60,
        requestsPerSecond: 2,
        concurrency: 2,
        retries: 4,
        retryBaseSeconds: 1,
        maxResponseMegabytes: 16,
        prices: { pacer: 12, wipo: 2, litigation: 12 },
        pageSizes: { size: 50, entrySize: 200, num: 100 },
      },
      budget: {},
      http: { host: '127.0.0.1', port: 8080 },
      logLevel: 'info',
      goneAfterChecks: 3,
      retainRawDays: 30,
      spreadSeconds: 60,
      delivery: { retryBaseSeconds: 30, retryMaxSeconds: 3600, giveUpAfterHours: 72 },
    });
    expect(config.watches[0]).toMatchObject({
      name: 'first',
      schedule: '0 7 * * 1-5',
      timezone: 'America/New_York',
      announce: true,
    });
  });

  it('takes address, token, database and host of the page from the environment if the file omits them', () => {
    const config = load(
      withWatch(''),
      {
        TIPSTAFF_BASE_URL: 'https://search.example.com/',
        TIPSTAFF_TOKEN_FILE: 'token.txt',
        TIPSTAFF_DATABASE: 'state/tipstaff.db',
        TIPSTAFF_HTTP_HOST: '0.0.0.0',
      },
      { 'token.txt': 'from-a-file\n' },
    );
    expect(config.service).toMatchObject({ baseUrl: 'https://search.example.com', token: 'from-a-file' });
    expect(config.database).toBe(resolve(config.file, '../state/tipstaff.db'));
    expect(config.http).toMatchObject({ host: '0.0.0.0', port: 8080 });
  });

  it('prefers the file to the environment', () => {
    const config = load(`database: ./mine.db\n${withWatch('')}`, { TIPSTAFF_DATABASE: '/elsewhere.db' });
    expect(config.database).toBe(resolve(config.file, '../mine.db'));
  });

  it('never uses the sandbox when no service is named', () => {
    const refused = () => loadConfig({ env: {}, cwd: folderWith({ 'watches.yaml': withWatch('') }) });
    expect(refused).toThrow(/service\.baseUrl: found nothing; accepted: .*TIPSTAFF_BASE_URL.*'sandbox'/);
  });

  it('never uses the sandbox as the default of an unset variable', () => {
    const text = `service: { baseUrl: "\${TIPSTAFF_BASE_URL:-sandbox}" }\n${withWatch('')}`;
    const cwd = folderWith({ 'watches.yaml': text });
    expect(() => loadConfig({ env: {}, cwd })).toThrow(
      'service.baseUrl: found ${TIPSTAFF_BASE_URL:-sandbox}, which is not set; the sandbox is never a default; accepted: the variable, set to the URL of the service or to the word sandbox',
    );
    expect(loadConfig({ env: { TIPSTAFF_BASE_URL: 'sandbox' }, cwd }).service.baseUrl).toBe('sandbox');
  });

  it.each([
    ['service', '{ token: "${NAME}" }', 'service.token'],
    ['budget', '{ perDay: "${NAME}" }', 'budget.perDay'],
    ['operators', '["x-${NAME}"]', 'operators[0]'],
  ])('names the variable, the field and what to set if a variable of %s is not set', (key, value, field) => {
    const rest = withWatch('').replace('operators: [ops]\n', '');
    const [mistake] = mistakesOf(`${key}: ${value}\n${rest}`);
    expect(mistake).toContain(
      `${field}: found \${NAME}, which is not set; accepted: the variable NAME (load .env first), or NAME_FILE with the path of a file that holds it`,
    );
  });

  it('resolves the database from the working directory, not from the folder of the file', () => {
    const home = folderWith({ 'watches.yaml': withWatch('') });
    const cwd = folderWith({});
    const config = loadConfig({ env: { ...sandboxEnvironment, TIPSTAFF_CONFIG: join(home, 'watches.yaml') }, cwd });
    expect(config).toMatchObject({ file: join(home, 'watches.yaml'), database: join(cwd, 'tipstaff.db') });
  });

  it('says where it looked for a missing file', () => {
    expect(() => loadConfig({ env: { TIPSTAFF_CONFIG: 'other.yaml' }, cwd: folderWith({}) })).toThrow(
      'other.yaml: found no such file; accepted: a readable file: set TIPSTAFF_CONFIG, or run where watches.yaml is; tipstaff init writes one',
    );
  });

  it('reads numbers as text where text is expected, digit by digit', () => {
    const config = load(
      withWatch(`  - id: 0042
    matter: 2026014
    dockets: { patentNumber: 6834603 }`),
    );
    expect(config.watches[1]).toMatchObject({ id: '0042', matter: '2026014', searches: [{ patentNumber: '6834603' }] });
  });

  it('takes numbers and flags from variables', () => {
    const config = load(`http: { port: \${PORT} }\n${withWatch('    announce: ${LOUD:-false}')}`, { PORT: '9000' });
    expect(config.http.port).toBe(9000);
    expect(config.watches[0]?.announce).toBe(false);
  });

  it('treats an empty value as omitted', () => {
    const config = load(withWatch('    name: ""\n    matter:\n    schedule: ~\n    timezone: ${NOWHERE:-}'));
    expect(config.watches[0]).toMatchObject({ name: 'first', schedule: '0 7 * * 1-5', timezone: 'America/New_York' });
    expect(config.watches[0]?.matter).toBeUndefined();
  });

  it('resolves anchors and aliases', () => {
    const config = load(
      withWatch(`  - id: second
    dockets: &asked { companyName: Rivalorporated }
  - id: third
    dockets: *asked`),
    );
    expect(config.watches[2]?.searches).toEqual(config.watches[1]?.searches);
  });

  it('keeps all options of email channels and webhooks, and of a watch', () => {
    const config = load(
      `channels:
  mail:
    type: email
    smtpUrl: smtp://mail.example.com
    from: Tipstaff <tipstaff@example.com>
    to: one@example.com
    replyTo: help@example.com
    listUnsubscribe: mailto:help@example.com?subject=stop
    requireTls: true
    digest: "0 9 * * 5"
    heartbeat: true
    quiet: "20:00-07:30"
    dkim: { domain: Example.com, selector: s1, privateKeyFile: dkim.pem }
    oauth2:
      user: tipstaff@example.com
      clientId: id
      clientSecret: client-secret
      refreshToken: refresh-token
      accessUrl: https://login.example.com/token
  hook: { type: webhook, url: https://hooks.example.com/in, secret: whsec_${Buffer.alloc(24, 7).toString('base64')} }
operators: mail
watches:
  - { id: one, dockets: { companyName: Rival }, notify: [hook, mail], urgent: true, confidential: true,
      important: [injunction, docket.status], mute: fee receipt }
`,
      {},
      { 'dkim.pem': '-----BEGIN PRIVATE KEY-----\n' },
    );
    const folder = resolve(config.file, '..');
    expect(config.channels.mail).toMatchObject({
      to: ['one@example.com'],
      quiet: { startMinute: 1200, endMinute: 450 },
      heartbeat: true,
      requireTls: true,
      dkim: { domain: 'example.com', selector: 's1', privateKeyFile: join(folder, 'dkim.pem') },
      oauth2: { user: 'tipstaff@example.com', accessUrl: 'https://login.example.com/token' },
    });
    expect(config.watches[0]).toMatchObject({
      urgent: true,
      confidential: true,
      important: ['injunction', 'docket.status'],
      mute: ['fee receipt'],
    });
  });
});

describe('a channel whose variable is not set', () => {
  const channels = `channels:
  ops: { type: email, smtpUrl: smtp://127.0.0.1:1025, from: a@example.com, to: b@example.com }
  slack: { type: slack, webhookUrl: \${SLACK_WEBHOOK_URL} }
operators: [ops]
`;
  const watches = 'watches: [{ id: one, dockets: { companyName: Rival } }]\n';

  it('is omitted with a warning while nothing uses it', () => {
    const config = load(`${channels}defaults: { notify: [ops] }\n${watches}`);
    expect(Object.keys(config.channels)).toEqual(['ops']);
    expect(config.warnings).toEqual([
      'watches.yaml:3:37 channels.slack.webhookUrl: found ${SLACK_WEBHOOK_URL}, which is not set; nobody uses the channel slack, so it is left out; accepted: the variable SLACK_WEBHOOK_URL (load .env first), or SLACK_WEBHOOK_URL_FILE with the path of a file that holds it',
    ]);
  });

  it('is a mistake if a watch inherits it from the defaults', () => {
    expect(mistakesOf(`${channels}defaults: { notify: slack }\n${watches}`)).toEqual([
      'watches.yaml:3:37 channels.slack.webhookUrl: found ${SLACK_WEBHOOK_URL}, which is not set; accepted: the variable SLACK_WEBHOOK_URL (load .env first), or SLACK_WEBHOOK_URL_FILE with the path of a file that holds it',
    ]);
  });
});

describe('a ConfigError', () => {
  it('has a stable code, and names all mistakes in one message', () => {
    const error = refusalOf(withWatch('    scheduel: daily\n    tell: [docket.nwe]'));
    expect(error).toMatchObject({ code: 'config.invalid', retryable: false });
    expect(error.message.split('\n')).toHaveLength(3);
    expect(error.mistakes[0]).toMatchObject({ file: 'watches.yaml', line: 8, column: 5, path: 'watches[0].scheduel' });
  });
});
