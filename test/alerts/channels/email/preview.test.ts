import { expect, it } from 'vitest';
import { renderEmail } from '../../../../src/alerts/channels/email/draw.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';

it.each(
  Object.entries(sampleAlerts),
)('the mail %s has words of its own beside the subject, and nothing after them', (_, content) => {
  const [, first = ''] = /<body[^>]*>\s*<div[^>]*>(.*?)<\/div>/s.exec(renderEmail(content).html) ?? [];
  const [words = '', ...filler] = first.split('&#847;&zwnj;&nbsp;');
  expect(words.trim().length).toBeGreaterThan(10);
  // Longer than any mailbox shows.
  expect(filler.length).toBeGreaterThanOrEqual(150);
});
