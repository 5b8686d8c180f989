import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { sentBytes } from '../../../src/alerts/channels/email/smtpTransport.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import type { ChangesContent, MessageChange } from '../../../src/alerts/message/content.ts';
import { changeKinds } from '../../../src/records/diff/change.ts';
import { byNight, runs } from '../../runs.ts';
import { expectHarmlessHtml, expectHarmlessSubject, expectHarmlessText } from './harmless.ts';
import {
  acmeCase,
  bottle,
  bottlesWatch,
  changesContent,
  entry,
  rivalWatch,
  widgetCase,
  widgetWatch,
} from './samples.ts';
import { expectWithinSlackLimits, slackWords } from './slackLimits.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('<!channel> *x* @here', 'ORDER\r\nBcc: x', '\u202egnp', '&'.repeat(4_000), '判'.repeat(4_000)),
);

const docket = fc.record({
  caseName: text,
  court: text,
  courtId: fc.constantFrom('ded', 'txed', 'zz'),
  docketNumber: text,
});
const design = fc.record({
  holders: fc.array(text, { maxLength: 20 }),
  products: fc.array(text, { maxLength: 4 }),
  status: text,
});
const value = fc.oneof(text, fc.constant(null), fc.array(text, { maxLength: 5 }), fc.integer());

const change: fc.Arbitrary<MessageChange> = fc
  .record({
    kind: fc.constantFrom(...changeKinds),
    watches: fc.subarray(['widget-patent', 'rival-cases', 'rival-bottles'], { minLength: 1 }),
    docket,
    design,
    key: fc.integer({ min: 1, max: 12 }),
    entry: fc.record({ documentNumber: text, dateFiled: text, description: text, pdfUrl: fc.oneof(text, fc.webUrl()) }),
    fields: fc.array(
      fc.record({
        field: fc.oneof(text, fc.constantFrom('status', 'parties', 'description')),
        before: value,
        after: value,
      }),
      { maxLength: 4 },
    ),
    note: fc.option(text, { nil: undefined }),
  })
  .map((parts) => ({
    id: 0,
    kind: parts.kind,
    detectedAt: '2026-11-21T12:00:00.000Z',
    checkId: 1,
    watches: parts.watches,
    record: parts.kind.startsWith('design')
      ? { ...bottle, ...parts.design, key: `HAGUE.${parts.key}` }
      : { ...widgetCase, ...parts.docket, key: String(parts.key) },
    entry: parts.kind === 'entry.new' || parts.kind === 'entry.updated' ? entry(parts.entry) : undefined,
    fields: parts.fields,
    note: parts.note,
  }));

const watch = (facts: typeof widgetWatch) =>
  fc
    .record({
      name: text,
      confidential: fc.boolean(),
      mute: fc.subarray(['docket.updated', 'fee']),
      important: fc.subarray(['order']),
    })
    .map((more) => ({ ...facts, ...more }));

const numRuns = runs({ few: 4, many: 10 });

const content: fc.Arbitrary<ChangesContent> = fc
  .record({
    changes: fc.array(change, { maxLength: 60 }),
    watches: fc.tuple(watch(widgetWatch), watch(rivalWatch), watch(bottlesWatch)),
    digest: fc.boolean(),
    pageUrl: fc.constantFrom(undefined, 'https://tipstaff.example'),
  })
  .map(({ changes, ...more }) => changesContent(changes, more));

describe('an alert with any content', () => {
  it('has a subject of one line with at most 80 characters and no control character', () => {
    fc.assert(
      fc.property(content, (any) => {
        const { subject } = renderEmail(any);
        expectHarmlessSubject(subject);
        expect(subject.length).toBeLessThanOrEqual(80);
      }),
      { numRuns },
    );
  });

  it('is a mail under 100 KB with harmless text and HTML', () => {
    fc.assert(
      fc.property(content, (any) => {
        const message = renderEmail(any);
        expectHarmlessText(message.text);
        expectHarmlessHtml(message.html);
        expect(sentBytes(message.text) + sentBytes(message.html)).toBeLessThan(97_000);
      }),
      { numRuns },
    );
  });

  it('stays within the limits of Slack', () => {
    fc.assert(
      fc.property(content, (any) => expectWithinSlackLimits(renderSlack(any))),
      { numRuns },
    );
  });
});

describe('every change', () => {
  /** Entries, each with a word of its own, in several cases of several watches, some of them muted. */
  const manyEntries = fc
    .record({
      number: fc.constantFrom(1, 7, 40, 120, ...(byNight ? [400, 1_500] : [])),
      cases: fc.integer({ min: 1, max: 30 }),
      muted: fc.boolean(),
      length: fc.constantFrom(10, 200, 3_000),
    })
    .map(({ number, cases, muted, length }) => {
      const changes = Array.from({ length: number }, (_, index): MessageChange => {
        const record = index % 2 === 0 ? widgetCase : acmeCase;
        return {
          id: index,
          kind: 'entry.new',
          detectedAt: '2026-11-21T12:00:00.000Z',
          checkId: 1,
          watches:
            index % 3 === 0 ? ['widget-patent'] : index % 3 === 1 ? ['rival-cases'] : ['widget-patent', 'rival-cases'],
          record: { ...record, key: String(index % cases) },
          entry: entry({
            description: `Mark${index}x ${index % 5 === 0 ? 'fee receipt' : 'ORDER'} ${'word '.repeat(length / 5)}`,
          }),
          fields: [],
        };
      });
      const mute = muted ? ['fee receipt'] : [];
      return changesContent(changes, {
        watches: [
          { ...widgetWatch, mute },
          { ...rivalWatch, mute },
        ],
      });
    });

  const countedIn = (words: string) =>
    [...words.matchAll(/([\d,]+) (?:more changes?|(?:entry|entries|changes?) not shown|changes?:)/g)].reduce(
      (sum, [, number]) => sum + Number(number?.replaceAll(',', '')),
      0,
    );
  const shownIn = (words: string) => new Set(words.match(/Mark\d+x/g)).size;
  /** Returns the body of an HTML message as text. */
  const bodyWords = (html: string) => html.slice(html.indexOf('<h1')).replace(/<[^>]+>/g, ' ');

  it('is shown or counted in the text, in the HTML and in Slack', () => {
    fc.assert(
      fc.property(manyEntries, (alert) => {
        const email = renderEmail(alert);
        const all = alert.changes.length;
        const flat = email.text.replace(/\s+/g, ' ');
        expect(shownIn(flat) + countedIn(flat)).toBe(all);
        const body = bodyWords(email.html);
        expect(shownIn(body) + countedIn(body)).toBe(all);
        const slack = renderSlack(alert);
        expectWithinSlackLimits(slack);
        expect(shownIn(slackWords(slack)) + countedIn(slackWords(slack))).toBe(all);
      }),
      { numRuns: runs({ few: 2, many: 4 }) },
    );
  });
});
