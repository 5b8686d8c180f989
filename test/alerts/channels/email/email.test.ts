import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { noArrivals } from '../../../../src/alerts/channels/channel.ts';
import { alertOutline } from '../../../../src/alerts/message/message.ts';
import { type EmailChannelConfig, email } from '../../../../src/config/channels.ts';
import { createFetchPicture } from '../../../../src/service/http/client.ts';
import { eventually } from '../../../eventually.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';
import { docket, terminated, testContent } from '../contents.ts';
import { emailConfig } from '../emailConfig.ts';
import { openEndpoint } from '../endpoint.ts';
import { openMailServer, smtpError } from '../mailServer.ts';
import { openChannel as open } from '../openChannel.ts';

const designAlert = sampleAlerts['design-new'] ?? expect.fail();
const anyPicture = async () => ({ contentType: 'image/png', bytes: Buffer.from('picture bytes') });

const running = new AbortController().signal;
const password = 'correct horse battery';

function withLogin(port: number, user = 'tipstaff', host = '127.0.0.1'): EmailChannelConfig {
  return emailConfig(port, { smtpUrl: `smtp://${user}:${encodeURIComponent(password)}@${host}:${port}` });
}

/** Opens a mail server that accepts all, and a channel to it. */
async function openWithServer() {
  const { port, mails } = await openMailServer();
  return { channel: await open(emailConfig(port)), mails };
}

it('sends one mail to all recipients, as text and HTML, with the headers of lists and automatic mail', async () => {
  const { port, mails } = await openMailServer();
  const config = emailConfig(port, { replyTo: 'desk@example.com', listUnsubscribe: 'mailto:leave@example.com' });
  expect((await (await open(config)).send(terminated(), running)).outcome).toBe('sent');

  expect(mails).toHaveLength(1);
  const { parsed, recipients, raw } = mails[0] ?? expect.fail();
  expect(recipients).toEqual(['litigation@example.com', 'docketing@example.com']);
  expect(parsed.from?.text).toBe('"Tipstaff" <tipstaff@example.com>');
  expect(parsed.replyTo?.text).toContain('desk@example.com');
  expect(parsed.subject).toContain('Case ENDED: Lumen v. Glow (D. Del. 25-900) [M-7]');
  expect(parsed.text).toContain('terminated');
  expect(parsed.html).toContain('terminated');
  expect(parsed.messageId).toBe('<alert-42.20260302090000000.counsel.abcd1234@example.com>');
  expect(raw).toMatch(/^List-Id: .*<counsel\.tipstaff\.example\.com>\r$/im);
  expect(raw).toMatch(/^List-Unsubscribe: <mailto:leave@example\.com>\r$/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/^Content-Language: en\r$/m);
});

it('mails about one record share a thread, and a repeated mail keeps its Message-ID', async () => {
  const { channel, mails } = await openWithServer();
  await channel.send(terminated(42), running);
  await channel.send(terminated(43), running);
  await channel.send(terminated(43), running);
  const ids = mails.map((mail) => mail.parsed.messageId);
  expect(ids).toEqual([
    '<alert-42.20260302090000000.counsel.abcd1234@example.com>',
    '<alert-43.20260302090000000.counsel.abcd1234@example.com>',
    '<alert-43.20260302090000000.counsel.abcd1234@example.com>',
  ]);
  const threads = new Set(mails.map((mail) => mail.parsed.inReplyTo));
  expect(threads.size).toBe(1);
  expect([...threads][0]).toMatch(/^<record-[0-9a-f]{24}\.counsel\.abcd1234@example\.com>$/);
  expect(mails[0]?.parsed.references).toBe(mails[0]?.parsed.inReplyTo);
});

it('a mail about several records joins no thread, so that no mail program merges two cases', async () => {
  const { channel, mails } = await openWithServer();
  const one = terminated(42);
  const [change = expect.fail('no change')] = one.changes;
  const other = { ...change, id: 100, record: { ...docket, key: 'other' } };
  await channel.send(one, running);
  await channel.send({ ...one, id: 43, changes: [change, other] }, running);
  await channel.send({ ...one, id: 44, changes: [other] }, running);
  const [first, both, second] = mails.map((mail) => mail.parsed);
  expect([both?.references, both?.inReplyTo]).toEqual([undefined, undefined]);
  expect(first?.references).not.toBe(second?.references);
});

it('the mails about one incident share a thread, and another incident has its own', async () => {
  const { channel, mails } = await openWithServer();
  const notice = { incident: 'watch-failing', subject: 'lamp', at: '2026-03-02T09:00:00.000Z', detail: 'Why.' };
  const phases = [
    ['began', 'one'],
    ['ended', 'one'],
    ['began', 'two'],
  ] as const;
  for (const [index, [phase, thread]] of phases.entries()) {
    const notices = [{ ...notice, phase, thread: `incident:watch-failing:${thread}` }];
    const { createdAt, timezone } = terminated();
    await channel.send({ kind: 'notice', id: index + 1, channel: 'ops', createdAt, timezone, notices }, running);
  }
  const [began, ended, again] = mails.map((mail) => mail.parsed.references);
  expect(began).toBe(ended);
  expect(again).not.toBe(began);
});

it('each test mail has a new Message-ID', async () => {
  const { channel, mails } = await openWithServer();
  await channel.send(testContent, running);
  await channel.send(testContent, running);
  expect(mails[0]?.parsed.messageId).not.toBe(mails[1]?.parsed.messageId);
});

it('hostile text adds no header, no recipient and no second mail', async () => {
  const { port, mails } = await openMailServer();
  const name = 'Evil\r\nBcc: victim@example.net\r\n\r\nBody <victim@example.net>, x@example.net';
  const content = terminated();
  const changes = content.changes.map((change) => ({
    ...change,
    record: { ...change.record, type: 'docket' as const, caseName: name, key: 'k\r\nX-Injected: 1' },
  }));
  await (await open(emailConfig(port))).send({ ...content, changes }, running);
  const { parsed, recipients } = mails[0] ?? expect.fail();
  expect(recipients).toEqual(['litigation@example.com', 'docketing@example.com']);
  expect(parsed.headers.has('bcc')).toBe(false);
  expect(parsed.headers.has('x-injected')).toBe(false);
  expect(parsed.text).toContain('terminated');
});

it.each([
  'a@example.com, evil@example.net',
  'a@example.com>\r\nRCPT TO:<evil@example.net',
  'a@example.com evil@example.net',
  'Name <a@example.com> <evil@example.net>',
  '',
])('the config refuses %j as one recipient', (address) => {
  const { type, smtpUrl, from } = emailConfig(25);
  const refused = email.schema.safeParse({ type, smtpUrl, from, to: [address] });
  expect(refused.error?.issues).toMatchObject([{ path: ['to', 0] }]);
});

it.each([
  ['the only recipients', 550, 'failed', 'onRcptTo'],
  ['the only recipients', 451, 'retry', 'onRcptTo'],
  ['the sender', 553, 'failed', 'onMailFrom'],
  ['the sender', 421, 'retry', 'onMailFrom'],
  ['the data', 554, 'failed', undefined],
  ['the data', 552, 'failed', undefined],
  ['the data', 451, 'retry', undefined],
  ['the data', 503, 'retry', undefined],
] as const)('a server that refuses %s with %i leads to the outcome %s', async (_what, code, outcome, stage) => {
  const refused = smtpError(code, 'not today');
  const refuse = (_address: unknown, _session: unknown, done: (error: Error) => void) => done(refused);
  const { port } = await (stage ? openMailServer({ [stage]: refuse }) : openMailServer({}, () => refused));
  const result = await (await open(emailConfig(port))).send(terminated(), running);
  expect(result.outcome).toBe(outcome);
  const named =
    stage === 'onRcptTo' ? /^litigation@example\.com: .*; docketing@example\.com: .*not today/ : /not today/;
  expect(result.response).toMatch(named);
});

it('a server that refuses every connection refuses the channel, and no message', async () => {
  const { port } = await openMailServer({ onConnect: (_session, done) => done(smtpError(554, 'no service here')) });
  const result = await (await open(emailConfig(port))).send(terminated(), running);
  expect(result).toMatchObject({ outcome: 'dead', response: expect.stringContaining('554 no service here') });
});

it('a mail counts as sent if one recipient is refused, and its result names that recipient', async () => {
  const { port, mails } = await openMailServer({
    onRcptTo: (address, _session, done) =>
      done(address.address.startsWith('docketing') ? smtpError(550, 'no such user') : null),
  });
  const result = await (await open(emailConfig(port))).send(terminated(), running);
  expect(result).toMatchObject({
    outcome: 'sent',
    refused: [expect.stringMatching(/^docketing@example\.com: .*no such user/)],
  });
  expect(result.response).toContain('docketing@example.com');
  expect(mails[0]?.recipients).toEqual(['litigation@example.com']);
});

it('a deferred recipient gets the mail later, alone, with the same Message-ID', async () => {
  let graylisted = true;
  const { port, mails } = await openMailServer({
    onRcptTo: (address, _session, done) => {
      const putOff = graylisted && address.address.startsWith('docketing');
      done(putOff ? smtpError(451, 'graylisted') : null);
    },
  });
  const channel = await open(emailConfig(port));
  const arrivals = noArrivals();
  expect(await channel.send(terminated(), running, arrivals)).toMatchObject({
    outcome: 'retry',
    response: expect.stringMatching(/^accepted for 1 of 2; deferred for docketing@example\.com: .*graylisted/),
  });
  graylisted = false;
  // Another process, which reads from the database what has arrived.
  const other = await open(emailConfig(port));
  expect((await other.send(terminated(), running, arrivals)).outcome).toBe('sent');
  expect(mails.map((mail) => mail.recipients)).toEqual([['litigation@example.com'], ['docketing@example.com']]);
  expect(mails[0]?.parsed.messageId).toBe(mails[1]?.parsed.messageId);
  expect(mails[1]?.parsed.to).toEqual(mails[0]?.parsed.to);
});

it('a recipient that is deferred and later refused is named, and the mail counts as sent', async () => {
  let code = 451;
  const { port, mails } = await openMailServer({
    onRcptTo: (address, _session, done) => done(address.address.startsWith('docketing') ? smtpError(code, 'no') : null),
  });
  const channel = await open(emailConfig(port));
  const arrivals = noArrivals();
  expect((await channel.send(terminated(), running, arrivals)).outcome).toBe('retry');
  code = 550;
  expect(await channel.send(terminated(), running, arrivals)).toMatchObject({
    outcome: 'sent',
    refused: [expect.stringContaining('docketing@example.com')],
  });
  expect(mails).toHaveLength(1);
});

it('a mail is repeated with the same Message-ID if the connection closes after the data', async () => {
  let closeNext = true;
  const { port, mails, server } = await openMailServer({}, (session) => {
    if (!closeNext) return undefined;
    closeNext = false;
    for (const connection of server.connections) {
      if ((connection as unknown as { id: string }).id === session.id) {
        (connection as unknown as { _socket: Socket })._socket.destroy();
      }
    }
    return undefined;
  });
  const channel = await open(emailConfig(port));
  expect((await channel.send(terminated(), running)).outcome).toBe('retry');
  expect(mails).toHaveLength(1);
  expect((await channel.send(terminated(), running)).outcome).toBe('sent');
  expect(mails.map((mail) => mail.parsed.messageId)).toEqual(
    Array(2).fill('<alert-42.20260302090000000.counsel.abcd1234@example.com>'),
  );
});

it.each([
  [535, 'dead'],
  [454, 'retry'],
] as const)('a login that is refused with %i leads to %s, and the response has no password', async (code, outcome) => {
  const { port } = await openMailServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) => done(smtpError(code, `no ${auth.username} with ${auth.password}`)),
  });
  const result = await (await open(withLogin(port))).send(terminated(), running);
  expect(result.outcome).toBe(outcome);
  expect(JSON.stringify(result)).not.toContain(password);
  expect(JSON.stringify(result)).not.toContain(encodeURIComponent(password));
});

it('logs in over STARTTLS, and accepts a self-signed certificate from a server on this machine', async () => {
  const logins: unknown[] = [];
  const { port, mails } = await openMailServer({
    disabledCommands: [],
    onAuth: (auth, session, done) => {
      logins.push([auth.username, auth.password, session.secure]);
      done(null, { user: 'tipstaff' });
    },
  });
  expect((await (await open(withLogin(port, 'tip%40staff'))).send(terminated(), running)).outcome).toBe('sent');
  expect(logins).toEqual([['tip@staff', password, true]]);
  expect(mails).toHaveLength(1);
});

it('uses TLS from the first byte if the URL says smtps', async () => {
  const { port, mails } = await openMailServer({ secure: true });
  const config = emailConfig(port, { smtpUrl: `smtps://127.0.0.1:${port}` });
  expect((await (await open(config)).send(terminated(), running)).outcome).toBe('sent');
  expect(mails).toHaveLength(1);
});

it('a channel that requires TLS finds a server without STARTTLS dead, and sends it no password', async () => {
  const { port, mails } = await openMailServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_a, _s, done) => done(null, { user: 'x' }),
  });
  const result = await (await open({ ...withLogin(port), requireTls: true })).send(terminated(), running);
  expect(result.outcome).toBe('dead');
  expect(mails).toHaveLength(0);
});

it('a server that does not respond leads to a retry', async () => {
  const { port, server } = await openMailServer();
  await new Promise<void>((closed) => server.close(closed));
  expect((await (await open(emailConfig(port))).send(terminated(), running)).outcome).toBe('retry');
});

it('stops at once when its signal aborts, even if the server never responds', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void silent.close());
  const stopping = new AbortController();
  silent.on('connection', () => stopping.abort());
  const result = await (await open(emailConfig((silent.address() as AddressInfo).port))).send(
    terminated(),
    stopping.signal,
  );
  expect(result.outcome).toBe('retry');
});

it('signs every header with DKIM if the config asks for it', async () => {
  const folder = tempFolder();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateKeyFile = join(folder, 'key.pem');
  await writeFile(privateKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const { port, mails } = await openMailServer();
  const dkim = { domain: 'example.com', selector: 's1', privateKeyFile };
  const leave = { listUnsubscribe: 'https://example.com/leave', oneClick: true };
  await (await open(emailConfig(port, { dkim, ...leave }))).send(terminated(), running);
  const raw = mails[0]?.raw ?? '';
  expect(raw).toMatch(/^DKIM-Signature: .*d=example\.com;.*s=s1;/ms);
  const signed = (/ h=([^;]*);/.exec(raw)?.[1] ?? '').replace(/\s/g, '').split(':');
  const [head = ''] = raw.split('\r\n\r\n');
  const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase());
  expect(signed.sort()).toEqual(names.filter((name) => name !== 'dkim-signature').sort());
});

it('offers to unsubscribe with one click only if the config says that the URL supports it', async () => {
  const { port, mails } = await openMailServer();
  const listUnsubscribe = 'https://example.com/leave?list=counsel';
  await (await open(emailConfig(port, { listUnsubscribe }))).send(terminated(), running);
  await (await open(emailConfig(port, { listUnsubscribe, oneClick: true }))).send(terminated(), running);
  expect(
    mails.map(({ raw }) => /^List-Unsubscribe: <https:\/\/example\.com\/leave\?list=counsel>\r$/m.test(raw)),
  ).toEqual([true, true]);
  expect(mails.map(({ raw }) => /^List-Unsubscribe-Post: (.*)\r$/m.exec(raw)?.[1])).toEqual([
    undefined,
    'List-Unsubscribe=One-Click',
  ]);
});

it('sends all alerts of a pass in one session, and ends it with QUIT', async () => {
  const commands: string[] = [];
  const server = createServer((socket) => {
    const replies: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };
    let inData = false;
    socket.write('220 here\r\n');
    createInterface(socket).on('line', (line) => {
      if (inData && line !== '.') return;
      inData = line === 'DATA';
      const command = line === '.' ? '.' : line.slice(0, 4);
      commands.push(command);
      socket.write(`${replies[command] ?? '250 fine'}\r\n`);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const channel = await open(emailConfig((server.address() as AddressInfo).port));
  for (const id of [1, 2]) expect((await channel.send(terminated(id), running)).outcome).toBe('sent');
  await channel.close?.();
  const mail = ['MAIL', 'RCPT', 'RCPT', 'DATA', '.'];
  // The server reads QUIT after the channel has written it.
  await eventually(() => expect(commands).toEqual(['EHLO', ...mail, ...mail, 'QUIT']));
});

it('logs in with OAuth2 if the config asks for it, and a refused refresh token makes the channel dead', async () => {
  const tokens: string[] = [];
  const { port, mails } = await openMailServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['XOAUTH2'],
    onAuth: (auth, _session, done) => {
      tokens.push(String(auth.accessToken));
      done(null, { user: 'tipstaff' });
    },
  });
  let tokenResponse: object = { access_token: 'fresh', expires_in: 3600 };
  const { url } = await openEndpoint((_request, response) => response.end(JSON.stringify(tokenResponse)));
  const oauth2 = {
    user: 'tipstaff@example.com',
    clientId: 'client',
    clientSecret: 'client-secret-text',
    refreshToken: 'refresh-token-text',
    accessUrl: `${url}/token`,
  };
  expect((await (await open(emailConfig(port, { oauth2 }))).send(terminated(), running)).outcome).toBe('sent');
  expect(tokens).toEqual(['fresh']);
  expect(mails).toHaveLength(1);
  tokenResponse = { error: 'invalid_grant', error_description: 'refresh-token-text was revoked' };
  const result = await (await open(emailConfig(port, { oauth2 }))).send(terminated(), running);
  expect(result.outcome).toBe('dead');
  expect(result.response).toContain('invalid_grant');
  expect(result.response).not.toContain('refresh-token-text');
});

it('embeds the pictures of the HTML, which loads none from elsewhere', async () => {
  const { port, mails } = await openMailServer();
  const { url, requests } = await openEndpoint((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end('picture bytes'),
  );
  const record = {
    type: 'design' as const,
    key: 'HAGUE.DM/200900',
    source: 'HAGUE',
    registrationNumber: 'DM/200900',
    holders: ['Rival Bottles SA'],
    products: ['Bottles'],
    images: [{ filename: '1.png', url: `${url}/images/1.png` }],
  };
  const content = terminated();
  const changes = content.changes.map((change) => ({ ...change, kind: 'design.new' as const, record, fields: [] }));
  const fetchPicture = createFetchPicture({ baseUrl: url, token: 'token-1', inTurn: (call) => call() });
  await (await open(emailConfig(port), { fetchPicture })).send({ ...content, changes }, running);
  const { parsed } = mails[0] ?? expect.fail();
  expect(requests).toHaveLength(1);
  expect(parsed.attachments).toMatchObject([{ contentType: 'image/png', related: true, contentDisposition: 'inline' }]);
  expect(parsed.attachments[0]?.content.toString()).toBe('picture bytes');
  // mailparser turns embedded pictures into data URLs.
  expect(String(parsed.html)).toContain('src="data:image/png;base64,');
  expect(String(parsed.html)).not.toMatch(/<img[^>]+src="http/);
});

it.each([
  '=?utf-8?B?SGFjaw==?= v. Rival',
  'Müller =?utf-8?Q?Hack?= v. Rival =?x?=',
  `=?utf-8?B?SGFjaw==?= ${'判決 v. 👩‍⚖️ '.repeat(12)}`,
])('keeps a case name that looks like an encoded word as it is: %s', async (caseName) => {
  const { port, mails } = await openMailServer();
  const [change = expect.fail()] = terminated().changes;
  const message = terminated(42, { changes: [{ ...change, record: { ...docket, caseName } }] });
  const channel = await open(emailConfig(port));
  expect((await channel.send(message, running)).outcome).toBe('sent');
  const { parsed, raw } = mails[0] ?? expect.fail();
  expect(parsed.subject).toBe(alertOutline(message, { discreet: true }).subject);
  expect(parsed.subject).toContain(caseName.slice(0, 20));
  for (const line of raw.split('\r\n\r\n')[0]?.split('\r\n') ?? []) expect(line.length).toBeLessThanOrEqual(78);
});

it('gives each picture an id that no other mail has', async () => {
  const { port, mails } = await openMailServer();
  const channel = await open(emailConfig(port), { fetchPicture: anyPicture });
  for (const id of [1, 2]) await channel.send({ ...designAlert, id }, running);
  const ids = mails.flatMap(({ parsed }) => parsed.attachments.map((attachment) => attachment.contentId));
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^<picture-\d+\.alert-[12]\.\d+\.counsel\.abcd1234@example\.com>$/);
  for (const { raw, parsed } of mails) {
    const html = String(parsed.html);
    expect(raw).toMatch(/^content-id:\s+<picture-1\./im);
    expect(html).not.toContain('cid:');
  }
});
