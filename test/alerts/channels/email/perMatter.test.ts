import { expect, it } from 'vitest';
import { noArrivals } from '../../../../src/alerts/channels/channel.ts';
import { acmeCase, change, changesContent, entry, rivalWatch, widgetWatch } from '../../outbox/samples.ts';
import { emailConfig } from '../emailConfig.ts';
import { openMailServer, smtpError } from '../mailServer.ts';
import { openChannel } from '../openChannel.ts';

const running = new AbortController().signal;
const watches = [widgetWatch, { ...rivalWatch, matter: 'M-2' }];
const both = watches.map(({ id }) => id);

/** A judgment in a case of two matters, and a new case of the second matter. */
const morning = changesContent(
  [
    change('entry.new', { entry: entry(), watches: both }),
    change('docket.new', { record: acmeCase, watches: ['rival-cases'] }),
  ],
  { watches },
);

it('a mail names in its subject as many matters as fit', async () => {
  const { port, mails } = await openMailServer();
  await (await openChannel(emailConfig(port))).send(morning, running);
  expect(mails[0]?.parsed.subject).toMatch(/ \[M-2 \+1\]$/);
});

it('a channel with perMatter sends one mail per matter, each with its own id, and a shared case in both', async () => {
  const { port, mails } = await openMailServer();
  const channel = await openChannel(emailConfig(port, { perMatter: true }));
  const result = await channel.send(morning, running);
  expect(result).toMatchObject({ outcome: 'sent', response: expect.stringContaining('2 messages') });
  expect(mails.map(({ parsed }) => parsed.subject)).toEqual([
    'JUDGMENT: Widget v. Rival (D. Del. 20-168) [M-2026-014]',
    'NEW CASE: Acme v. Rival (2:26-cv-911) +1 case (decided) [M-2]',
  ]);
  expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(2);
  expect(mails[0]?.parsed.text).not.toContain('Acme');
});

it('a retry sends only the mails of matters that did not arrive', async () => {
  let taken = 0;
  const refuseSecond = () => {
    taken += 1;
    return taken === 2 ? smtpError(451, 'try again') : undefined;
  };
  const { port, mails } = await openMailServer({}, refuseSecond);
  const channel = await openChannel(emailConfig(port, { perMatter: true }));
  const arrivals = noArrivals();
  expect((await channel.send(morning, running, arrivals)).outcome).toBe('retry');
  expect((await channel.send(morning, running, arrivals)).outcome).toBe('sent');
  const tags = mails.map(({ parsed }) => /\[.*\]$/.exec(parsed.subject ?? '')?.[0]);
  expect(tags).toEqual(['[M-2026-014]', '[M-2]', '[M-2]']);
});
