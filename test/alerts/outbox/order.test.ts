import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { renderText } from '../../../src/alerts/channels/text.ts';
import type { ChangesContent, MessageChange } from '../../../src/alerts/message/content.ts';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import { change, changesContent, entry, rivalWatch, widgetCase, widgetWatch } from './samples.ts';
import { slackWords } from './slackLimits.ts';

const caseOf = (number: number) => ({ ...widgetCase, key: `k${number}`, docketNumber: `1:26-cv-0000${number}` });

const filed = (number: number, documentNumber: string, description: string, more: Partial<MessageChange> = {}) =>
  change('entry.new', { record: caseOf(number), entry: entry({ documentNumber, description }), ...more });

/** In the order in which they were found: motions in one case, then news of four other cases. */
const morning = changesContent([
  ...[1, 2, 3, 4, 5].map((number) => filed(1, String(number), `MOTION to Compel number ${number}`)),
  filed(2, '40', 'ORDER granting 39 Motion for Extension of Time'),
  filed(3, '7', 'NOTICE of Appearance by Ada Moss'),
  filed(4, '211', 'JUDGMENT in favor of Widget Co.'),
  change('docket.new', { record: caseOf(5), watches: ['rival-cases'] }),
]);

const outlineOf = (content: ChangesContent, discreet = false) => alertOutline(content, { discreet });
const numbersIn = (words: string) =>
  [...words.matchAll(/\b26-(?:cv-0000)?\d\b/g)].map(([number]) => Number(number.at(-1)));

describe('several cases', () => {
  it('are sorted by their most important item, whatever their number of items, in subject, overview and body', () => {
    const { subject, overview, sections } = outlineOf(morning);
    expect(numbersIn(subject)).toEqual([5]);
    expect(overview?.lines.flatMap((line) => numbersIn(line.facts))).toEqual([5, 4, 2, 1, 3]);
    // The sections are by watch, and within a watch by case.
    expect(sections.flatMap((section) => section.cards.flatMap((card) => numbersIn(card.place)))).toEqual([
      5, 4, 2, 1, 3,
    ]);
  });

  it('have one line each at the top if there are more than three, before the dates, in text, HTML and Slack', () => {
    const dated = filed(4, '212', 'ORDER Setting Hearing: Motion Hearing set for 12/11/2026 09:00 AM');
    const content = changesContent([...morning.changes, dated]);
    const text = renderText(content);
    const html = renderEmail(content).html;
    const slack = slackWords(renderSlack(content));
    for (const words of [text, html, slack]) {
      const [line, dates, body] = [
        'JUDGMENT (D.I. 211); ',
        'Upcoming dates named in these filings',
        'NOTICE of Appearance',
      ].map((one) => words.indexOf(one));
      expect(line).toBeGreaterThan(0);
      expect(dates).toBeGreaterThan(line ?? 0);
      expect(body).toBeGreaterThan(dates ?? 0);
    }
    expect(outlineOf(changesContent(morning.changes.slice(0, 7))).overview).toBeUndefined();
  });

  it('say why they need the reader, without repeating their line', () => {
    const description =
      'SUMMONS Returned Executed by Widget Co. Rival Inc served on 11/19/2026, answer due 12/10/2026.';
    const served = change('docket.new', { record: caseOf(6), entries: [entry({ documentNumber: '6', description })] });
    const { overview, sections } = outlineOf(changesContent([...morning.changes, served]));
    const line = overview?.lines.find(({ facts }) => facts.includes('26-6'));
    expect(line?.title).toBe('New case; answer due Dec 10 (Rival Inc)');
    expect(line?.detail).toBe('Decide who handles it');
    const card = sections.flatMap(({ cards }) => cards).find(({ place }) => place.includes('00006'));
    expect(card?.reason).toBe('decide who handles it');
  });

  it('of one confidential matter are one line in a message without names', () => {
    const secret = { ...rivalWatch, confidential: true, matter: 'M-99' };
    const changes = [1, 2, 3, 4, 5, 6].map((number) =>
      filed(number, '1', 'MOTION to Stay', { watches: [number > 3 ? 'rival-cases' : 'widget-patent'] }),
    );
    const content = changesContent(changes, { watches: [widgetWatch, secret] });
    expect(
      outlineOf(content, true)
        .overview?.lines.map((line) => line.facts)
        .filter((name) => name.includes('M-99')),
    ).toHaveLength(1);
    expect(outlineOf(content).overview?.lines).toHaveLength(6);
  });
});

describe('inside a case', () => {
  const items = [
    filed(1, '3', 'NOTICE of Appearance by Ada Moss', {
      entry: entry({ documentNumber: '3', dateFiled: '2026-11-20', description: 'NOTICE of Appearance by Ada Moss' }),
    }),
    ...(
      [
        ['1', '2026-11-10', 'JUDGMENT in favor of Widget Co.'],
        ['2', '2026-11-12', 'MOTION to Stay'],
        ['4', '2026-11-18', 'ORDER granting 2 Motion to Stay'],
        ['5', '2026-11-19', 'Hearing set for 12/11/2026 09:00 AM'],
      ] as const
    ).map(([documentNumber, dateFiled, description]) =>
      filed(1, documentNumber, description, { entry: entry({ documentNumber, dateFiled, description }) }),
    ),
  ];

  it('the item of the subject comes first, then the newest, and the routine ones last, each with its mark', () => {
    expect(outlineOf(changesContent(items)).subject).toContain('JUDGMENT; stay GRANTED: ');
    const lines = renderText(changesContent(items)).split('\n');
    expect(lines.flatMap((line) => /^[*·-] D\.I\. \d/.exec(line)?.[0] ?? [])).toEqual([
      '* D.I. 1',
      '- D.I. 5',
      '- D.I. 4',
      '- D.I. 2',
      '· D.I. 3',
    ]);
  });

  it('an item that a watch calls important comes before a judgment', () => {
    const watches = [{ ...widgetWatch, important: ['Ada Moss'] }];
    expect(outlineOf(changesContent(items, { watches })).subject).toMatch(/^APPEARANCE/);
  });
});
