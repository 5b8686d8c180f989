import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { sentBytes } from '../../../src/alerts/channels/email/smtpTransport.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { expectHarmlessHtml, expectHarmlessSubject, expectHarmlessText } from './harmless.ts';
import { hostileTexts } from './hostile.ts';
import { alertsWith } from './hostileAlerts.ts';
import { expectWithinSlackLimits } from './slackLimits.ts';

/** Checks that no hostile text does harm in any message of the alerts that contain it. */
export function expectNoHarm(which: { readonly each: boolean }): void {
  describe.each(Object.entries(hostileTexts))('%s in a record, a watch or a notice', (_name, text) => {
    const alerts = alertsWith(text, which);

    it('does no harm in a mail', () => {
      for (const content of alerts) {
        const message = renderEmail(content);
        expectHarmlessSubject(message.subject);
        expectHarmlessText(message.text);
        expectHarmlessHtml(message.html);
        expect(sentBytes(message.html) + sentBytes(message.text)).toBeLessThan(97_000);
        for (const picture of message.pictures ?? []) expect(picture.url).toMatch(/^https?:/);
      }
    });

    it('does no harm in a contact sheet', () => {
      for (const content of alerts.map((one) => ({ ...one, digest: true }))) {
        expectHarmlessHtml(renderEmail(content, undefined, 'sheet').html);
      }
    });

    it('does no harm in Slack', () => {
      for (const content of alerts) expectWithinSlackLimits(renderSlack(content));
    });
  });
}
