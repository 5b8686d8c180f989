import { expect, it } from 'vitest';
import type { Channel } from '../../../../src/alerts/channels/channel.ts';
import { renderNtfy } from '../../../../src/alerts/channels/ntfy/draw.ts';
import type { AlertContent } from '../../../../src/alerts/message/content.ts';
import { alertMessage } from '../../../../src/alerts/outbox/alertMessage.ts';
import { expectHarmlessSubject, expectHarmlessText } from '../../outbox/harmless.ts';
import { hostileTexts } from '../../outbox/hostile.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';
import { acmeCase, change, changesContent, entry, rivalWatch, widgetCase, widgetWatch } from '../../outbox/samples.ts';
import { confidentialOf, longAlert, terminated, testContent } from '../contents.ts';
import { openEndpoint } from '../endpoint.ts';
import { openChannel } from '../openChannel.ts';

const running = new AbortController().signal;
const published = JSON.stringify({
  id: 'sPs71M8A2T',
  time: 1,
  event: 'message',
  topic: 'court-news-7c1',
  message: 'x',
});

function open(url: string, token?: string): Promise<Channel> {
  return openChannel({ type: 'ntfy', name: 'phones', url: `${url}/court-news-7c1`, token, timezone: 'UTC' });
}

const sample = (name: string): AlertContent => sampleAlerts[name] ?? expect.fail();

it('publishes to the topic, with title, priority, what a tap opens, and the token', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.end(published));
  const channel = await open(url, 'tk_secret-token');
  const result = await channel.send(alertMessage(sample('docket-terminated')), running);
  expect(result).toEqual({ outcome: 'sent', response: 'HTTP 200, message sPs71M8A2T' });
  const { headers, body } = requests[0] ?? expect.fail();
  expect(headers.authorization).toBe('Bearer tk_secret-token');
  expect(JSON.parse(body)).toMatchObject({
    topic: 'court-news-7c1',
    title: expect.stringContaining('case ENDED: Widget v. Rival'),
    message: expect.stringContaining('JUDGMENT in favor of Widget Co.'),
    priority: 4,
    click: 'https://search.example/pdf/ded/04301234567.pdf',
  });
});

it.each([
  ['docket-terminated', 4],
  ['docket-updated', 3],
  ['digest-empty', 2],
  ['digest-blind', 4],
  ['baseline', 2],
  ['baseline-nothing', 4],
  ['notice', 4],
] as const)('%s has the priority %i', (name, priority) => {
  expect(renderNtfy(alertMessage(sample(name))).priority).toBe(priority);
});

it.each(
  Object.entries({ ...sampleAlerts, test: testContent, long: longAlert(42, 300) }),
)('%s stays within the 4,096 bytes of a notification', (_name, content) => {
  const { title, message } = renderNtfy(alertMessage(content));
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096);
  expect(message.trim()).not.toBe('');
  expectHarmlessSubject(title);
});

it('what has no room is counted, with where to see it', () => {
  expect(renderNtfy(alertMessage(longAlert(42, 300))).message).toMatch(/and \d+ more changes: tipstaff changes/);
});

it.each([
  [4, 'and 1 more date\n'],
  [5, 'and 2 more dates\n'],
])('of %i dates it names the next three, and counts the rest', (days, rest) => {
  const description = Array.from({ length: days }, (_, day) => `Report due by 12/${day + 10}/2026.`).join(' ');
  const content = changesContent([change('entry.new', { entry: entry({ description, dateFiled: '2026-11-20' }) })]);
  const { message } = renderNtfy(alertMessage(content));
  expect(message).toContain('Dec 10, 2026  Report due, Widget Co. v. Rival');
  expect(message).toContain(rest);
});

it.each(Object.entries(hostileTexts))('%s is only words in it', (_name, text) => {
  const record = { ...widgetCase, caseName: text, docketNumber: text };
  const reported = entry({ description: text, documentNumber: text, pdfUrl: text });
  const content = changesContent([change('entry.new', { record, entry: reported }), change('docket.new', { record })]);
  const { title, message, click } = renderNtfy(alertMessage(content));
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096);
  expectHarmlessText(message);
  expectHarmlessSubject(title);
  if (click !== undefined) expect(click).toMatch(/^https?:\/\//);
});

it('of a confidential watch it says matter and numbers alone, and a tap opens the page of the matter', () => {
  const secret = renderNtfy(alertMessage({ ...confidentialOf(terminated()), pageUrl: 'https://tipstaff.example' }));
  expect(JSON.stringify(secret)).not.toMatch(/lumen|glow|00900|1234567/i);
  expect(secret).toMatchObject({
    title: expect.stringContaining('M-7'),
    click: 'https://tipstaff.example/matters/M-7',
  });
});

it.each([
  [200, published, 'sent'],
  [200, '<html>Please log in</html>', 'retry'],
  [400, '{"code":40024,"error":"invalid request"}', 'failed'],
  [401, '{"code":40101,"error":"unauthorized"}', 'dead'],
  [403, '{"code":40301,"error":"forbidden"}', 'dead'],
  [413, '{"code":41301,"error":"attachment too large"}', 'failed'],
  [429, '{"code":42901,"error":"limit reached"}', 'retry'],
  [507, '', 'retry'],
] as const)('a response %i %s: %s', async (status, words, outcome) => {
  const { url } = await openEndpoint((_request, response) =>
    response.writeHead(status, { 'retry-after': '9' }).end(words),
  );
  expect((await (await open(url)).send(alertMessage(terminated()), running)).outcome).toBe(outcome);
});

it('token and topic are revealed to nobody', async () => {
  const { url } = await openEndpoint((request, response) =>
    response.writeHead(403).end(`${request.headers.authorization} may not write to court-news-7c1`),
  );
  const { response } = await (await open(url, 'tk_secret-token')).send(alertMessage(terminated()), running);
  expect(response).toContain('may not write');
  expect(response).not.toMatch(/tk_secret|court-news/);
});

it('our own words are whole where the topic is called like one of them', async () => {
  const { url } = await openEndpoint((_request, response) => response.end('the portal knows no topic ntfy'));
  const channel = await openChannel({ type: 'ntfy', name: 'phones', url: `${url}/ntfy`, timezone: 'UTC' });
  const { response } = await channel.send(alertMessage(testContent), running);
  expect(response).toBe('not how ntfy responds: HTTP 200 the portal knows no topic ***');
});

it('names what has changed', () => {
  const { message } = renderNtfy(alertMessage(sample('docket-reopened')));
  expect(message).toContain('Open again. Status: terminated → open');
});

it('a tap opens the case, the first of several, where there is a page', () => {
  const content = changesContent(
    [change('entry.new', { entry: entry() }), change('docket.new', { record: { ...widgetCase, key: '77' } })],
    { pageUrl: 'https://tipstaff.example' },
  );
  const { click, message } = renderNtfy(alertMessage(content));
  expect(click).toBe('https://tipstaff.example/cases/77');
  expect(message).toContain('● needs you   ○ to read   · routine');
});

it('says under each watch the matter that its news are of: the title has room for one', () => {
  const rival = { ...rivalWatch, matter: 'M-7' };
  const changes = [change('docket.status'), change('docket.new', { record: acmeCase, watches: [rival.id] })];
  const { title, message } = renderNtfy(alertMessage(changesContent(changes, { watches: [widgetWatch, rival] })));
  expect(title).toMatch(/\[M-/);
  for (const line of ['Widget patent, anywhere · Matter M-2026-014', 'Rival in court · Matter M-7'])
    expect(message.split('\n')).toContain(line);
});
