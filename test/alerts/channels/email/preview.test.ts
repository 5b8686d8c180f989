import { expect, it } from 'vitest';
import { renderEmail } from '../../../../src/alerts/channels/email/draw.ts';
import { sampleAlerts } from '../../outbox/sampleAlerts.ts';

it.each(
  Object.entries(sampleAlerts),
)('the mail %s has preview words of its own, and enough filler to keep the body out of the preview', (_, content) => {
  const [, first = ''] = /<body[^>]*>\s*<div[^>]*>(.*?)<\/div>/s.exec(renderEmail(content).html) ?? [];
  const [words = '', ...filler] = first.split('&#847;&zwnj;&nbsp;');
  expect(words.trim().length).toBeGreaterThan(10);
  // Longer than the preview of any mailbox.
  expect(filler.length).toBeGreaterThanOrEqual(150);
});
