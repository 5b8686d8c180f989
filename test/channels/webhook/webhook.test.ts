import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { alertMessage } from '../../../src/alerts/alertMessage.ts';
import type { Channel } from '../../../src/channels/channel.ts';
import { terminated } from '../contents.ts';
import { openEndpoint } from '../endpoint.ts';
import { openChannel } from '../openChannel.ts';

const running = new AbortController().signal;
const key = Buffer.from('an example key of 32 bytes, ok!!');
const secret = `whsec_${key.toString('base64')}`;
const now = new Date('2026-03-02T09:00:05.000Z');

function open(url: string): Promise<Channel> {
  return openChannel({ type: 'webhook', name: 'counsel', url, secret, timezone: 'UTC' }, { clock: () => now });
}

it('signs id, time and body as Standard Webhooks says, with the same id for a repeat', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.writeHead(204).end());
  const channel = await open(`${url}/hook`);
  expect((await channel.send(alertMessage(terminated()), running)).outcome).toBe('sent');
  await channel.send(alertMessage(terminated()), running);
  const { headers, body } = requests[0] ?? expect.fail();
  expect(headers['webhook-id']).toBe('alert-42.20260302090000000.counsel.abcd1234');
  expect(headers['webhook-timestamp']).toBe('1772442005');
  const signed = `alert-42.20260302090000000.counsel.abcd1234.1772442005.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(requests[1]?.headers['webhook-id']).toBe(headers['webhook-id']);
});

it('another alert of the same number, as after a backup was put back, has another id', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end());
  const channel = await open(url);
  await channel.send(alertMessage(terminated()), running);
  await channel.send(alertMessage(terminated(42, { createdAt: '2026-03-05T09:00:00.000Z' })), running);
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

it('tells the changes as changes --json prints them', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end());
  await (await open(url)).send(alertMessage(terminated()), running);
  expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
    type: 'alert.changes',
    timestamp: '2026-03-02T09:00:00.000Z',
    data: {
      alert: 42,
      channel: 'counsel',
      changes: [
        {
          id: 17,
          kind: 'docket.status',
          detectedAt: '2026-03-02T08:59:58.000Z',
          watches: ['lamp'],
          check: 5,
          record: { type: 'docket', key: '900', label: '1:25-cv-00900', title: 'Lumen Ltd. v. Glow Inc.' },
          fields: [{ field: 'status', before: 'open', after: 'terminated' }],
        },
      ],
    },
  });
});

it.each([
  [200, 'sent'],
  [202, 'sent'],
  [302, 'dead'],
  [400, 'failed'],
  [401, 'dead'],
  [404, 'dead'],
  [410, 'dead'],
  [429, 'retry'],
  [500, 'retry'],
  [503, 'retry'],
] as const)('a response %i: %s', async (status, outcome) => {
  const { url } = await openEndpoint((_request, response) =>
    response.writeHead(status, { 'retry-after': '9' }).end('words'),
  );
  const result = await (await open(url)).send(alertMessage(terminated()), running);
  expect(result.outcome).toBe(outcome);
  if (result.outcome === 'retry') expect(result.afterSeconds).toBe(9);
});

it('a receiver that echoes the key tells it to nobody', async () => {
  const { url } = await openEndpoint((_request, response) => response.writeHead(400).end(`bad key ${secret}`));
  const result = await (await open(`${url}/hooks/in-the-path-secret`)).send(alertMessage(terminated()), running);
  expect(result.response).not.toContain(key.toString('base64'));
});
