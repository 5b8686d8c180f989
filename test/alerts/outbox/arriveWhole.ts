import { expect } from 'vitest';
import { type Channel, openHttpPoster } from '../../../src/alerts/channels/channel.ts';
import { openEmail } from '../../../src/alerts/channels/email/send.ts';
import { createPace } from '../../../src/alerts/channels/openChannel.ts';
import { openSlack } from '../../../src/alerts/channels/slack.ts';
import { openWebhook } from '../../../src/alerts/channels/webhook.ts';
import { deliverDue } from '../../../src/alerts/outbox/deliver.ts';
import type { DeliveryParts } from '../../../src/alerts/outbox/deliveryOutcome.ts';
import type { ChannelConfig } from '../../../src/config/channels.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { type Office, openOffice } from '../../check/office.ts';
import { openEndpoint } from '../channels/endpoint.ts';
import { openMailServer, smtpError } from '../channels/mailServer.ts';
import { seededRandom } from './seededRandom.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Opens receivers of each kind that fail at first, and then more often than not, in every way that takes nothing. */
async function openFarEnds(random: () => number) {
  const httpTaken: { path: string; body: string }[] = [];
  const tried = new Set<string>();
  const isFirst = (name: string) => !tried.has(name) && tried.add(name) !== undefined;
  const http = await openEndpoint((request, response, count) => {
    if (isFirst(request.url ?? '')) return void response.writeHead(503).end('not yet');
    const chance = random();
    if (chance < 0.2) return void request.socket.destroy();
    if (chance < 0.4) return void response.writeHead(429, { 'retry-after': '90' }).end('slow down');
    if (chance < 0.6) return void response.writeHead(503).end('not now');
    if (chance < 0.65) return void response.writeHead(404).end('no_service');
    httpTaken.push({ path: request.url ?? '', body: http.requests[count - 1]?.body ?? '' });
    response.end('ok');
  });
  const refused = new Set<number>();
  const mail = await openMailServer(
    {
      onConnect: (_session, done) => done(random() < 0.2 ? smtpError(421, 'no room') : null),
      onRcptTo: ({ address }, _session, done) =>
        done(isFirst(address) || random() < 0.2 ? smtpError(450, 'busy') : null),
    },
    () => {
      if (random() >= 0.3) return undefined;
      refused.add(mail.mails.length - 1);
      return smtpError(451, 'later');
    },
  );
  return { http, httpTaken, mail, mailsTaken: () => mail.mails.filter((_mail, index) => !refused.has(index)) };
}

type FarEnds = Awaited<ReturnType<typeof openFarEnds>>;

function channelConfigs({ http, mail }: FarEnds, numbers: readonly number[]): Record<string, object> {
  const smtpUrl = `smtp://127.0.0.1:${mail.port}`;
  return Object.fromEntries(
    numbers.flatMap((number): [string, object][] => [
      [`mail${number}`, { type: 'email', smtpUrl, from: 'a@example.com', to: [`mail${number}@example.com`] }],
      [`slack${number}`, { type: 'slack', webhookUrl: `${http.url}/slack${number}` }],
      [`hook${number}`, { type: 'webhook', url: `${http.url}/hook${number}`, secret }],
    ]),
  );
}

function openOne(config: ChannelConfig, office: Office, http: ReturnType<typeof openHttpPoster>): Channel {
  const clock = () => office.now;
  const installation = 'soak';
  const secrets: never[] = [];
  if (config.type === 'email') return openEmail(config, { installation, secrets });
  if (config.type === 'slack') return openSlack(config, { http, clock, secrets, pace: createPace(1) });
  if (config.type === 'webhook') return openWebhook(config, { http, clock, installation, secrets });
  throw new Error(`no ${config.type} here`);
}

/** Delivers until nothing waits, with a quarter of an hour between two passes. */
async function deliverAll(office: Office): Promise<void> {
  const { config } = office.parts();
  const http = openHttpPoster();
  const channels = Object.values(config.channels).map((channel) => openOne(channel, office, http));
  const parts: DeliveryParts = {
    ...office.parts(),
    channels: new Map(channels.map((channel) => [channel.name, channel])),
  };
  for (let pass = 0; pass < 200; pass += 1) {
    await deliverDue(parts, new AbortController().signal);
    const waiting = await office.store.db.selectFrom('alerts').select('id').where('state', '!=', 'sent').execute();
    if (waiting.length === 0) break;
    office.pass(0, 0.25);
  }
  await Promise.all(channels.map((channel) => channel.close?.()));
  await http.close();
}

/** Counts the changes that a message shows, and those that it only counts. */
function reportedIn(text: string): number {
  const shown = text.match(/\bORDER number \d+/g)?.length ?? 0;
  const more = [...text.matchAll(/\band ([\d,]+) more\b/g)].map(([, count = '0']) => Number(count.replaceAll(',', '')));
  return shown + more.reduce((sum, count) => sum + count, 0);
}

/** Returns the text of the blocks alone, as the fallback text repeats a part of it. */
function wordsOfBlocks(message: string): string {
  return JSON.stringify(JSON.parse(message).blocks).replaceAll(String.raw`\n`, ' ');
}

interface News {
  readonly dockets: number;
  /** New entries for each docket. */
  readonly newEntries: number;
  /** Channels of each kind. */
  readonly ofEachKind: number;
}

/** Checks that everything a check found arrives in full and once, whatever fails on the way. */
export async function arriveWhole({ dockets, newEntries, ofEachKind }: News): Promise<void> {
  const all = dockets * newEntries;
  const numbers = Array.from({ length: ofEachKind }, (_, index) => index + 1);
  const farEnds = await openFarEnds(seededRandom(11));
  const channels = channelConfigs(farEnds, numbers);
  const office = await openOffice({
    channels,
    operators: [],
    defaults: { notify: Object.keys(channels), announce: false },
  });
  const entries = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) =>
      entryHit(from + index, { dateFiled: '2026-11-20', description: `ORDER number ${from + index}` }),
    );
  const cases = (upTo: number) =>
    Array.from({ length: dockets }, (_, index) =>
      docketWith(entries(1, upTo), { docketId: 7000 + index, docketNumber: `1:20-cv-${10_000 + index}` }),
    );
  office.service.dockets = cases(2);
  await office.check();
  office.service.dockets = cases(2 + newEntries);
  expect(await office.check({ after: 1 })).toMatchObject([{ outcome: 'complete', changes: all }]);
  await deliverAll(office);

  const reported = (await office.changes()).map((change) => change.id);
  expect(reported).toHaveLength(all);
  for (const number of numbers) {
    const hooks = farEnds.httpTaken
      .filter((taken) => taken.path === `/hook${number}`)
      .map(({ body }) => JSON.parse(body));
    expect(hooks).toHaveLength(1);
    const [{ data }] = hooks;
    const hooked: number[] = data.changes.map((change: { id: number }) => change.id);
    expect(new Set(hooked).size).toBe(Math.min(all, 50));
    expect(data.total).toBe(all);
    for (const id of hooked) expect(reported).toContain(id);

    const mails = farEnds.mailsTaken().filter((mail) => mail.recipients.includes(`mail${number}@example.com`));
    expect(mails).toHaveLength(1);
    expect(reportedIn(mails[0]?.parsed.text ?? '')).toBe(all);

    const messages = farEnds.httpTaken.filter((taken) => taken.path === `/slack${number}`).map(({ body }) => body);
    expect(new Set(messages).size).toBe(messages.length);
    expect(reportedIn(messages.map(wordsOfBlocks).join('\n'))).toBe(all);
  }
  const failures = await office.store.db.selectFrom('deliveries').select('id').where('outcome', '!=', 'sent').execute();
  expect(failures.length).toBeGreaterThanOrEqual(Object.keys(channels).length);
}
