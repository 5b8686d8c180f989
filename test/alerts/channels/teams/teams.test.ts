import { expect, it } from 'vitest';
import type { Channel } from '../../../../src/alerts/channels/channel.ts';
import { renderTeams } from '../../../../src/alerts/channels/teams.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';
import { confidentialOf, longAlert, terminated, testContent } from '../contents.ts';
import { openEndpoint } from '../endpoint.ts';
import { openChannel } from '../openChannel.ts';

const running = new AbortController().signal;

function open(url: string): Promise<Channel> {
  return openChannel({ type: 'teams', name: 'litigation', webhookUrl: url, timezone: 'UTC' });
}

it('posts one message with one Adaptive Card, as a Teams workflow expects', async () => {
  const { url, requests } = await openEndpoint((_request, response) => response.writeHead(202).end());
  const channel = await open(`${url}/workflows/abc/triggers/manual/paths/invoke?sig=very-secret-sig`);
  expect(await channel.send(terminated(), running)).toMatchObject({ outcome: 'sent' });
  const { headers, body } = requests[0] ?? expect.fail();
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(body)).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: { type: 'AdaptiveCard', version: '1.4', msteams: { width: 'Full' } },
      },
    ],
  });
  expect(body).toContain('Lumen Ltd. v. Glow Inc.');
});

it.each(
  Object.entries({ ...sampleAlerts, test: testContent, long: longAlert(42, 300) }),
)('the message %s stays within the 28 KB limit of Teams', (_name, content) => {
  expect(Buffer.byteLength(JSON.stringify(renderTeams(content)))).toBeLessThan(28 * 1024);
});

it('a Teams message counts the changes that do not fit, and says where to see them', () => {
  const card = JSON.stringify(renderTeams(longAlert(42, 300)));
  expect(card).toMatch(/and \d+ more changes: tipstaff changes/);
});

it('a Teams message about a confidential watch has only its matter and numbers', () => {
  const card = JSON.stringify(renderTeams(confidentialOf(terminated())));
  expect(card).not.toMatch(/lumen|glow|00900|1234567/i);
  expect(card).toContain('M-7');
});

it('a Teams message marks what needs the reader in its overview too', () => {
  const { body } = renderTeams(sampleAlerts['design-changed'] ?? expect.fail()).attachments[0].content;
  const texts = body.flatMap((one) =>
    one.type === 'RichTextBlock' ? [one.inlines.map(({ text }) => text).join('')] : [],
  );
  expect(texts).toContainEqual(expect.stringMatching(/^● Litigation: 1 case added, .*: Rival – Flasks/));
  expect(texts).toContainEqual(expect.stringMatching(/^○ Expired, /));
});

it('a Teams message shows one picture before and one after a change of pictures', () => {
  const { body } = renderTeams(sampleAlerts['design-changed'] ?? expect.fail()).attachments[0].content;
  const rows = body.flatMap((element) =>
    element.type === 'ImageSet' && element.imageSize === 'Medium' ? [element] : [],
  );
  expect(rows.map(({ images }) => images.map(({ altText }) => altText))).toEqual([
    [expect.stringMatching(/before/i), expect.stringMatching(/after/i)],
  ]);
  expect(JSON.stringify(body)).toContain('Before · After');
});

it.each([
  [200, '1', 'sent'],
  [200, '', 'sent'],
  [202, '', 'sent'],
  [200, '<html>Please log in</html>', 'retry'],
  [200, 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429', 'retry'],
  [400, '{"error":{"code":"WorkflowTriggerIsNotEnabled"}}', 'dead'],
  [400, '{"error":{"code":"InvalidRequestContent"}}', 'failed'],
  [401, '', 'dead'],
  [404, '{"error":{"code":"WorkflowNotFound"}}', 'dead'],
  [413, '', 'failed'],
  [429, '', 'retry'],
  [502, '', 'retry'],
] as const)('the response %i %s leads to the outcome %s', async (status, words, outcome) => {
  const { url } = await openEndpoint((_request, response) =>
    response.writeHead(status, { 'retry-after': '9' }).end(words),
  );
  expect((await (await open(url)).send(terminated(), running)).outcome).toBe(outcome);
});

it('the signature in the URL appears in no result', async () => {
  const { url } = await openEndpoint((request, response) => response.writeHead(400).end(`bad ${request.url}`));
  const channel = await open(`${url}/workflows/abc?sig=very-secret-sig`);
  expect((await channel.send(terminated(), running)).response).not.toContain('very-secret-sig');
});
