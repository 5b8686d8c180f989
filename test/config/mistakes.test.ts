// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} is what the config itself says.
import { describe, expect, it } from 'vitest';
import { channelTypes } from '../../src/config/channels.ts';
import { mistakesOf, refusalOf, unmark, withWatch } from './workspace.ts';

const mail = 'type: email, smtpUrl: smtp://127.0.0.1:1025, from: a@example.com, to: b@example.com';
const withChannel = (channel: string) => `channels:\n  ops: ${channel}\noperators: [ops]\nwatches: []\n`;
const withTop = (top: string) => `${top}\n${withWatch('')}`;
const dockets = '    dockets: { companyName: Rival Inc }';

/** The mistake, the file with » at the place to be named, and the start of the text after `line:column `. */
const cases: readonly (readonly [name: string, marked: string, words: string])[] = [
  [
    'a mistyped key',
    withWatch('    »scheduel: "0 7 * * *"'),
    'watches[first].scheduel: found an unknown key; accepted: id, name, matter, tags, dockets, designs, schedule, atLeastEvery, atMostEvery, timezone, notify, tell, announce, report, important, mute, urgent, confidential, similarTo, budget, priority; did you mean schedule?',
  ],
  [
    'two tags in one text',
    withWatch('    tags: »one, two'),
    'watches[first].tags: found "one, two"; a comma stands between tags: [one, another]; accepted: a tag of at most 50 characters',
  ],
  [
    'pictures of dockets to be compared',
    withWatch('    similarTo: »{ registrations: [DM/1] }'),
    'watches[first].similarTo: found ',
  ],
  [
    'nothing of one’s own to compare with',
    'watches:\n  - { id: one, notify: [], designs: { source: HAGUE, holder: Rival }, similarTo: »{ top: 3 } }',
    'watches[one].similarTo: found ',
  ],
  [
    'a bound above the other',
    withWatch('    schedule: adaptive\n    atLeastEvery: 20m\n    atMostEvery: »1h'),
    'watches[first].atMostEvery: found "1h"; accepted: at most atLeastEvery, 20m',
  ],
  [
    'a key that lacks its unit',
    withTop('service: { »timeout: 30 }'),
    'service.timeout: found an unknown key; accepted: baseUrl, token, timeoutSeconds, requestsPerSecond, concurrency, retries, retryBaseSeconds, recheckBaseSeconds, maxResponseMegabytes, prices, pageSizes; did you mean timeoutSeconds?',
  ],
  ['a mistyped key at the top', withTop('»operatros: [ops]'), 'operatros: found an unknown key; accepted: service, '],
  [
    'a key of another account',
    withTop('»services: { brand: { token: x } }'),
    'services: found a key that this version no longer has; accepted: another account of the service is another instance, with a watches.yaml and a database of its own',
  ],
  [
    'a watch that names an account',
    withWatch('    »service: brand'),
    'watches[first].service: found a key that this version no longer has; accepted: none: every watch uses the token',
  ],
  [
    'a key under its former name',
    withTop('service: { »maxAnswerMegabytes: 3 }'),
    'service.maxAnswerMegabytes: found a key that this version no longer has; accepted: maxResponseMegabytes',
  ],
  ['a key one level too high', withWatch('    »locarno: "09-01"'), 'watches[first].locarno: found an unknown key'],
  [
    'a mistyped key with nothing after it',
    withWatch('    »scheduel:'),
    'watches[first].scheduel: found an unknown key',
  ],
  [
    'a comma that ends a text early',
    withWatch('  - { id: two, name: Widget, »anywhere, dockets: { companyName: Rival Inc } }'),
    'watches[two].anywhere: found an unknown key',
  ],
  [
    'a key given twice',
    withWatch('    name: One\n    »name: Two'),
    'watches[first].name: found a second name (the first is at 8:5); accepted: each key once',
  ],
  ['text that is no YAML', 'watches:\n  - id: "one\n»', 'not YAML: '],
  [
    'a schedule of stars without quotes',
    withWatch('    schedule: »* 9 * * 5'),
    'not YAML: Alias cannot be an empty string; accepted: a value that begins with * in quotes, such as "* 9 * * 5"',
  ],
  [
    'a schedule that begins with */',
    withWatch('    schedule: */30 »* * * *'),
    'not YAML: Unexpected alias at node end; accepted: a value that begins with * in quotes, such as "* 9 * * 5"',
  ],
  [
    'a colon inside a name',
    withWatch('    name: »Rival: bottles'),
    'not YAML: Nested mappings are not allowed in compact mappings; accepted: a value that contains ": " in quotes',
  ],
  ['an unknown tag', withWatch('    name: »!secret x'), 'not YAML: Unresolved tag: !secret'],
  [
    'an alias without anchor',
    withWatch('    notify: »*nobody'),
    'watches[first].notify: found *nobody; accepted: an alias whose &anchor comes before it',
  ],
  ['a second document', `${withWatch('')}»---\nwatches: []\n`, 'not YAML: '],
  [
    'a name in another encoding than UTF-8, which would be searched for and never found',
    withWatch('    name: Nestl»\ufffd'),
    'found a letter that is not UTF-8; accepted: the file saved as UTF-8',
  ],
  ['a list at the top', '»- id: one\n', 'found a list; accepted: a map with watches:'],
  ['an empty file', '»', 'watches: found nothing; accepted: a list of watches'],
  [
    'watches that are no list',
    '»watches: { id: one }'.replace('»watches: ', 'watches: »'),
    'watches: found a map; accepted: a list of watches',
  ],
  [
    'a watch that is no map',
    withWatch('  - »just words'),
    'watches[1]: found "just words"; accepted: a map with an id, and dockets or designs',
  ],

  [
    'a variable that is no name',
    withTop('database: »${MY DB}'),
    'database: found "${MY DB}"; accepted: ${NAME} or ${NAME:-default}, or $${ for a plain ${',
  ],
  [
    'a variable without end',
    withTop('database: »"${DB"'),
    'database: found "${DB"; accepted: ${NAME} or ${NAME:-default}',
  ],

  [
    'a base URL with the path of the operations',
    withTop('service: { baseUrl: »https://search.example.com/api/v3, token: t }'),
    'service.baseUrl: found "https://search.example.com/api/v3"; /api/v3 is added by Tipstaff; accepted: the http(s) URL before /api/v3 (TIPSTAFF_BASE_URL), or \'sandbox\'; did you mean https://search.example.com?',
  ],
  [
    'a real service without a token',
    withTop('service: »{ baseUrl: https://search.example.com }'),
    'service.token: found nothing; accepted: the bearer token',
  ],
  [
    'a token of two words',
    withTop('service: { token: »two words }'),
    'service.token: found a value of 9 characters, not shown here; it has blanks',
  ],
  [
    'a token of the metrics with a blank',
    withTop('http: { metricsToken: »two words }'),
    'http.metricsToken: found a value of 9 characters, not shown here; it has blanks',
  ],
  [
    'a number with its unit',
    withTop('service: { timeoutSeconds: »60s }'),
    'service.timeoutSeconds: found "60s"; accepted: a number of seconds from 0.1 to 600; did you mean 60?',
  ],
  [
    'a number out of range',
    withTop('http: { port: »70000 }'),
    'http.port: found "70000"; accepted: a whole number from 0 to 65535',
  ],
  [
    'half a check',
    withTop('goneAfterChecks: »1.5'),
    'goneAfterChecks: found "1.5"; accepted: a whole number of checks from 1 to 100',
  ],
  [
    'a price in words',
    withTop('service:\n  prices: { pacer: »twelve }'),
    'service.prices.pacer: found "twelve"; accepted: a number of credits',
  ],
  [
    'a database that is neither',
    withTop('database: »mysql://tipstaff@db/tipstaff'),
    'database: found "mysql://…@db/tipstaff"; only a SQLite file and Postgres can be used',
  ],
  [
    'a Postgres server without its database',
    withTop('database: »postgres://db:5432'),
    'database: found "postgres://db:5432"; it names no database: add /NAME at its end',
  ],
  [
    'a longest wait below the first',
    withTop('delivery: { retryMaxSeconds: »5 }'),
    'delivery.retryMaxSeconds: found "5"; accepted: at least retryBaseSeconds, 30',
  ],
  [
    'a public URL that is none',
    withTop('http: { publicUrl: »tipstaff.example.com }'),
    'http.publicUrl: found "tipstaff.example.com"; it is not a URL',
  ],
  [
    'operators that are no channel',
    withTop('').replace('operators: [ops]', 'operators: [»opps]'),
    'operators[0]: found "opps"; no channel has this name; accepted: ops; did you mean ops?',
  ],

  [
    'a mistyped type of channel',
    withChannel('{ type: »emial }'),
    `channels.ops.type: found "emial"; accepted: ${channelTypes.join(', ')}; did you mean email?`,
  ],
  [
    'a channel that notifies phones by ntfy',
    withChannel('{ type: »ntfy, url: "https://ntfy.sh/topic" }'),
    'channels.ops.type: found "ntfy", a kind that this version no longer has; accepted: type: webhook; a signed webhook reaches',
  ],
  [
    'a channel that runs a program',
    withChannel('{ type: »exec, command: [/bin/true] }'),
    'channels.ops.type: found "exec", a kind that this version no longer has; accepted: type: webhook; a signed webhook reaches',
  ],
  [
    'a channel that writes a file for feed readers',
    withChannel('{ type: »feed, file: x.xml }'),
    'channels.ops.type: found "feed", a kind that this version no longer has; accepted: none: each watch has an Atom feed at /feeds/ID.atom',
  ],
  ['a channel without type', withChannel('»{ to: b@example.com }'), 'channels.ops.type: found nothing'],
  [
    'a channel that is no map',
    withChannel('»ops@example.com'),
    'channels.ops: found "ops@example.com"; accepted: a map with a type',
  ],
  [
    'a channel with blanks in its name',
    'channels:\n  »our ops: { type: teams }\nwatches: []\n',
    'channels.our ops: found the name "our ops"; accepted: letters, digits',
  ],
  [
    'a mail channel without server',
    withChannel('»{ type: email, from: a@example.com, to: b@example.com }'),
    'channels.ops.smtpUrl: found nothing; accepted: an SMTP URL',
  ],
  [
    'a mail server without scheme',
    withChannel(`{ ${mail.replace('smtp://127.0.0.1:1025', '»mail.example.com')} }`),
    'channels.ops.smtpUrl: found a value of 16 characters, not shown here; it is not a URL',
  ],
  [
    'a sender that is no address',
    withChannel(`{ ${mail.replace('a@example.com', '»Tipstaff')} }`),
    'channels.ops.from: found "Tipstaff"; accepted: a mail address, or Name <a@example.com>',
  ],
  [
    'several recipients in one text',
    withChannel(`{ ${mail.replace('b@example.com', '»"b@example.com, c@example.com"')} }`),
    'channels.ops.to: found "b@example.com, c@example.com"; several addresses are a list',
  ],
  [
    'a recipient with a forged header',
    withChannel(`{ ${mail.replace('b@example.com', '[»"b@example.com>\\r\\nRCPT TO:<c@example.com"]')} }`),
    'channels.ops.to[0]: found "b@example.com>\\r\\nRCPT TO:<c@example.com"; accepted: a bare mail address',
  ],
  [
    'a recipient with a name',
    withChannel(`{ ${mail.replace('b@example.com', '[»Ben <b@example.com>]')} }`),
    'channels.ops.to[0]: found "Ben <b@example.com>"; names are not accepted here; accepted: a bare mail address like ops@example.com; did you mean b@example.com?',
  ],
  [
    'nobody to mail to',
    withChannel(`{ ${mail.replace('b@example.com', '»[]')} }`),
    'channels.ops.to: found an empty list; accepted: at least one mail address',
  ],
  [
    'a form of a digest without a digest',
    withChannel(`{ ${mail}, digestForm: »sheet }`),
    'channels.ops.digestForm: found "sheet"; it is the form of a digest',
  ],
  [
    'a form that digests do not have',
    withChannel(`{ ${mail}, digest: "0 9 * * 5", digestForm: »sheets }`),
    'channels.ops.digestForm: found "sheets"; accepted: list, sheet',
  ],
  [
    'a locale as Unix writes it',
    withChannel(`{ ${mail}, locale: »de_DE.UTF-8 }`),
    'channels.ops.locale: found "de_DE.UTF-8"; accepted: a locale like en-US, en-GB or fr',
  ],
  [
    'a heartbeat without a digest',
    withChannel(`{ ${mail}, heartbeat: »true }`),
    'channels.ops.heartbeat: found "true"; it belongs to a digest',
  ],
  [
    'quiet hours that do not exist',
    withChannel(`{ ${mail}, quiet: »"20:00-25:00" }`),
    'channels.ops.quiet: found "20:00-25:00"; no such time; accepted: two times of the day like "20:00-07:00"',
  ],
  [
    'quiet hours without length',
    withChannel(`{ ${mail}, quiet: »"20:00-20:00" }`),
    'channels.ops.quiet: found "20:00-20:00"; it begins and ends at the same time',
  ],
  [
    'a digest that is no schedule',
    withChannel(`{ ${mail}, digest: »weekly }`),
    'channels.ops.digest: found "weekly"; it has one field',
  ],
  [
    'a way to unsubscribe by http',
    withChannel(`{ ${mail}, listUnsubscribe: »"http://example.com/u" }`),
    'channels.ops.listUnsubscribe: found "http://example.com/…"; it has another scheme',
  ],
  [
    'one click where only a mail unsubscribes',
    withChannel(`{ ${mail}, listUnsubscribe: "mailto:leave@example.com", oneClick: »true }`),
    'channels.ops.oneClick: found "true"; it is about the https URL that unsubscribes a reader (RFC 8058)',
  ],
  [
    'a DKIM key that is not there',
    withChannel(`{ ${mail}, dkim: { domain: example.com, selector: s, privateKeyFile: »no.pem } }`),
    'channels.ops.dkim.privateKeyFile: found "no.pem"; it cannot be read (ENOENT)',
  ],
  [
    'one of two secrets of a webhook that is none',
    withChannel(
      `{ type: webhook, url: "https://in.example.com/h", secret: [whsec_${'A'.repeat(43)}=, »whsec_too-short-a-secret] }`,
    ),
    'channels.ops.secret[1]: found a value of 24 characters, not shown here; accepted: whsec_ and base64 of 24 to 64 bytes',
  ],
  [
    'a workflow of Teams without scheme',
    withChannel('{ type: teams, webhookUrl: »prod-1.westus.logic.azure.com/workflows/1 }'),
    'channels.ops.webhookUrl: found a value of 41 characters, not shown here; it is not a URL',
  ],
  [
    'half an OAuth2 login',
    withChannel(
      `{ ${mail}, oauth2: »{ user: a@example.com, clientId: c, clientSecret: s, accessUrl: "https://x.example.com" } }`,
    ),
    'channels.ops.oauth2.refreshToken: found nothing; accepted: the refresh token',
  ],
  [
    'an OAuth2 login over an open line',
    withChannel(
      `{ ${mail}, oauth2: { user: u, clientId: c, clientSecret: s, refreshToken: r, accessUrl: »"http://x.example.com" } }`,
    ),
    'channels.ops.oauth2.accessUrl: found "http://x.example.com"; the refresh token would travel unencrypted',
  ],
  [
    'a DKIM key that is no key',
    withChannel(`{ ${mail}, dkim: { domain: example.com, selector: s, privateKeyFile: »watches.yaml } }`),
    'channels.ops.dkim.privateKeyFile: found "watches.yaml"; it holds no private key',
  ],
  [
    'a Slack URL of another kind',
    withChannel('{ type: slack, webhookUrl: »ftp://hooks.example.com/services/T/B/k }'),
    'channels.ops.webhookUrl: found a value of 38 characters, not shown here; it has another scheme',
  ],
  [
    'a webhook secret too short',
    withChannel('{ type: webhook, url: "https://x.example.com/", secret: »whsec_c2hvcnQ= }'),
    'channels.ops.secret: found a value of 14 characters, not shown here; it holds 5 bytes',
  ],

  [
    'an id with blanks',
    withWatch(`  - id: »my watch\n${dockets}`),
    'watches[1].id: found "my watch"; accepted: letters, digits, - and _, a letter or digit first, at most 100; did you mean my-watch?',
  ],
  [
    'an id too long for a key of the database',
    withWatch(`  - id: »${'w'.repeat(3000)}\n${dockets}`),
    `watches[1].id: found "${'w'.repeat(60)}…"; its 3,000 characters would not fit into addresses and keys of the database; accepted: letters, digits, - and _, a letter or digit first, at most 100; did you mean ${'w'.repeat(100)}?`,
  ],
  ['no id', withWatch(`  - »name: Two\n${dockets}`), 'watches[1].id: found nothing'],
  [
    'an id used twice',
    withWatch(`  - id: »First\n${dockets}`),
    'watches[First].id: found "First"; watches[0] has this id already',
  ],
  [
    'a watch of nothing',
    withWatch('  - »id: two'),
    'watches[two]: found neither dockets nor designs; accepted: one of the two',
  ],
  [
    'a watch of both',
    withWatch(`  - »id: two\n${dockets}\n    designs: { source: HAGUE, holder: Rival }`),
    'watches[two]: found both dockets and designs; accepted: one of the two',
  ],
  [
    'a channel that is not there',
    withWatch('    notify: [ops, »oops]'),
    'watches[first].notify[1]: found "oops"; no channel has this name; accepted: ops; did you mean ops?',
  ],
  [
    'nobody to notify',
    withWatch('').replace('defaults: { notify: [ops] }\n', '').replace('- id', '- »id'),
    'watches[first].notify: found nothing; accepted: channels to notify',
  ],
  [
    'a kind of change that is none',
    withWatch('    tell: [entry.new, »docket.nwe]'),
    'watches[first].tell[1]: found "docket.nwe"; accepted: docket.new, ',
  ],
  [
    'no kind of change',
    withWatch('    tell: »[]'),
    'watches[first].tell: found an empty list; accepted: at least one kind',
  ],
  [
    'a kind to mute that is none',
    withWatch('    mute: [fee, »entry.upated]'),
    'watches[first].mute[1]: found "entry.upated"',
  ],
  [
    'a flag in other words',
    withWatch('    announce: »yes'),
    'watches[first].announce: found "yes"; accepted: true or false; did you mean true?',
  ],
  [
    'a time zone without its line',
    withWatch('    timezone: »America/NewYork'),
    'watches[first].timezone: found "America/NewYork"; accepted: an IANA time zone like America/New_York; did you mean America/New_York?',
  ],
  [
    'a time zone by its city',
    withWatch('    timezone: »Paris'),
    'watches[first].timezone: found "Paris"; accepted: an IANA time zone like America/New_York; did you mean Europe/Paris?',
  ],
  ['a time zone as an offset', withWatch('    timezone: »"+02:00"'), 'watches[first].timezone: found "+02:00"'],
  [
    'an hour that does not exist',
    withWatch('    schedule: »"0 25 * * *"'),
    'watches[first].schedule: found "0 25 * * *"; 25 is not a valid hour; accepted: five cron fields',
  ],

  [
    'no filter for dockets',
    withWatch('  - id: two\n    dockets: »{ wholeWord: true }'),
    'watches[two].dockets: found no filter; the service refuses a search without any; accepted: at least one of patentNumber, companyName, caseNumber',
  ],
  [
    'the number of an application',
    withWatch('  - id: two\n    dockets: { patentNumber: »"US 2012/0123456 A1" }'),
    'watches[two].dockets.patentNumber: found "US 2012/0123456 A1"; the service compares it exactly; accepted: a US patent number like 6,834,603, D1,234,567 or RE45,678',
  ],
  [
    'one bad number of a list, and nothing else',
    withWatch('  - id: two\n    dockets: { patentNumber: ["6,834,603", »none] }'),
    'watches[two].dockets.patentNumber[1]: found "none"; the service compares it exactly',
  ],
  [
    'an empty list of holders',
    withWatch('  - id: two\n    designs: { source: HAGUE, holder: »[] }'),
    'watches[two].designs.holder: found an empty list; accepted: a name, or a list of at least one',
  ],
  [
    'a map where numbers are listed',
    withWatch('  - id: two\n    dockets: { patentNumber: »{ a: b } }'),
    'watches[two].dockets.patentNumber: found a map; accepted: a patent number, or a list of them',
  ],
  [
    'lists that make thousands of queries',
    withWatch(
      `  - id: two\n    designs: »{ source: [HAGUE, EMID, DEID], locarno: ["09", "07", "06"], holder: [${Array.from({ length: 20 }, (_, n) => `Holder ${n}`).join(', ')}] }`,
    ),
    'watches[two].designs: found 2340 queries, one for each combination of the listed values; accepted: at most 1000; for more, several watches',
  ],
  [
    'a patent number whose commas were taken for separators',
    withWatch('  - id: two\n    dockets: { patentNumber: »7,654,321 }'),
    'watches[two].dockets.patentNumber: found "7", 654 and 321; inside { } a comma ends a value; accepted: the whole in quotes, "7,654,321"',
  ],
  [
    'a number of a design patent with a comma of its own',
    withWatch('  - id: two\n    designs: { source: USID, registrationNumber: »D123,456 }'),
    'watches[two].designs.registrationNumber: found "D123" and 456; inside { } a comma ends a value; accepted: the whole in quotes, "D123,456"',
  ],
  [
    'a flag where words to mute are listed',
    withWatch('    mute: »yes'),
    'watches[first].mute: found "yes"; it is a list of words and kinds, not a flag; to notify nobody, write notify: []; to mute it for some days: tipstaff mute ID; accepted: words, or a kind of change',
  ],
  [
    'a court that is none',
    withWatch('  - id: two\n    dockets: { caseNumber: "1:20-cv-00168", court: »Delaware }'),
    'watches[two].dockets.court: found "Delaware"; accepted: a court: its id like ded, or its name like D. Del.',
  ],
  [
    'designs without a register',
    withWatch('  - id: two\n    designs: »{ holder: Rival }'),
    'watches[two].designs.source: found nothing; accepted: a register, or a list of them',
  ],
  [
    'a register alone',
    withWatch('  - id: two\n    designs: »{ source: HAGUE }'),
    'watches[two].designs: found no filter; the service refuses HAGUE alone; accepted: at least one more of ',
  ],
  [
    'only filters that the register ignores',
    withWatch('  - id: two\n    designs: »{ source: JPID, holder: Rival }'),
    'watches[two].designs: found no filter that counts; JPID ignores holder; accepted: at least one more of id, idPrefix, registrationNumber, registered, status, locarno, designated',
  ],
  [
    'CNID by holder alone',
    withWatch('  - id: two\n    designs: { source: CNID, holder: »Rival }'),
    'watches[two].designs.holder: found "Rival"; CNID refuses it alone: add at least one of id, idPrefix, registered, status, locarno',
  ],
  [
    'a Locarno class in other signs',
    withWatch('  - id: two\n    designs: { source: HAGUE, locarno: »9.1 }'),
    'watches[two].designs.locarno: found "9.1"; accepted: a Locarno class and subclass like 09-01, or a whole class like 09; classes 01 to 32; did you mean 09-01?',
  ],
  [
    'a Locarno class that is none',
    withWatch('  - id: two\n    designs: { source: HAGUE, locarno: »33-01 }'),
    'watches[two].designs.locarno: found "33-01"; there is no class 33',
  ],
  [
    'a designated state in full',
    withWatch('  - id: two\n    designs: { source: HAGUE, designated: »France }'),
    'watches[two].designs.designated: found "France"; accepted: the two letters of a state, like US',
  ],
  [
    'a range of years',
    withWatch('  - id: two\n    designs: { source: HAGUE, registered: »2024-2025 }'),
    'watches[two].designs.registered: found "2024-2025"; accepted: a year like 2024 or a day like 2024-05-17, never a range',
  ],
  [
    'a day that does not exist',
    withWatch('  - id: two\n    designs: { source: HAGUE, registered: »2025-02-29 }'),
    'watches[two].designs.registered: found "2025-02-29"',
  ],
];

describe('a mistake is reported with its line, its column, what was found and what is accepted:', () => {
  it.each(cases)('%s', (_name, marked, words) => {
    const { text, place } = unmark(marked);
    const mistakes = mistakesOf(text);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(`watches.yaml:${place} ${words}`);
  });

  it('a wrong LOG_LEVEL, which is in no file', () => {
    expect(mistakesOf(withWatch(''), { LOG_LEVEL: 'inof' })).toEqual([
      'LOG_LEVEL: found "inof"; accepted: trace, debug, info, warn, error, fatal, silent; did you mean info?',
    ]);
  });

  it('a NAME_FILE that cannot be read, even for a field that the file omits', () => {
    const mistakes = mistakesOf(withWatch(''), { TIPSTAFF_TOKEN_FILE: 'gone.txt' });
    expect(mistakes).toEqual([
      'watches.yaml:1:1 service.token: found a file that cannot be read by TIPSTAFF_TOKEN_FILE (gone.txt: ENOENT); accepted: a readable file, or TIPSTAFF_TOKEN itself',
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
