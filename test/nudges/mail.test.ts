import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import hoodiecrow, { type ImapMessage } from 'hoodiecrow-imap';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listFeeds } from '../../src/nudges/feed/feedSourcesTable.ts';
import { openMailbox } from '../../src/nudges/mail/openMailbox.ts';
import { openMailPolls, readNotice } from '../../src/nudges/mail/pollMail.ts';
import { loadNudgesNow } from '../../src/nudges/sourcesNow.ts';
import { openDesk } from './desk.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const keyText = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

const site = 'https://ecf.ded.uscourts.gov';
const notice = (document: number) => `U.S. District Court

District of Delaware

Notice of Electronic Filing

The following transaction was entered by Roe, Jane on 11/20/2026 at 7:00 AM EST and filed on 11/20/2026
Case Name:  Widget Co. v. Rival Inc.
Case Number:  1:20-cv-00168-MN <${site}/cgi-bin/DktRpt.pl?7001>
Filer:
Document Number: ${document} <${site}/doc1/04301?caseid=7001&de_seq_num=7&magic_num=MAGIC>
Docket Text:
ORDER granting the motion.
`;

interface Sent {
  readonly from?: string;
  readonly signs?: boolean;
  readonly date?: string;
  /** How much of its body is signed. */
  readonly bytes?: number;
  readonly type?: string;
}

async function mailOf(text: string, sent: Sent = {}) {
  const { from = 'ded_nef@ded.uscourts.gov', signs = true, date = 'Fri, 20 Nov 2026 12:00:00 +0000', bytes } = sent;
  const type = sent.type ?? 'text/plain; charset=utf-8';
  const plain = Buffer.from(
    `From: <${from}>\r\nTo: <counsel@example.com>\r\nSubject: Activity in Case 1:20-cv-00168\r\nDate: ${date}\r\nContent-Type: ${type}\r\n\r\n${text.replaceAll('\n', '\r\n')}`,
  );
  if (!signs) return plain;
  const part = bytes === undefined ? {} : { maxBodyLength: bytes };
  const data = [{ signingDomain: 'uscourts.gov', selector: 'one', privateKey: pem, ...part }];
  const { signatures } = await dkimSign(plain, {
    signingDomain: 'uscourts.gov',
    selector: 'one',
    privateKey: pem,
    signatureData: data,
    // Otherwise the moment is taken twice: once for what is signed, once for what the header says.
    signTime: new Date(),
  });
  return Buffer.concat([Buffer.from(signatures), plain]);
}

/** A mailbox as a source, and what looks into it. */
async function openNotices(source: Readonly<Record<string, unknown>>) {
  const desk = await openDesk({ nudges: { notices: { type: 'mail', ...source } } });
  desk.office.now = new Date();
  const asked: string[] = [];
  let dns: 'there' | 'away' = 'there';
  const polls = openMailPolls({
    store: desk.store,
    config: desk.office.parts().config,
    clock: () => desk.office.now,
    log: pino({ level: 'silent' }),
    redact: (text) => text,
    resolver: async (name) => {
      asked.push(name);
      if (dns === 'away') throw Object.assign(new Error('no server'), { code: 'ESERVFAIL' });
      return name === 'one._domainkey.uscourts.gov' ? [[`v=DKIM1; k=rsa; p=${keyText}`]] : [];
    },
  });
  onTestFinished(() => polls.close());
  const stored = async () => {
    const rows = await desk.store.db.selectFrom('nudges').select(['court', 'document', 'published_at']).execute();
    return rows.map(({ court, document, published_at }) => `${court} ${document} ${published_at?.slice(0, 16)}`);
  };
  const look = async () => {
    desk.office.pass(0, 0.1);
    await polls.look();
  };
  const setDns = (state: typeof dns) => {
    dns = state;
  };
  return { desk, look, stored, asked, setDns };
}

async function openMaildir(more: Readonly<Record<string, unknown>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'maildir-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const part of ['new', 'cur', 'tmp']) mkdirSync(join(folder, part));
  return { folder, ...(await openNotices({ folder, ...more })) };
}

describe('notices of filing in a maildir', () => {
  it('are nudges for their cases, each once, also when somebody reads the mail', async () => {
    const { folder, look, stored } = await openMaildir();
    writeFileSync(join(folder, 'new', '1.host'), await mailOf(notice(2)));
    await look();
    expect(await stored()).toEqual(['ded 2 2026-11-20T12:00']);
    renameSync(join(folder, 'new', '1.host'), join(folder, 'cur', '1.host:2,S'));
    writeFileSync(join(folder, 'new', '2.host'), await mailOf(notice(3)));
    await look();
    expect(await stored()).toEqual(['ded 2 2026-11-20T12:00', 'ded 3 2026-11-20T12:00']);
  });

  it('are read where they are when somebody opens the mail meanwhile', async () => {
    const { folder } = await openMaildir();
    writeFileSync(join(folder, 'new', '1.host'), 'a notice');
    const mailbox = await openMailbox({ folder }, new Date(), new AbortController().signal);
    const [key = ''] = await mailbox.list();
    renameSync(join(folder, 'new', '1.host'), join(folder, 'cur', '1.host:2,S'));
    expect((await mailbox.read(key))?.toString()).toBe('a notice');
    rmSync(join(folder, 'cur', '1.host:2,S'));
    expect(await mailbox.read(key)).toBeUndefined();
  });

  it('are looked for though the clock was a month ahead at the last look', async () => {
    const { desk, folder, look, stored } = await openMaildir();
    const { now } = desk.office;
    desk.office.pass(30);
    await look();
    desk.office.now = now;
    writeFileSync(join(folder, 'new', '1.host'), await mailOf(notice(2)));
    await look();
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    ['of another sender', { from: 'ded_nef@uscourts.gov.example.com' }],
    ['that nobody signed', { signs: false }],
  ])('%s are left alone', async (_name, how) => {
    const { folder, look, stored } = await openMaildir();
    writeFileSync(join(folder, 'new', '1.host'), await mailOf(notice(2), how));
    await look();
    expect(await stored()).toEqual([]);
  });

  it('changed on their way are left alone, with `dkim: where-signed` too; there what is not signed counts', async () => {
    const { folder, look, stored } = await openMaildir({ dkim: 'where-signed' });
    const changed = (await mailOf(notice(2))).toString('latin1').replace('Document Number: 2', 'Document Number: 9');
    writeFileSync(join(folder, 'new', '1.host'), Buffer.from(changed, 'latin1'));
    writeFileSync(join(folder, 'new', '2.host'), await mailOf(notice(3), { signs: false }));
    await look();
    expect(await stored()).toEqual(['ded 3 2026-11-20T12:00']);
  });

  it('that nobody can read are left out; those behind them are read', async () => {
    const { folder, look, stored } = await openMaildir();
    const nested = Array.from({ length: 400 }, (_, at) => {
      const inner = `Content-Type: multipart/mixed; boundary="b${at + 1}"\n\n`;
      return `--b${at}\n${inner}`;
    });
    const type = 'multipart/mixed; boundary="b0"';
    writeFileSync(join(folder, 'new', '1.host'), await mailOf(nested.join(''), { type }));
    writeFileSync(join(folder, 'new', '2.host'), await mailOf(notice(3)));
    await look();
    expect(await stored()).toEqual(['ded 3 2026-11-20T12:00']);
  });

  it('signed in part, so that anybody may have added to them, are left alone', async () => {
    const { folder, look, stored } = await openMaildir();
    const begun = await mailOf('Lunch?\n', { bytes: 8 });
    const added = Buffer.concat([begun, Buffer.from(notice(2).replaceAll('\n', '\r\n'))]);
    writeFileSync(join(folder, 'new', '1.host'), added);
    await look();
    expect(await stored()).toEqual([]);
  });

  it('with a thousand signatures cost no thousand questions to the DNS', async () => {
    const { folder, look, stored, asked } = await openMaildir();
    const signed = (await mailOf(notice(2))).toString('latin1');
    const [signature = ''] = /^DKIM-Signature:[\s\S]*?\r\n(?=\S)/i.exec(signed) ?? [];
    writeFileSync(join(folder, 'new', '1.host'), Buffer.from(signature.repeat(1_000) + signed, 'latin1'));
    await look();
    expect([await stored(), asked.length]).toEqual([[], 0]);
  });

  it('that cannot be judged while the DNS is away are judged when it is back; others are not kept waiting', async () => {
    const { desk, folder, look, stored, setDns } = await openMaildir({ dkim: 'where-signed' });
    setDns('away');
    writeFileSync(join(folder, 'new', '1.host'), await mailOf(notice(2)));
    writeFileSync(join(folder, 'new', '2.host'), await mailOf(notice(3), { signs: false }));
    await look();
    expect(await stored()).toEqual(['ded 3 2026-11-20T12:00']);
    const [row] = await listFeeds(desk.store.db);
    expect(row).toMatchObject({ failures: 1, error: expect.stringContaining('DNS') });
    setDns('there');
    desk.office.pass(0, 0.1);
    await look();
    expect(await stored()).toEqual(['ded 3 2026-11-20T12:00', 'ded 2 2026-11-20T12:00']);
  });

  it('from a clock that is ahead were entered now at the latest', async () => {
    const { desk, folder, look, stored } = await openMaildir();
    writeFileSync(join(folder, 'new', '1.host'), await mailOf(notice(2), { date: 'Fri, 20 Nov 2099 12:00:00 +0000' }));
    await look();
    expect(await stored()).toEqual([`ded 2 ${desk.office.now.toISOString().slice(0, 16)}`]);
  });

  it('in a folder that is not there are an incident', async () => {
    const { desk, folder, look } = await openMaildir();
    rmSync(join(folder, 'new'), { recursive: true });
    for (let time = 0; time < 5; time += 1) await look();
    expect(await desk.office.newAlerts()).toEqual(['ops: notices-unreadable began']);
    const { sources } = await loadNudgesNow(desk.store.db, desk.office.parts().config, desk.office.now);
    expect(sources).toMatchObject([{ source: 'notices', court: null, state: 'unreadable', readAt: null }]);
    mkdirSync(join(folder, 'new'));
    await look();
    expect(await desk.office.newAlerts()).toEqual(['ops: notices-unreadable ended']);
  });
});

describe('notices of filing on an IMAP server', () => {
  const date = new Date().toUTCString().replace(/^\w+, (\d\d) (\w+) (\d+) (\S+).*$/, '$1-$2-$3 $4 +0000');

  async function openServer(mails: readonly Buffer[]) {
    const messages: ImapMessage[] = mails.map((raw, index) => ({
      raw: raw.toString('latin1'),
      internaldate: date,
      uid: index + 1,
      flags: [],
    }));
    const server = hoodiecrow({
      users: { me: { password: 'p@ss' } },
      storage: { INBOX: {}, '': { separator: '/', folders: { Notices: { uidnext: 100, messages } } } },
    });
    await new Promise<void>((listening) => server.listen(0, listening));
    onTestFinished(() => new Promise<void>((closed) => server.close(closed)));
    const { port } = server.server.address() as AddressInfo;
    return { messages, port };
  }

  it('are nudges for their cases, and stay as they are', async () => {
    const { messages, port } = await openServer([
      await mailOf(notice(2)),
      await mailOf('Lunch?'),
      await mailOf(notice(3)),
    ]);
    const { look, stored } = await openNotices({ imapUrl: `imap://me:p%40ss@127.0.0.1:${port}/Notices` });
    await look();
    await look();
    expect(await stored()).toEqual(['ded 2 2026-11-20T12:00', 'ded 3 2026-11-20T12:00']);
    expect(messages.map(({ flags }) => flags)).toEqual([[], [], []]);
  });

  it('that refuses the login is an incident, without the password', async () => {
    const { port } = await openServer([]);
    const { desk, look } = await openNotices({ imapUrl: `imap://me:wrong-secret@127.0.0.1:${port}/Notices` });
    for (let time = 0; time < 5; time += 1) await look();
    expect(await desk.office.newAlerts()).toEqual(['ops: notices-unreadable began']);
    const [row] = await listFeeds(desk.store.db);
    expect(row?.error).toBeTruthy();
    expect(row?.error).not.toContain('wrong-secret');
  });
});

it('a notice in HTML, and a daily summary of several cases, say the same; what is none says nothing', () => {
  const cells = (number: string, id: number, document: number) =>
    `<tr><td>Case Number:</td><td><a href="${site}/cgi-bin/DktRpt.pl?${id}">${number}</a></td></tr><tr><td>Document Number:</td><td><a href="${site}/doc1/04301?x=1&amp;magic_num=M">${document}</a></td></tr>`;
  const html = `<html><body><table>${cells('1:20-cv-00168-MN', 7001, 2)}${cells('1:21-cv-00003', 8001, 14)}</table></body></html>`;
  const said = readNotice({ html, date: 'Fri, 20 Nov 2026 12:00:00 +0000' }, 'key');
  expect(said).toMatchObject([
    { court: 'ded', signals: [{ docketNumber: '1:20-cv-00168', pacerCaseId: '7001', document: '2', text: '' }] },
    { court: 'ded', signals: [{ docketNumber: '1:21-cv-00003', pacerCaseId: '8001', document: '14' }] },
  ]);
  expect(readNotice({ text: 'Case Number: 1:20-cv-00168 https://ecf.evil.example/' }, 'key')).toEqual([]);
  expect(readNotice({ text: 'Lunch?' }, 'key')).toEqual([]);
});

it.each([
  ['links that never end', `<a href=x>`.repeat(20_000)],
  ['addresses without an end', `<a ${'href=a '.repeat(28_000)}`],
  ['cases without a number', 'Case Number: '.repeat(15_000)],
  ['brackets', '<'.repeat(200_000)],
])('a mail of %s is read to its end', (_name, html) => {
  expect(readNotice({ html }, 'key')).toEqual([]);
});
