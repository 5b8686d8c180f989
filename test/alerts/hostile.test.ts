import { describe, expect, it } from 'vitest';
import { alertMessage } from '../../src/alerts/alertMessage.ts';
import { renderEmail } from '../../src/channels/email/renderEmail.ts';
import { sentBytes } from '../../src/channels/email/sentBytes.ts';
import type { AlertContent } from '../../src/channels/message/content.ts';
import { renderSlack } from '../../src/channels/slack/renderSlack.ts';
import { expectHarmlessHtml, expectHarmlessSubject, expectHarmlessText } from './harmless.ts';
import { hostileTexts } from './hostile.ts';
import {
  bottle,
  bottlesWatch,
  change,
  changesContent,
  completeCheck,
  entry,
  widgetCase,
  widgetWatch,
} from './samples.ts';
import { expectWithinSlackLimits, slackWords } from './slackLimits.ts';

/** Alerts with the text in every place where the service, or a config, could put it. */
function alertsWith(text: string): AlertContent[] {
  const watch = { ...widgetWatch, name: text, matter: text, asks: text };
  const docket = {
    ...widgetCase,
    caseName: text,
    court: text,
    courtId: text,
    docketNumber: text,
    parties: [text],
    pacerCaseId: text,
  };
  const design = {
    ...bottle,
    holders: [text],
    products: [text],
    locarno: [text],
    status: text,
    designated: [text],
    detailUrl: text,
  };
  const images = [{ filename: text, url: text }];
  const told = entry({ documentNumber: text, dateFiled: text, description: text, pdfUrl: text, documentHref: text });
  const changes = [
    change('docket.new', { record: docket, note: text }),
    change('docket.status', { record: docket, fields: [{ field: 'status', before: text, after: text }] }),
    change('docket.updated', {
      record: docket,
      fields: [{ field: text, before: [text], after: [text, `${text} too`] }],
    }),
    change('entry.new', { record: docket, entry: told }),
    change('entry.updated', { entry: told, fields: [{ field: 'description', before: 'was', after: text }] }),
    change('design.new', { record: { ...design, images } }),
    change('design.updated', { record: design, fields: [{ field: 'images', before: [text], after: [] }] }),
    change('design.new', { record: design, fields: [{ field: 'holders', before: ['A'], after: ['A', text] }] }),
    change('design.updated', { record: design, fields: [{ field: 'holders', before: ['A'], after: ['A', text] }] }),
    change('design.litigation', { record: design, fields: [{ field: 'litigation', before: [], after: [text] }] }),
    change('docket.updated', {
      record: docket,
      heldDesigns: [{ ...design, registrationNumber: 'D901234' }],
      fields: [{ field: 'patentNumbers', before: [text], after: [text, 'D901234'] }],
    }),
  ];
  const about = { id: 3, channel: text, createdAt: text, timezone: 'UTC' };
  return [
    changesContent(changes, {
      watches: [watch, { ...bottlesWatch, name: text }],
      checks: [{ ...completeCheck, outcome: 'partial', reason: text }],
    }),
    ...changes.map((one) => changesContent([one], { watches: [watch, { ...bottlesWatch, asksFor: ['Rival', text] }] })),
    {
      ...about,
      kind: 'baseline',
      announcements: [
        {
          watch,
          check: completeCheck,
          records: 2,
          entries: 3,
          filteredOut: 1,
          leftOut: [{ label: text, name: text, asked: text }],
          examples: [{ label: text, title: text, filed: text, place: text, status: text, ended: text, url: text }],
        },
      ],
    },
    { ...about, kind: 'notice', notices: [{ incident: text, subject: text, phase: 'began', at: text, detail: text }] },
    { ...about, kind: 'test' },
  ];
}

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
