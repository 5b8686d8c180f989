import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AlertContent } from '../../src/alerts/message/content.ts';
import { emailConfig } from '../alerts/channels/emailConfig.ts';
import { openMailServer } from '../alerts/channels/mailServer.ts';
import { openChannel } from '../alerts/channels/openChannel.ts';
import { hostileTexts } from '../alerts/outbox/hostile.ts';
import { alertsWith } from '../alerts/outbox/hostileAlerts.ts';
import { sampleAlerts } from '../alerts/outbox/sampleAlerts.ts';
import { byNight } from '../runs.ts';
import { tempFolder } from '../tempFolder.ts';
import { dkimpy, itWith, problemsOf, runPython } from './tools.ts';

const picture = { contentType: 'image/png', bytes: Buffer.from('picture bytes') };

type Named = readonly (readonly [name: string, content: AlertContent])[];

/** Sends the alerts, signed, to a real mail server. @returns the problems that it finds, by the alerts' names */
async function problemsWhenMailed(alerts: Named): Promise<string[]> {
  const folder = tempFolder();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateKeyFile = join(folder, 'key.pem');
  await writeFile(privateKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const { port, mails } = await openMailServer();
  const dkim = { domain: 'example.com', selector: 's1', privateKeyFile };
  const config = emailConfig(port, { dkim, calendar: true, listUnsubscribe: 'https://example.com/leave' });
  const channel = await openChannel(config, { fetchPicture: async () => picture });
  for (const [name, content] of alerts) {
    const { outcome } = await channel.send(content, new AbortController().signal);
    expect(outcome, name).toBe('sent');
    await writeFile(join(folder, `${mails.length}, ${name}.eml`), mails.at(-1)?.raw ?? '');
  }
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const found = await runPython('check_mails.py', [folder, key]);
  expect(found.size).toBe(alerts.length);
  return problemsOf(found);
}

const itReads = itWith(dkimpy);

itReads('every kind of mail passes Python’s strict parser, and its signature passes dkimpy', async () => {
  expect(await problemsWhenMailed(Object.entries(sampleAlerts))).toEqual([]);
});

itReads('every mail with a hostile text passes Python’s strict parser, and its signature passes dkimpy', async () => {
  // The time of an alert is our own, and never a hostile text.
  const createdAt = '2026-11-21T12:00:00.000Z';
  const hostile = Object.entries(hostileTexts).flatMap(([name, text]) =>
    alertsWith(text, { each: byNight }).map((content) => [name, { ...content, createdAt }] as const),
  );
  expect(await problemsWhenMailed(hostile)).toEqual([]);
});

itReads('the check of mails finds the errors of a bad mail', async () => {
  const folder = tempFolder();
  const head =
    'From: a@example.com\r\nTo: b@example.com\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@example.com>';
  const bad = 'Subject: \u202eone\r\nSubject: two\r\nBcc: c@example.com\r\nContent-ID: <picture>';
  await writeFile(join(folder, 'bad.eml'), `${head}\r\n${bad}\r\n\r\nBell \u0007\r\n`);
  const [problems = []] = (await runPython('check_mails.py', [folder, 'AAAA'])).values();
  expect(problems.join('; ')).toMatch(/beyond ASCII.*subject more than once.*Bcc.*<picture>.*U\+0007.*DKIM/is);
});
