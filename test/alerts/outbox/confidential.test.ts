import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { renderText } from '../../../src/alerts/channels/text.ts';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import { atomEntry } from '../../../src/web/watchFeed.ts';
import { acmeCase, change, changesContent, completeCheck, entry, rivalWatch, widgetWatch } from './samples.ts';

const secret = { ...widgetWatch, confidential: true };
const names = /widget|rival|1:20-cv|6834603|judgment|stone|387457476/i;

const content = changesContent([change('entry.new', { entry: entry() }), change('docket.status')], {
  watches: [secret],
  pageUrl: 'https://tipstaff.example',
});

/** Returns what a mailbox shows beside the subject: the first characters of the HTML without its tags. */
function firstWords(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<[^>]*>/g, '');
  const text = body
    .replace(/&#847;/g, '\u034f')
    .replace(/&zwnj;/g, '\u200c')
    .replace(/&nbsp;/g, '\u00a0');
  return text.trim().slice(0, 400);
}

describe('an alert of a confidential watch', () => {
  it('has only the matter and numbers in its subject, text and Slack message', () => {
    const email = renderEmail(content);
    expect(email.subject).toBe('Matter M-2026-014: 1 change of status, 1 new entry, see the page');
    for (const words of [email.subject, email.text, renderText(content), JSON.stringify(renderSlack(content))]) {
      expect(words).not.toMatch(names);
      expect(words).toContain('Matter M-2026-014');
    }
  });

  it('has no thread that would reveal the case, and a preview that ends before any name', () => {
    const { threadKey, subject, html } = renderEmail(content);
    expect(threadKey).toBeUndefined();
    const first = firstWords(html);
    expect(first).toMatch(new RegExp(`^${subject}`));
    expect(first).not.toMatch(names);
  });

  it('has no name in the preview of its baseline', () => {
    const announcement = { check: completeCheck, records: 2, entries: 9, filteredOut: 0, examples: [], watch: secret };
    const { html } = renderEmail({ ...content, kind: 'baseline', announcements: [announcement] });
    expect(firstWords(html)).toMatch(/^Tipstaff has started to watch\./);
    expect(firstWords(html)).not.toMatch(names);
  });

  it('has everything in the HTML of the mail', () => {
    expect(renderEmail(content).html).toContain('JUDGMENT in favor of Widget Co.');
  });

  it('hides a record that an open watch holds too, and shows the other records', () => {
    const both = changesContent(
      [
        change('entry.new', { entry: entry(), watches: ['widget-patent', 'rival-cases'] }),
        change('docket.new', { record: acmeCase, watches: ['rival-cases'] }),
      ],
      { watches: [secret, rivalWatch] },
    );
    const text = renderText(both);
    expect(text).toContain('Acme Bottling LLC');
    expect(text).not.toMatch(/widget|1:20-cv/i);
    // The record without room is only counted, and the tag has its matter.
    expect(renderEmail(both).subject).toMatch(/^NEW CASE: Acme Bottling v\. Rival .* \+1 case \[M-2026-014\]$/);
  });

  it('announces the watch by its matter, and without a matter as a confidential watch', () => {
    const announcement = { check: completeCheck, records: 2, entries: 9, filteredOut: 0, examples: [] };
    const baseline = (watch: typeof secret) =>
      renderText({ ...content, kind: 'baseline', announcements: [{ ...announcement, watch }] });
    expect(baseline(secret)).not.toMatch(names);
    expect(baseline({ ...secret, matter: '' })).toContain('A confidential watch');
    expect(baseline({ ...secret, matter: '' })).not.toMatch(names);
  });
});

describe('an alert about a confidential matter and another one', () => {
  const pageUrl = 'https://tipstaff.example';
  const secret = { ...widgetWatch, matter: 'M-08', confidential: true };
  const open = { ...rivalWatch, matter: 'M-01' };
  const watches = [secret, open];
  const ended = change('docket.updated', {
    record: acmeCase,
    watches: [open.id],
    fields: [{ field: 'caseName', before: 'A v. B', after: 'A v. C' }],
  });
  const ruling = change('entry.new', { record: acmeCase, watches: [open.id], entry: entry() });
  const secretNews = change('entry.new', { watches: [secret.id], entry: entry() });
  const subjectOf = (some: (typeof ended)[]) =>
    alertOutline(changesContent(some, { watches, pageUrl }), { discreet: true }).subject;

  it('has the confidential matter first if only that needs the reader, in the subject and in its tag', () => {
    expect(subjectOf([secretNews, ended])).toBe('Matter M-08: 1 new entry +1 case [M-08, M-01]');
    expect(subjectOf([secretNews, ruling])).toBe(
      'JUDGMENT: Acme Bottling v. Rival Industries (2:26-cv-911) +1 case [M-01, M-08]',
    );
  });

  it('says how many of its changes need the reader', () => {
    const letter = { ...secretNews, entry: entry({ description: 'LETTER to Judge Stone' }), reading: undefined };
    const moved = change('docket.updated', {
      watches: [secret.id],
      fields: [{ field: 'court', before: 'A', after: 'B' }],
    });
    const some = [secretNews, ...[1, 2, 3].map((id) => ({ ...letter, id }))];
    const said = (changes: typeof some) => renderEmail(changesContent(changes, { watches, pageUrl })).text;
    expect(said(some)).toContain('* Needs you: 1 of 4 new entries\n');
    expect(said([...some, moved])).toContain('* Needs you: 1 of 4 new entries; also 1 case updated\n');
    expect(said(some.slice(1))).toContain('- 3 new entries\n');
  });

  it('has the matter once and its numbers, in the text and in the feed', () => {
    const message = changesContent([secretNews], { watches, pageUrl });
    const { text } = renderEmail(message);
    expect(text).toContain(
      'Matter M-08\n===========\n\n* Needs you: 1 new entry\n  https://tipstaff.example/matters/M-08',
    );
    const feed = atomEntry(message, { id: 'urn:x', updated: '2026-11-21T12:00:00.000Z' });
    expect(feed).toContain('https://tipstaff.example/matters/M-08&quot;&gt;Needs you: 1 new entry');
    expect(feed + text).not.toMatch(/00168|Widget Co/);
  });
});
