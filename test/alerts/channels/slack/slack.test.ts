import { expect, it, onTestFinished, vi } from 'vitest';
import { type Channel, noArrivals, openHttpPoster } from '../../../../src/alerts/channels/channel.ts';
import { createPace, openChannels } from '../../../../src/alerts/channels/openChannel.ts';
import { openSlack, renderSlack, split } from '../../../../src/alerts/channels/slack.ts';
import type { SlackPayload } from '../../../../src/alerts/channels/slackBlocks.ts';
import type { SlackChannelConfig } from '../../../../src/config/channels.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';
import { docket, longAlert, terminated, testContent } from '../contents.ts';
import { openEndpoint } from '../endpoint.ts';
import { openChannel } from '../openChannel.ts';

const running = new AbortController().signal;
const path = '/services/T000/B000/verysecrettoken';
const parts = { installation: 'abcd1234', clock: () => new Date('2026-03-02T09:00:00Z') };

function config(url: string, name = 'brand'): SlackChannelConfig {
  return { type: 'slack', name, webhookUrl: `${url}${path}`, timezone: 'UTC' };
}

function open(url: string): Promise<Channel> {
  return openChannel(config(url), parts);
}

/** Opens the channel without the pause of a second between messages, for alerts of many messages. */
function openUnpaced(url: string): Channel {
  const http = openHttpPoster();
  onTestFinished(() => http.close());
  return openSlack(config(url), { http, pace: createPace(0), clock: parts.clock, secrets: [] });
}

it('posts Block Kit, and counts a message as sent only on the response ok', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end('ok'));
  expect(await (await open(url)).send(terminated(), running)).toEqual({ outcome: 'sent', response: 'HTTP 200 ok' });
  expect(requests[0]?.headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ text: expect.any(String), blocks: expect.any(Array) });
});

it('says why the server was not reached and its host, and not the path, which is a secret', async () => {
  const response = 'fetch failed: connect ECONNREFUSED 127.0.0.1:1026';
  expect(await openUnpaced('http://127.0.0.1:1026').send(testContent, running)).toEqual({ outcome: 'retry', response });
});

it('shows the text of a court as it is, so that it can be copied, without any effect of its markup', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end('ok'));
  const caseName = 'In re A_B_C *D* `E` ~F~ :light: <!channel> @here & <https://e.example|x>';
  const content = terminated();
  const changes = content.changes.map((change) => ({ ...change, record: { ...docket, caseName } }));
  await (await open(url)).send({ ...content, changes }, running);
  const { blocks, mrkdwn, text } = JSON.parse(requests[0]?.body ?? '') as SlackPayload;
  const elements = blocks.flatMap((block) => (block.type === 'rich_text' ? block.elements : []));
  const pieces = elements.flatMap((element) => (element.type === 'rich_text_section' ? element.elements : []));
  expect(pieces).toContainEqual({ type: 'text', text: caseName, style: { bold: true } });
  expect(new Set(pieces.map((piece) => piece.type))).toEqual(new Set(['text']));
  expect(mrkdwn).toBe(false);
  expect(text).not.toMatch(/<|@here/);
});

it.each([
  [400, 'invalid_blocks', 'failed'],
  [401, 'no', 'dead'],
  [403, 'action_prohibited', 'dead'],
  [404, 'no_service', 'dead'],
  [410, 'channel_is_archived', 'dead'],
  [413, 'too large', 'failed'],
  [408, 'slow', 'retry'],
  [429, 'rate_limited', 'retry'],
  [500, 'rollup_error', 'retry'],
  [503, 'busy', 'retry'],
  [302, '', 'retry'],
  [200, '<html>Sign in to the hotel network</html>', 'retry'],
] as const)('the response %i %s leads to the outcome %s', async (status, body, outcome) => {
  const { url } = await openEndpoint((_request, response) =>
    response.writeHead(status, { location: '/elsewhere', 'retry-after': '37' }).end(body),
  );
  const result = await (await open(url)).send(terminated(), running);
  expect(result.outcome).toBe(outcome);
  expect(result.response).not.toContain('verysecrettoken');
  if (status === 200) expect(result.response).toContain('an unknown response: HTTP 200 <html>');
  if (status === 429) expect(result).toMatchObject({ afterSeconds: 37 });
});

it('the webhook URL appears in no result, even if the server echoes it or the network fails', async () => {
  const { url } = await openEndpoint((request, response, count) => {
    if (count === 1) response.writeHead(500).end(`cannot POST http://${request.headers.host}${request.url}`);
    else request.socket.destroy();
  });
  const channel = await open(url);
  const results = [await channel.send(terminated(), running), await channel.send(terminated(), running)];
  const refused = await open('http://127.0.0.1:1026');
  results.push(await refused.send(terminated(), running));
  expect(results.map((result) => result.outcome)).toEqual(['retry', 'retry', 'retry']);
  expect(JSON.stringify(results)).not.toContain('verysecrettoken');
});

it('reads at most 64 KB of a response', async () => {
  const { url } = await openEndpoint((_request, response) => response.end('x'.repeat(300_000)));
  const result = await (await open(url)).send(terminated(), running);
  expect(result.outcome).toBe('retry');
  expect(result.response).toContain('over 65536 bytes');
});

it('uses the proxy of the environment', async () => {
  const proxy = await openEndpoint((_request, response) => response.end('ok'));
  vi.stubEnv('http_proxy', proxy.url);
  vi.stubEnv('no_proxy', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const channel = await open('http://slack.example.com');
  expect((await channel.send(terminated(), running)).outcome).toBe('sent');
  expect(proxy.requests[0]?.headers.host).toBe('slack.example.com');
});

it('reaches a server on this machine without the proxy', async () => {
  const proxy = await openEndpoint((_request, response) => response.end('ok'));
  const local = await openEndpoint((_request, response) => response.end('ok'));
  vi.stubEnv('http_proxy', proxy.url);
  vi.stubEnv('no_proxy', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  await (await open(local.url)).send(terminated(), running);
  expect([local.requests.length, proxy.requests.length]).toEqual([1, 0]);
});

it('a response that never ends is broken off when the signal aborts', async () => {
  const stopping = new AbortController();
  const { url } = await openEndpoint((_request, response) => {
    response.write('o');
    stopping.abort();
  });
  expect((await (await open(url)).send(terminated(), stopping.signal)).outcome).toBe('retry');
});

it('a long alert is several messages in order, and a retry repeats none that arrived', async () => {
  const { url, requests } = await openEndpoint((_request, response, count) => {
    if (count === 2) response.writeHead(503).end('busy');
    else response.end('ok');
  });
  const channel = openUnpaced(url);
  const alert = longAlert(7, 60);
  const arrivals = noArrivals();
  expect((await channel.send(alert, running, arrivals)).outcome).toBe('retry');
  // Another process, which reads from the database what has arrived.
  expect((await openUnpaced(url).send(alert, running, arrivals)).outcome).toBe('sent');
  const bodies = requests.map((request) => request.body);
  expect(bodies.length).toBeGreaterThan(2);
  // Only the second message was refused, so only that one came twice.
  expect(bodies[2]).toBe(bodies[1]);
  expect(new Set(bodies).size).toBe(bodies.length - 1);
  expect((await channel.send(alert, running)).outcome).toBe('sent');
  expect(requests.at(-1)?.body).toBe(bodies.at(-1));
});

it('every message of an alert names the case of its first items, ends with an item, and announces its cases', () => {
  const alert = longAlert(7, 21);
  const names = ['Alpha v. One', 'Beta v. Two', 'Gamma v. Three'];
  const changes = alert.changes.map((change, index) => {
    const number = Math.floor(index / 7);
    const record = { ...docket, key: `case${number}`, docketId: number, caseName: names[number] ?? '' };
    const description = `ORDER ${index} ${'on the motion of the parties '.repeat(30)}`;
    return { ...change, record, entry: change.entry && { ...change.entry, description } };
  });
  const payloads = renderSlack({ ...alert, changes });
  expect(payloads.length).toBeGreaterThan(1);
  const wordsOf = (block: unknown) => JSON.stringify(block);
  let current = '';
  for (const [index, { blocks, text }] of payloads.entries()) {
    const shown = blocks.map(wordsOf);
    expect(blocks.at(-1)?.type).not.toBe('divider');
    // The last block of each message is an entry, or the footer after one.
    expect(shown.some((block) => /ORDER \d+ on the motion/.test(block))).toBe(true);
    const firstEntry = shown.findIndex((block) => /ORDER \d+ on the motion/.test(block));
    const lastName = names.findLastIndex((name) => shown.at(-1)?.includes(name));
    expect([index, lastName]).toEqual([index, -1]);
    const heading = shown.slice(0, firstEntry + 1).join();
    const [order] = /ORDER \d+/.exec(shown[firstEntry] ?? '') ?? [''];
    const owner = names[Math.floor(Number(order.slice(6)) / 7)] ?? '';
    expect(heading).toContain(owner);
    if (index === 0) continue;
    expect(text).toContain(owner);
    if (owner === current) expect(heading).toContain('continued');
    expect(text).toMatch(new RegExp(`\\(${index + 1} of ${payloads.length}\\)$`));
    const orders = shown.flatMap((block) => /ORDER (\d+)/.exec(block)?.[1] ?? []);
    current = names[Math.floor(Number(orders.at(-1)) / 7)] ?? '';
    for (const name of new Set(orders.map((one) => names[Math.floor(Number(one) / 7)] ?? '')))
      expect(text).toContain(name);
  }
});

it('no two messages of an alert are equal, as their content identifies which of them arrived', () => {
  const part = { blocks: [{ type: 'divider' } as const], under: [], name: '' };
  const payloads = split(
    Array.from({ length: 150 }, () => part),
    'Digest',
  );
  expect(payloads.length).toBeGreaterThan(2);
  expect(new Set(payloads.map((payload) => JSON.stringify(payload))).size).toBe(payloads.length);
});

it('a retry of a digest leaves out no news, even if its other warnings split the messages elsewhere', async () => {
  const accepted: string[] = [];
  const { url, requests } = await openEndpoint((_request, response, count) => {
    if (count === 2) response.writeHead(503).end('busy');
    else {
      accepted.push(requests[count - 1]?.body ?? '');
      response.end('ok');
    }
  });
  const channel = openUnpaced(url);
  const watch = (index: number) => ({
    id: `w${index}`,
    name: `Watch ${index} of ${'a long name '.repeat(5)}`,
    asks: '',
  });
  const paused = Array.from({ length: 10 }, (_, index) => {
    return { watch: watch(index), since: '2026-03-01T00:00:00Z', author: 'ada', reason: 'settled '.repeat(24) };
  });
  const coverage = { watches: 12, cases: 5, designs: 0, unwatched: [] };
  const alert = { ...longAlert(7, 6), digest: true };
  const first = await channel.send({ ...alert, coverage: { ...coverage, paused } }, running);
  expect(first).toMatchObject({ outcome: 'retry', response: expect.stringContaining('message 2 of 2') });
  expect(await channel.send({ ...alert, coverage }, running)).toMatchObject({ outcome: 'sent' });
  for (const { entry } of alert.changes) expect(accepted.join()).toContain(entry?.description.slice(0, 16));
});

it('a webhook gets one message a second, even if two channels share it', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end('ok'));
  const channels = await openChannels({ channels: { one: config(url, 'one'), two: config(url, 'two') } }, parts);
  onTestFinished(() => channels.close());
  const beganMs = performance.now();
  await Promise.all([...channels.byName.values()].map((channel) => channel.send(testContent, running)));
  expect(requests).toHaveLength(2);
  // The pace starts no earlier than this, so a slow machine cannot bring the second request forward.
  expect((requests[1]?.atMs ?? 0) - beganMs).toBeGreaterThan(950);
});

it('sends links in place of pictures if Slack refuses the message because of a picture', async () => {
  const { url, requests } = await openEndpoint((_request, response, number) =>
    response.writeHead(number === 1 ? 400 : 200).end(number === 1 ? 'invalid_blocks' : 'ok'),
  );
  const content = sampleAlerts['design-changed'] ?? testContent;
  expect(await openUnpaced(url).send(content, running)).toEqual({ outcome: 'sent', response: 'HTTP 200 ok' });
  expect(requests).toHaveLength(2);
  expect(requests[0]?.body).toContain('"image_url"');
  expect(requests[1]?.body).not.toContain('"image_url"');
  expect(requests[1]?.body).toContain('https://search.example/images/DM214567/1.jpg|After>');
});
