import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { changesOutline } from '../../../src/alerts/message/changesOutline.ts';
import { itemsAtMost } from '../../../src/alerts/message/outline.ts';
import { acmeCase, bottle, change, changesContent, entry, widgetCase } from './samples.ts';
import { expectWithinSlackLimits, slackWords } from './slackLimits.ts';

const texts = {
  'English prose': 'ORDER granting the motion of the plaintiff; see D.I. 12 = "Exhibit A" & more. ',
  'another alphabet': '判決は被告に有利である。',
  'markup that must be escaped': '<<<"&"&"&">>> ',
  'accents throughout': 'éèàüöäß ñçøåæœ ',
};

describe.each(Object.entries(texts))('an alert of 600 changes in %s', (_name, text) => {
  const changes = Array.from({ length: 600 }, (_, index) =>
    change('entry.new', {
      record: { ...(index % 2 ? acmeCase : widgetCase), key: String(index % 400) },
      watches: [index % 2 ? 'rival-cases' : 'widget-patent'],
      entry: entry({ documentNumber: String(index), description: text.repeat(15) }),
    }),
  );
  const content = changesContent(changes, { pageUrl: 'https://tipstaff.example' });

  it('is a mail under 100 KB on the wire, which says how many changes are left out and where to see them', async () => {
    const { subject, text, html } = renderEmail(content);
    const raw = await new MailComposer({ from: 'a@b.example', to: 'c@d.example', subject, text, html })
      .compile()
      .build();
    expect(raw.length).toBeLessThan(100_000);
    expect(raw.length).toBeGreaterThan(40_000);
    const page = 'https://tipstaff.example/changes?alert=42&watch=widget-patent';
    expect(html).toMatch(/and [\d,]+ more(?: changes)?: <a class="link" href="[^"]+"/);
    expect(html).toContain(`href="${page.replace('&', '&amp;')}"`);
    expect(text.replace(/\s+/g, ' ')).toMatch(/and [\d,]+ more(?: changes)?: https/);
    expect(text).toContain(page);
  });

  it('has one line for each case in Slack, which counts what happened in it', () => {
    const slack = renderSlack(content);
    expectWithinSlackLimits(slack);
    expect(slackWords(slack)).toMatch(/[0-9]+ (more rulings?|new entries)|GRANTED ×2/);
  });
});

it('a message without a page names the command that shows the changes without room', () => {
  const changes = Array.from({ length: 150 }, (_, index) =>
    change('docket.new', { record: { ...widgetCase, key: String(index) }, watches: ['widget-patent'] }),
  );
  expect(renderEmail(changesContent(changes)).html).toMatch(
    / more(?: changes)?: tipstaff changes --watch widget-patent --since 2026-11-21T12:02:11.000Z</,
  );
});

it('a message shows the most important changes up to its limit, and counts the others', () => {
  const changes = Array.from({ length: 200 }, (_, index) =>
    change(index % 10 === 9 ? 'docket.new' : 'docket.updated', {
      record: { ...widgetCase, key: String(index) },
      watches: ['widget-patent'],
      fields: [{ field: 'status', before: 'open', after: 'terminated' }],
    }),
  );
  const [section] = changesOutline(changesContent(changes), { discreet: false }).sections;
  const items = section?.cards.flatMap((card) => card.items) ?? [];
  expect([items.length, section?.withoutRoom, section?.changes]).toEqual([itemsAtMost, 200 - itemsAtMost, 200]);
  expect(items.filter((item) => item.priority === 'act')).toHaveLength(20);
});

it('a mail shows one picture of each design before a second of any, up to what it can carry', () => {
  const changes = Array.from({ length: 40 }, (_, index) =>
    change('design.new', {
      record: {
        ...bottle,
        key: `HAGUE.${index}`,
        images: ['a', 'b'].map((name) => ({ filename: name, url: `https://search.example/${index}/${name}.jpg` })),
      },
    }),
  );
  const { html, pictures } = renderEmail(changesContent(changes));
  expect(pictures?.length).toBeGreaterThan(18);
  expect(pictures?.length).toBeLessThanOrEqual(24);
  expect(pictures?.every((picture) => picture.url.endsWith('/a.jpg'))).toBe(true);
  expect(new Set(pictures?.map((picture) => picture.cid)).size).toBe(pictures?.length);
  expect(html.match(/src="cid:/g)).toHaveLength(pictures?.length ?? 0);
  expect(html).toMatch(/and \d+ more changes of [^<]+: tipstaff changes/);
});
