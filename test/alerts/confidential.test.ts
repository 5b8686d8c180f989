import { describe, expect, it } from 'vitest';
import { alertMessage } from '../../src/alerts/alertMessage.ts';
import { renderEmail } from '../../src/channels/email/renderEmail.ts';
import { renderSlack } from '../../src/channels/slack/renderSlack.ts';
import { renderText } from '../../src/channels/text/renderText.ts';
import { acmeCase, change, changesContent, completeCheck, entry, rivalWatch, widgetWatch } from './samples.ts';

const secret = { ...widgetWatch, confidential: true };
const names = /widget|rival|1:20-cv|6834603|judgment|stone|387457476/i;

const content = changesContent([change('entry.new', { entry: entry() }), change('docket.status')], {
  watches: [secret],
  pageUrl: 'https://tipstaff.example',
});

describe('an alert of a confidential watch', () => {
  it('says matter and numbers in subject, text and Slack, and no name', () => {
    const email = renderEmail(alertMessage(content));
    expect(email.subject).toBe('Matter M-2026-014: 1 change of status, 1 new entry, see the page');
    for (const words of [
      email.subject,
      email.text,
      renderText(alertMessage(content)),
      JSON.stringify(renderSlack(alertMessage(content))),
    ]) {
      expect(words).not.toMatch(names);
      expect(words).toContain('Matter M-2026-014');
    }
  });

  it('has no thread that would tell the case, and no preview', () => {
    expect(renderEmail(alertMessage(content)).threadKey).toBeUndefined();
    expect(renderEmail(alertMessage(content)).html.split('<h1')[0]).not.toMatch(names);
  });

  it('tells all inside the HTML of the email', () => {
    expect(renderEmail(alertMessage(content)).html).toContain('JUDGMENT in favor of Widget Co.');
  });

  it('keeps a record secret that an open watch holds too, and tells the others', () => {
    const both = changesContent(
      [
        change('entry.new', { entry: entry(), watches: ['widget-patent', 'rival-cases'] }),
        change('docket.new', { record: acmeCase, watches: ['rival-cases'] }),
      ],
      { watches: [secret, rivalWatch] },
    );
    const text = renderText(alertMessage(both));
    expect(text).toContain('Acme Bottling LLC');
    expect(text).not.toMatch(/widget|1:20-cv/i);
    expect(renderEmail(alertMessage(both)).subject).toContain('Matter M-2026-014: 1 new entry, see Tipstaff');
  });

  it('is announced by its matter alone, and without a matter as what it is', () => {
    const announcement = { check: completeCheck, records: 2, entries: 9, filteredOut: 0, examples: [] };
    const baseline = (watch: typeof secret) =>
      renderText(alertMessage({ ...content, kind: 'baseline', announcements: [{ ...announcement, watch }] }));
    expect(baseline(secret)).not.toMatch(names);
    expect(baseline({ ...secret, matter: '' })).toContain('A confidential watch');
    expect(baseline({ ...secret, matter: '' })).not.toMatch(names);
  });
});
