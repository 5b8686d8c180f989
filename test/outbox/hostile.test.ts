import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../src/channels/email/draw.ts';
import { sentBytes } from '../../src/channels/email/smtpTransport.ts';
import { renderSlack } from '../../src/channels/slack/send.ts';
import { alertMessage } from '../../src/outbox/alertMessage.ts';
import { expectHarmlessHtml, expectHarmlessSubject, expectHarmlessText } from './harmless.ts';
import { hostileTexts } from './hostile.ts';
import { alertsWith } from './hostileAlerts.ts';
import { change, changesContent, entry } from './samples.ts';
import { expectWithinSlackLimits, slackWords } from './slackLimits.ts';

describe.each(Object.entries(hostileTexts))('%s in a record, a watch or a notice', (_name, text) => {
  const alerts = alertsWith(text);

  it('does no harm in an email', () => {
    for (const content of alerts) {
      const message = renderEmail(alertMessage(content));
      expectHarmlessSubject(message.subject);
      expectHarmlessText(message.text);
      expectHarmlessHtml(message.html);
      expect(sentBytes(message.html) + sentBytes(message.text)).toBeLessThan(97_000);
      for (const picture of message.pictures ?? []) expect(picture.url).toMatch(/^https?:/);
    }
  });

  it('does no harm in a contact sheet', () => {
    for (const content of alerts.map((one) => ({ ...one, digest: true }))) {
      expectHarmlessHtml(renderEmail(alertMessage(content), undefined, 'sheet').html);
    }
  });

  it('does no harm in Slack', () => {
    for (const content of alerts) expectWithinSlackLimits(renderSlack(alertMessage(content)));
  });
});

it('keeps the words of a hostile text where they are only words', () => {
  const content = changesContent([change('entry.new', { entry: entry({ description: 'Order re <b>"A & B"</b>' }) })]);
  expect(renderEmail(alertMessage(content)).text).toContain('Order re <b>"A & B"</b>');
  expect(renderEmail(alertMessage(content)).html).toContain('Order re &lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;');
  expect(slackWords(renderSlack(alertMessage(content)))).toContain('Order re <b>"A & B"</b>');
});
