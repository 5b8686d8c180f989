// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} is what the config itself says.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectGolden } from '../golden.ts';
import { mistakesOf, refusalOf, unmark, withWatch } from './workspace.ts';

const mail = 'type: email, smtpUrl: smtp://127.0.0.1:1025, from: a@example.com, to: b@example.com';
const withChannel = (channel: string) => `channels:\n  ops: ${channel}\noperators: [ops]\nwatches: []\n`;
const withTop = (top: string) => `${top}\n${withWatch('')}`;
const dockets = '    dockets: { companyName: Rival Inc }';
const withProvider = (oidc: string) => withTop(`http: { signIn: { oidc: { ${oidc} } } }`);
const provider = 'issuer: https://login.example, clientId: tipstaff';
const withNudges = (source: string) => withTop(`nudges:\n  ${source}`);

/** Files with one mistake, with » at the place to be named. Their messages are in mistakes.txt. */
const cases: Readonly<Record<string, string>> = {
  'a mistyped key': withWatch('    »scheduel: "0 7 * * *"'),
  'two tags in one text': withWatch('    tags: »one, two'),
  'pictures of dockets to be compared': withWatch('    similarTo: »{ registrations: [DM/1] }'),
  'nothing of one’s own to compare with':
    'watches:\n  - { id: one, notify: [], designs: { source: HAGUE, holder: Rival }, similarTo: »{ top: 3 } }',
  'a bound above the other': withWatch('    schedule: adaptive\n    atLeastEvery: 20m\n    atMostEvery: »1h'),
  'a key that lacks its unit': withTop('service: { »timeout: 30 }'),
  'a mistyped key at the top': withTop('»operatros: [ops]'),
  'a key of another account': withTop('»services: { brand: { token: x } }'),
  'a watch that names an account': withWatch('    »service: brand'),
  'a key under its former name': withTop('service: { »maxAnswerMegabytes: 3 }'),
  'a key one level too high': withWatch('    »locarno: "09-01"'),
  'a mistyped key with nothing after it': withWatch('    »scheduel:'),
  'a comma that ends a text early': withWatch(
    '  - { id: two, name: Widget, »anywhere, dockets: { companyName: Rival Inc } }',
  ),
  'a key given twice': withWatch('    name: One\n    »name: Two'),
  'text that is no YAML': 'watches:\n  - id: "one\n»',
  'a schedule of stars without quotes': withWatch('    schedule: »* 9 * * 5'),
  'a schedule that begins with */': withWatch('    schedule: */30 »* * * *'),
  'a bracket that is not closed': `${withWatch('    notify: [ops')}»`,
  'a colon inside a name': withWatch('    name: »Rival: bottles'),
  'an unknown tag': withWatch('    name: »!secret x'),
  'an alias without anchor': withWatch('    notify: »*nobody'),
  'a second document': `${withWatch('')}»---\nwatches: []\n`,
  'a name in another encoding than UTF-8, which would be searched for and never found':
    withWatch('    name: Nestl»\ufffd'),
  'a list at the top': '»- id: one\n',
  'an empty file': '»',
  'watches that are no list': '»watches: { id: one }'.replace('»watches: ', 'watches: »'),
  'a watch that is no map': withWatch('  - »just words'),

  'a variable that is no name': withTop('database: »${MY DB}'),
  'a variable without end': withTop('database: »"${DB"'),

  'a base URL with the path of the operations': withTop(
    'service: { baseUrl: »https://search.example.com/api/v3, token: t }',
  ),
  'a real service without a token': withTop('service: »{ baseUrl: https://search.example.com }'),
  'a token of two words': withTop('service: { token: »two words }'),
  'a token of the metrics with a blank': withTop('http: { metricsToken: »two words }'),
  'a number with its unit': withTop('service: { timeoutSeconds: »60s }'),
  'a number out of range': withTop('http: { port: »70000 }'),
  'half a check': withTop('goneAfterChecks: »1.5'),
  'a price in words': withTop('service:\n  prices: { pacer: »twelve }'),
  'a database that is neither': withTop('database: »mysql://tipstaff@db/tipstaff'),
  'a Postgres server without its database': withTop('database: »postgres://db:5432'),
  'a longest wait below the first': withTop('delivery: { retryMaxSeconds: »5 }'),
  'a public URL that is none': withTop('http: { publicUrl: »tipstaff.example.com }'),
  'operators that are no channel': withTop('').replace('operators: [ops]', 'operators: [»opps]'),

  'a provider that is asked without https': withProvider('issuer: »http://login.example, clientId: a'),
  'a provider whose address is that of its document': withProvider(
    'issuer: »https://a.example/b/.well-known/openid-configuration, clientId: a',
  ),
  'a provider with a login in its address': withProvider('issuer: »https://u:hunter2hunter2@a.example, clientId: a'),
  'a provider with a group without a role': withProvider(`${provider}, groups: [»{ group: staff }]`),
  'a provider with a role that there is not': withProvider(`${provider}, groups: [{ group: staff, role: »adimn }]`),
  'a provider with an endless session': withProvider(`${provider}, sessionHours: »9000`),
  'a provider without the URL to which it sends people back': withTop(
    `http: »{ host: 0.0.0.0, signIn: { oidc: { ${provider} } } }`,
  ),
  'pages where nobody could sign in': withTop('http: { signIn: { passwords: »false } }'),

  'nudges of a type that is none': withNudges('a: { type: »fax }'),
  'nudges of a court that is none': withNudges('a: { type: feeds, courts: [»nowhere] }'),
  'nudges after a pause that is too short': withNudges('a: { type: feeds, every: »1m }'),
  'nudges from an address without the court': withNudges('a: { type: feeds, url: »"https://x.example/rss" }'),
  'nudges with a secret that is no key': withNudges('a: { type: webhook, secret: »hush }'),
  'nudges with a secret that could be guessed': withNudges(
    'a: { type: webhook, format: courtlistener, secret: »short }',
  ),
  'nudges from a mailbox, which is not read any more': withNudges(
    'a: { type: »mail, imapUrl: "imaps://me:hush@mail.example/INBOX" }',
  ),
  'nudges of one court twice': withNudges('a: { type: feeds, courts: nysd }\n  b: { type: feeds, courts: »nysd }'),
  'nudges with a name that is none': withNudges('»"a b": { type: feeds }'),
  'nudges whose secret would travel unencrypted in an address': withNudges(
    `a: { type: webhook, format: »courtlistener, secret: ${'x'.repeat(32)} }\nhttp: { publicUrl: "http://tipstaff.example.com" }`,
  ),

  'a mistyped type of channel': withChannel('{ type: »emial }'),
  'a channel that notifies phones by ntfy': withChannel('{ type: »ntfy, url: "https://ntfy.sh/topic" }'),
  'a channel that runs a program': withChannel('{ type: »exec, command: [/bin/true] }'),
  'a channel that writes a file for feed readers': withChannel('{ type: »feed, file: x.xml }'),
  'a channel without type': withChannel('»{ to: b@example.com }'),
  'a channel that is no map': withChannel('»ops@example.com'),
  'a channel with blanks in its name': 'channels:\n  »our ops: { type: teams }\nwatches: []\n',
  'a mail channel without server': withChannel('»{ type: email, from: a@example.com, to: b@example.com }'),
  'a mail server without scheme': withChannel(`{ ${mail.replace('smtp://127.0.0.1:1025', '»mail.example.com')} }`),
  'a sender that is no address': withChannel(`{ ${mail.replace('a@example.com', '»Tipstaff')} }`),
  'several recipients in one text': withChannel(
    `{ ${mail.replace('b@example.com', '»"b@example.com, c@example.com"')} }`,
  ),
  'a recipient with a forged header': withChannel(
    `{ ${mail.replace('b@example.com', '[»"b@example.com>\\r\\nRCPT TO:<c@example.com"]')} }`,
  ),
  'a recipient with a name': withChannel(`{ ${mail.replace('b@example.com', '[»Ben <b@example.com>]')} }`),
  'nobody to mail to': withChannel(`{ ${mail.replace('b@example.com', '»[]')} }`),
  'a form of a digest without a digest': withChannel(`{ ${mail}, digestForm: »sheet }`),
  'a form that digests do not have': withChannel(`{ ${mail}, digest: "0 9 * * 5", digestForm: »sheets }`),
  'a heartbeat without a digest': withChannel(`{ ${mail}, heartbeat: »true }`),
  'quiet hours that do not exist': withChannel(`{ ${mail}, quiet: »"20:00-25:00" }`),
  'quiet hours without length': withChannel(`{ ${mail}, quiet: »"20:00-20:00" }`),
  'a digest that is no schedule': withChannel(`{ ${mail}, digest: »weekly }`),
  'a way to unsubscribe by http': withChannel(`{ ${mail}, listUnsubscribe: »"http://example.com/u" }`),
  'one click where only a mail unsubscribes': withChannel(
    `{ ${mail}, listUnsubscribe: "mailto:leave@example.com", oneClick: »true }`,
  ),
  'a DKIM key that is not there': withChannel(
    `{ ${mail}, dkim: { domain: example.com, selector: s, privateKeyFile: »no.pem } }`,
  ),
  'one of two secrets of a webhook that is none': withChannel(
    `{ type: webhook, url: "https://in.example.com/h", secret: [whsec_${'A'.repeat(43)}=, »whsec_too-short-a-secret] }`,
  ),
  'a workflow of Teams without scheme': withChannel(
    '{ type: teams, webhookUrl: »prod-1.westus.logic.azure.com/workflows/1 }',
  ),
  'half an OAuth2 login': withChannel(
    `{ ${mail}, oauth2: »{ user: a@example.com, clientId: c, clientSecret: s, accessUrl: "https://x.example.com" } }`,
  ),
  'an OAuth2 login over an open line': withChannel(
    `{ ${mail}, oauth2: { user: u, clientId: c, clientSecret: s, refreshToken: r, accessUrl: »"http://x.example.com" } }`,
  ),
  'a DKIM key that is no key': withChannel(
    `{ ${mail}, dkim: { domain: example.com, selector: s, privateKeyFile: »watches.yaml } }`,
  ),
  'a Slack URL of another kind': withChannel('{ type: slack, webhookUrl: »ftp://hooks.example.com/services/T/B/k }'),
  'a webhook secret too short': withChannel(
    '{ type: webhook, url: "https://x.example.com/", secret: »whsec_c2hvcnQ= }',
  ),

  'an id with blanks': withWatch(`  - id: »my watch\n${dockets}`),
  'an id too long for a key of the database': withWatch(`  - id: »${'w'.repeat(3000)}\n${dockets}`),
  'no id': withWatch(`  - »name: Two\n${dockets}`),
  'an id used twice': withWatch(`  - id: »First\n${dockets}`),
  'a watch of nothing': withWatch('  - »id: two'),
  'a watch of both': withWatch(`  - »id: two\n${dockets}\n    designs: { source: HAGUE, holder: Rival }`),
  'a channel that is not there': withWatch('    notify: [ops, »oops]'),
  'nobody to notify': withWatch('').replace('defaults: { notify: [ops] }\n', '').replace('- id', '- »id'),
  'a kind of change that is none': withWatch('    tell: [entry.new, »docket.nwe]'),
  'no kind of change': withWatch('    tell: »[]'),
  'a kind to mute that is none': withWatch('    mute: [fee, »entry.upated]'),
  'a flag in other words': withWatch('    announce: »yes'),
  'a time zone without its line': withWatch('    timezone: »America/NewYork'),
  'a time zone by its city': withWatch('    timezone: »Paris'),
  'a time zone as an offset': withWatch('    timezone: »"+02:00"'),
  'an hour that does not exist': withWatch('    schedule: »"0 25 * * *"'),

  'no filter for dockets': withWatch('  - id: two\n    dockets: »{ wholeWord: true }'),
  'the number of an application': withWatch('  - id: two\n    dockets: { patentNumber: »"US 2012/0123456 A1" }'),
  'one bad number of a list, and nothing else': withWatch(
    '  - id: two\n    dockets: { patentNumber: ["6,834,603", »none] }',
  ),
  'an empty list of holders': withWatch('  - id: two\n    designs: { source: HAGUE, holder: »[] }'),
  'a map where numbers are listed': withWatch('  - id: two\n    dockets: { patentNumber: »{ a: b } }'),
  'lists that make thousands of queries': withWatch(
    `  - id: two\n    designs: »{ source: [HAGUE, EMID, DEID], locarno: ["09", "07", "06"], holder: [${Array.from({ length: 20 }, (_, n) => `Holder ${n}`).join(', ')}] }`,
  ),
  'a registration number without a digit': withWatch(
    '  - id: two\n    designs: { source: HAGUE, registrationNumber: [DM/1, »"DM/949700; DM"] }',
  ),
  'a flag where words to mute are listed': withWatch('    mute: »yes'),
  'a court alone': withWatch('  - { id: two, dockets: »{ court: ded } }'),
  'a court that is none': withWatch('  - id: two\n    dockets: { caseNumber: "1:20-cv-00168", court: »Delaware }'),
  'designs without a register': withWatch('  - id: two\n    designs: »{ holder: Rival }'),
  'a register alone': withWatch('  - id: two\n    designs: »{ source: HAGUE }'),
  'only filters that the register ignores': withWatch('  - id: two\n    designs: »{ source: JPID, holder: Rival }'),
  'CNID by holder alone': withWatch('  - id: two\n    designs: { source: CNID, holder: »Rival }'),
  'a Locarno class in other signs': withWatch('  - id: two\n    designs: { source: HAGUE, locarno: »9.1 }'),
  'a Locarno class that is none': withWatch('  - id: two\n    designs: { source: HAGUE, locarno: »33-01 }'),
  'a designated state in full': withWatch('  - id: two\n    designs: { source: HAGUE, designated: »France }'),
  'a range of years': withWatch('  - id: two\n    designs: { source: HAGUE, registered: »2024-2025 }'),
  'a day that does not exist': withWatch('  - id: two\n    designs: { source: HAGUE, registered: »2025-02-29 }'),
};

describe('a mistake is reported with its line, its column, what was found and what is accepted:', () => {
  it.each(Object.entries(cases))('%s', (_name, marked) => {
    const { text, place } = unmark(marked);
    const mistakes = mistakesOf(text);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(`watches.yaml:${place} `);
  });

  it('in these words', () => {
    const messages = Object.entries(cases).map(([name, marked]) => `${name}\n  ${mistakesOf(unmark(marked).text)}\n`);
    expectGolden(join(import.meta.dirname, 'mistakes.txt'), messages.join('\n'));
  });

  it('a wrong LOG_LEVEL, which is in no file', () => {
    expect(mistakesOf(withWatch(''), { LOG_LEVEL: 'inof' })).toEqual([
      'LOG_LEVEL: found "inof"; accepted: trace, debug, info, warn, error, fatal, silent; did you mean info?',
    ]);
  });

  it('a NAME_FILE that cannot be read, even for a field that the file omits', () => {
    const mistakes = mistakesOf(withWatch(''), { TIPSTAFF_TOKEN_FILE: 'gone.txt' });
    expect(mistakes).toEqual([
      'watches.yaml:1:1 service.token: found a file that cannot be read by TIPSTAFF_TOKEN_FILE (gone.txt: no such file); accepted: a readable file, or TIPSTAFF_TOKEN itself',
    ]);
  });

  it('a NAME_FILE without an end, after 16 MB of it', () => {
    const mistakes = mistakesOf(withWatch(''), { TIPSTAFF_TOKEN_FILE: '/dev/zero' });
    expect(mistakes[0]).toContain('by TIPSTAFF_TOKEN_FILE (/dev/zero: it is larger than 16 MB)');
  });

  it('an empty NAME_FILE, at the place that uses it', () => {
    const { text, place } = unmark(withTop('service: { token: »${KEY} }'));
    const mistakes = mistakesOf(text, { KEY_FILE: 'key' }, { key: '\n' });
    expect(mistakes[0]).toContain(`watches.yaml:${place} service.token: found an empty file by KEY_FILE (key)`);
  });
});

describe('a file with many mistakes', () => {
  it('reports all its mistakes, in the order of the file', () => {
    const { mistakes } = refusalOf(`service: { tokn: x, timeoutSeconds: soon }
operators: [opps]
channels:
  ops: { type: email, smtpUrl: smtp://127.0.0.1:1025, from: nobody, to: b@example.com }
  brand: { type: slak }
defaults: { notify: [ops], timezone: Mars }
watches:
  - id: one
    scheduel: "0 7 * * *"
    dockets: { patentNumber: D12 }
    tell: [docket.nwe]
  - id: one
    designs: { source: HAGUE }
`);
    expect(mistakes.map(({ line, column, path }) => `${line}:${column} ${path}`)).toEqual([
      '1:12 service.tokn',
      '1:37 service.timeoutSeconds',
      '2:13 operators[0]',
      '4:61 channels.ops.from',
      '5:18 channels.brand.type',
      '6:38 defaults.timezone',
      '9:5 watches[0].scheduel',
      '10:30 watches[0].dockets.patentNumber',
      '11:12 watches[0].tell[0]',
      '12:9 watches[1].id',
      '13:14 watches[1].designs',
    ]);
  });

  it('gets no suggestion for a key that every object has', () => {
    expect(mistakesOf(withTop('__proto__: 1')).join()).not.toContain('did you mean');
  });

  it('reports what is missing as well as what is wrong', () => {
    const mistakes = mistakesOf(withTop('service: { baseUrl: https://search.example.com, timeoutSeconds: soon }'));
    expect(mistakes.map((text) => text.split(': found ')[0])).toEqual([
      'watches.yaml:1:10 service.token',
      'watches.yaml:1:65 service.timeoutSeconds',
    ]);
  });

  it('is refused for aliases that multiply, and for aliases that contain themselves', () => {
    const bomb = Array.from(
      { length: 9 },
      (_, n) => `${'abcdefghij'[n + 1]}: &${'abcdefghij'[n + 1]} [${Array(10).fill(`*${'abcdefghij'[n]}`).join(', ')}]`,
    );
    expect(mistakesOf(`a: &a [x]\n${bomb.join('\n')}\n`).join('\n')).toContain('fewer, or fewer aliases');
    expect(mistakesOf('watches: &w [*w]\n').join('\n')).toContain('no alias inside what its own anchor names');
  });
});

describe('a message never shows', () => {
  const secrets = ['hunter2-hunter2', 'T0K3N-T0K3N', 'B0B0-webhook-key', 'client-secret-9'];
  const env = {
    MAIL: `smtp://tipstaff:${secrets[0]}@mail.example.com:x`,
    KEY: `${secrets[1]} `,
    HOOK: `htp://hooks.example.com/${secrets[2]}`,
  };

  it.each([
    [
      'a secret from a variable',
      `service: { token: \${KEY} }\nchannels:\n  a: { type: email, smtpUrl: \${MAIL}, from: \${MAIL}, to: \${KEY} }\n  b: { type: slack, webhookUrl: \${HOOK}, timezone: \${HOOK} }\nwatches:\n  - { id: \${KEY}, schedule: \${KEY}, notify: [\${HOOK}] }\n`,
    ],
    [
      'a secret written into the file',
      `service: { token: ${env.KEY}x }\nchannels:\n  a: { type: email, smtpUrl: "${env.MAIL}", smtpurl: "${env.MAIL}", from: x, to: x, oauth2: { clientSecret: [${secrets[3]}] } }\n  b: { type: slack, webhookUrl: ${env.HOOK} }\nwatches: [`,
    ],
    [
      'a webhook in the wrong place',
      `operators: ["https://hooks.example.com/${secrets[2]}"]\nchannels:\n  a: { type: email, smtpUrl: smtp://127.0.0.1, from: "https://u:${secrets[0]}@example.com", to: "https://hooks.example.com/services/${secrets[2]}" }\nwatches: []\n`,
    ],
  ])('%s', (_name, text) => {
    const error = refusalOf(text, env);
    const words = JSON.stringify([error.message, error.mistakes, error.warnings]);
    expect(error.mistakes.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(words).not.toContain(secret);
  });
});
