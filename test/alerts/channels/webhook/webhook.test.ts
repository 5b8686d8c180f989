import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Channel } from '../../../../src/alerts/channels/channel.ts';
import type { Payload, PayloadOf } from '../../../../src/alerts/channels/webhookSchema.ts';
import type { ShownEvent } from '../../../../src/reading/events/calendarEvent.ts';
import type { Entry } from '../../../../src/records/docket.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';
import { longAlert, terminated, testContent } from '../contents.ts';
import { type KeptRequest, openEndpoint } from '../endpoint.ts';
import { openChannel } from '../openChannel.ts';
import { newCase } from './newCase.ts';
import { expectToFitSchema } from './schemas.ts';

const running = new AbortController().signal;
const now = new Date('2026-03-02T09:00:00.000Z');

const key = Buffer.from('an example key of 32 bytes, ok!!');
const secret = `whsec_${key.toString('base64')}`;

/** Verifies a call as a receiver of Standard Webhooks does. @throws if the signature or the schema does not match */
function receive({ headers, body }: KeptRequest, by = secret): Payload {
  const payload = new Webhook(by).verify(body, headers as Record<string, string>);
  expectToFitSchema(payload);
  return payload as Payload;
}

// A receiver of Standard Webhooks compares the time of a call with its own clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

function open(url: string, secrets = [secret]): Promise<Channel> {
  return openChannel({ type: 'webhook', name: 'counsel', url, secret: secrets, timezone: 'UTC' }, { clock: () => now });
}

it('signs id, time and body as Standard Webhooks requires, with one id for a repeat and no dot in it', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.writeHead(204).end());
  const channel = await open(`${url}/hook`);
  expect((await channel.send(terminated(), running)).outcome).toBe('sent');
  await channel.send(terminated(), running);
  const [first, second] = requests;
  const { headers, body } = first ?? expect.fail();
  expect(headers['webhook-id']).toBe('alert-42_20260302090000000_counsel_abcd1234');
  const signed = `${headers['webhook-id']}.${Math.floor(now.getTime() / 1000)}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(second?.headers['webhook-id']).toBe(headers['webhook-id']);
});

it.each(
  Object.entries({ ...sampleAlerts, test: testContent, newCase }),
)('a receiver of Standard Webhooks accepts %s, and finds it as the schema describes it', async (_name, content) => {
  const { url, requests } = await openEndpoint((_request, response) => response.end());
  await (await open(url)).send(content, running);
  expect(requests.map((request) => receive(request).type)).toEqual([`alert.${content.kind}`]);
  const [request] = requests;
  expect(() => receive({ ...(request ?? expect.fail()), body: `${request?.body} ` })).toThrow();
});

it('while two secrets are set, a receiver may have either of them', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end());
  const fresh = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  await (await open(url, [fresh, secret])).send(terminated(), running);
  const request = requests[0] ?? expect.fail();
  for (const one of [fresh, secret]) expect(receive(request, one).type).toBe('alert.changes');
  expect(() => receive(request, `whsec_${Buffer.alloc(32, 1).toString('base64')}`)).toThrow();
});

it('another alert of the same number, as after a restore, has another id', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end());
  const channel = await open(url);
  await channel.send(terminated(), running);
  await channel.send(terminated(42, { createdAt: '2026-03-05T09:00:00.000Z' }), running);
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

it('the payload of a new case has its parties, court, judge, entries, dates and links', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end());
  await (await open(url)).send(newCase, running);
  const { data } = receive(requests[0] ?? expect.fail()) as PayloadOf<'alert.changes'>;
  expect(data).toMatchObject({ alert: 42, channel: 'counsel', priority: 'act' });
  expect(data.changes[0]).toMatchObject({
    id: 17,
    kind: 'docket.new',
    watches: ['lamp'],
    check: 5,
    priority: 'act',
    record: { type: 'docket', key: '401122334', label: '2:26-cv-00911', courtId: 'txed' },
    links: {
      docket: 'https://ecf.txed.uscourts.gov/cgi-bin/DktRpt.pl?90210',
      page: 'https://tipstaff.example.com/cases/401122334',
    },
    facts: { parties: ['Acme Bottling LLC', 'Rival Industries, Inc.'], judge: 'Rosa Quill', dateFiled: '2026-02-27' },
    entries: [
      {
        documentNumber: '1',
        priority: 'read',
        reading: { type: 'complaint' },
        links: { pdf: 'https://search.example.com/pdf/txed/04301234567.pdf' },
      },
    ],
    dates: [{ date: '2026-03-20', time: '09:00', what: 'hearing' }],
  });
});

it('a date that moved and may be cancelled has exactly the properties that the schema names', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end());
  const moved: ShownEvent = {
    ...(newCase.dates?.[0] ?? expect.fail()),
    mayBeCancelled: 'D.I. 5',
    earlier: [{ date: '2026-03-13', entry: '' }],
    movedBy: { entry: '2', filed: '2026-02-27' },
    discreet: 'M-1',
  };
  await (await open(url)).send({ ...newCase, dates: [moved] }, running);
  const { data } = receive(requests[0] ?? expect.fail()) as PayloadOf<'alert.changes'>;
  const { record: _, case: __, sequence: ___, movedBy: ____, discreet: _____, ...sent } = moved;
  expect(data.changes[0]?.dates).toEqual([JSON.parse(JSON.stringify(sent))]);
});

it('the payload of a new design has its register, facts and pictures', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end());
  await (await open(url)).send(sampleAlerts['design-new'] ?? expect.fail(), running);
  const { data } = receive(requests[0] ?? expect.fail()) as PayloadOf<'alert.changes'>;
  expect(data.changes[0]).toMatchObject({
    record: { register: 'HAGUE', label: 'DM/214 567' },
    links: { register: 'https://designs.example/en/detail?id=DM214567' },
    facts: { holders: ['Rival Industries, Inc.'], locarno: ['09-01', '09-07'], expires: '2031-11-13' },
  });
  expect(data.changes[0]?.facts?.images).toHaveLength(3);
});

it('an alert of more than fifty changes is one call with the fifty most important, and links to all', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end());
  const long = longAlert(42, 60);
  const [last] = long.changes.slice(-1);
  const ruling = {
    ...(last ?? expect.fail()),
    entry: { ...last?.entry, description: 'JUDGMENT for plaintiff.' } as Entry,
  };
  const changes = [...long.changes.slice(0, -1), ruling];
  const channel = await open(url);
  const sent = await channel.send({ ...long, changes, pageUrl: 'https://tipstaff.example' }, running);
  expect(sent).toMatchObject({ outcome: 'sent', response: 'HTTP 200' });
  expect(requests).toHaveLength(1);
  const { data } = receive(requests[0] ?? expect.fail()) as PayloadOf<'alert.changes'>;
  expect(data).toMatchObject({ total: 60, rest: 'https://tipstaff.example/api/v1/changes?alert=42' });
  expect(data.changes).toHaveLength(50);
  expect(data.changes[0]).toMatchObject({ id: ruling.id, priority: 'act' });
  await channel.send(long, running);
  const alone = receive(requests[1] ?? expect.fail()) as PayloadOf<'alert.changes'>;
  expect(alone.data.rest).toBe('tipstaff alerts show 42 --json');
});

it.each([
  [200, 'sent'],
  [202, 'sent'],
  [302, 'retry', 'channel'],
  [400, 'retry', 'message'],
  [401, 'retry', 'channel'],
  [404, 'retry', 'channel'],
  [410, 'ended'],
  [413, 'retry', 'message'],
  [422, 'retry', 'message'],
  [429, 'retry', 'channel'],
  [500, 'retry', 'channel'],
  [503, 'retry', 'channel'],
] as const)('a response %i leads to the outcome %s', async (status, outcome, scope?: string) => {
  const { url } = await openEndpoint((_request, response) =>
    response.writeHead(status, { 'retry-after': '9' }).end('words'),
  );
  const result = await (await open(url)).send(terminated(), running);
  expect(result.outcome).toBe(outcome);
  if (result.outcome === 'retry') expect(result).toMatchObject({ afterSeconds: 9, scope });
});

it('the key appears in no result, even if the receiver echoes it', async () => {
  const { url } = await openEndpoint((_request, response) => response.writeHead(400).end(`bad key ${secret}`));
  const result = await (await open(`${url}/hooks/in-the-path-secret`)).send(terminated(), running);
  expect(result.response).not.toContain(key.toString('base64'));
});
