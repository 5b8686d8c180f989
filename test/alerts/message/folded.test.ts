import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { renderText } from '../../../src/alerts/channels/text.ts';
import { changesOutline } from '../../../src/alerts/message/changesOutline.ts';
import type { MessageChange } from '../../../src/alerts/message/content.ts';
import { recordNews } from '../../../src/alerts/message/recordNews.ts';
import { acmeCase, bottle, change, changesContent, entry, widgetCase, withPage } from '../outbox/samples.ts';
import { slackWords } from '../outbox/slackLimits.ts';

const judgment = entry();
const notice = entry({
  documentNumber: '212',
  description: `NOTICE of Change of Address by Widget Co. ${'and of its counsel '.repeat(20)}`,
  pdfUrl: 'https://search.example/pdf/ded/212.pdf',
});
const edited = entry({ documentNumber: '205', description: 'ORDER setting trial for 4/12/2027 in Courtroom 4B.' });

function filed(one: typeof judgment, record = widgetCase): MessageChange {
  return change('entry.new', { record, entry: one });
}

const news = [
  filed(judgment),
  filed(notice),
  change('entry.updated', {
    entry: edited,
    fields: [
      { field: 'description', before: 'ORDER setting trial for 3/15/2027 in Courtroom 4B.', after: edited.description },
    ],
  }),
  filed(notice, { ...acmeCase, key: '2' }),
  change('design.updated', {
    fields: [{ field: 'holders', before: ['Rival Industries, Inc.'], after: ['Rival Industries, Inc.', 'Rival GmbH'] }],
  }),
  change('design.updated', {
    record: { ...bottle, key: 'HAGUE.2', registrationNumber: 'DM/214 568' },
    fields: [{ field: 'products', before: ['Bottle'], after: ['Bottle with grip'] }],
  }),
];
const content = changesContent(news, withPage);

describe('a message about many cases and designs', () => {
  const { sections } = changesOutline(content, { discreet: false });
  const mail = renderEmail(content);

  it('shows in full what needs the reader, and every other record in one line', () => {
    expect(sections.map(({ title }) => title)).toEqual([
      'Widget patent, anywhere',
      'Matter M-2026-014: 1 case to read',
      'Matter B-77: 2 designs to read',
    ]);
    expect(sections.flatMap(({ records = [] }) => records.map(({ title, facts }) => `${title}: ${facts}`))).toEqual([
      'Acme Bottling v. Rival Industries (E.D. Tex. 2:26-cv-911): APPEARANCE (D.I. 212)',
      'Rival Industries – Bottle with grip (HAGUE DM/214 567): Holder added: Rival GmbH',
      'Rival Industries – Bottle with grip (HAGUE DM/214 568): Product changed',
    ]);
  });

  it('shows in full the entry that needs the reader, and the others of its case as lines with their PDF', () => {
    const cards = sections.flatMap((section) => section.cards);
    const texts = cards.flatMap(({ items }) => items.map(({ text }) => text.map((piece) => piece.text).join(' ')));
    expect(texts[0]).toBe(judgment.description);
    expect(texts.join(' ')).not.toContain(notice.description);
    expect(cards.flatMap(({ mentions }) => mentions)).toEqual([
      {
        title: 'D.I. 212, Nov 20, 2026',
        facts: 'APPEARANCE',
        link: { words: 'PDF', url: notice.pdfUrl },
        priority: 'routine',
      },
    ]);
    for (const drawn of [mail.text, slackWords(renderSlack(content))])
      expect(drawn).toContain('D.I. 212, Nov 20, 2026');
    expect(mail.html).toContain(`<a class="link" href="${notice.pdfUrl}"`);
  });

  it('says what an edit added that has no label', () => {
    const before = 'LETTER to Judge Stone (Moss, Ada)';
    const edit = { field: 'description', before, after: `${before} (Main Document replaced on 11/20/2026)` };
    const edited = change('entry.updated', {
      entry: entry({ documentNumber: '133', description: edit.after }),
      fields: [edit],
    });
    const given = changesContent([...content.changes, edited], { pageUrl: 'https://tipstaff.example' });
    expect(renderEmail(given).text.replace(/\s+/g, ' ')).toContain(
      'D.I. 133 (filed Nov 20) edited: (Main Document replaced on 11/20/2026)',
    );
  });

  it('marks in Slack what is only to be read or routine as the legend does', () => {
    const slack = JSON.stringify(renderSlack(content));
    expect(slack).not.toContain('•');
    expect(slack).toMatch(/· "},\{"type":"link","url":"[^"]*","text":"D\.I\. 212, Nov 20, 2026/);
    expect(slack).toMatch(/○ "},\{"type":"link","url":"[^"]*","text":"Rival Industries – Bottle with grip/);
  });

  it('says in the preview of a mailbox how many records need the reader', () => {
    expect(mail.html).toContain('>1 needs you, 3 to read. JUDGMENT in favor of Widget Co.');
  });

  it('names four of the entries of a case that are only to be read, and links to the case for the rest', () => {
    const letters = [1, 2, 3, 4, 5, 6, 7].map((number) =>
      filed(entry({ documentNumber: String(number), description: 'LETTER to Judge Stone', pdfUrl: '' })),
    );
    const many = changesContent([...news, ...letters], withPage);
    const card = changesOutline(many, { discreet: false }).sections.flatMap(({ cards }) => cards)[0];
    const page = expect.objectContaining({ url: `https://tipstaff.example/cases/${widgetCase.key}` });
    expect(card?.mentions).toHaveLength(5);
    expect(card?.mentions.at(-2)).toMatchObject({ facts: 'LETTER', link: page });
    expect(card?.mentions.at(-1)).toEqual({ title: 'And 4 more new entries', facts: '', link: page });
    for (const drawn of [renderEmail(many).text, slackWords(renderSlack(many))])
      expect(drawn).toContain('And 4 more new entries');
  });

  it('counts edited entries apart from new ones where it only counts them', () => {
    const letter = (number: number) => entry({ documentNumber: `${number}`, description: 'LETTER to Judge Stone' });
    const letters = [1, 2, 3, 4, 5, 6].map((number) => filed(letter(number)));
    const pdf = { field: 'pdfUrl', before: '', after: 'https://search.example/pdf/ded/7.pdf' };
    const edits = [7, 8, 9, 10, 11, 12].map((number) =>
      change('entry.updated', { entry: letter(number), fields: [pdf] }),
    );
    const many = changesContent([...news, ...letters, ...edits], withPage);
    const card = changesOutline(many, { discreet: false }).sections.flatMap(({ cards }) => cards)[0];
    expect(card?.mentions.at(-1)?.title).toBe('And 6 more new entries, 3 entries edited');
  });

  it('shows what was edited in an edited entry', () => {
    expect(mail.text).toContain('[REMOVED: 3/15/2027] [ADDED: 4/12/2027]');
  });

  it('says above each of two entries why it needs the reader, once', () => {
    const another = filed({ ...judgment, documentNumber: '9' }, { ...acmeCase, key: '3' });
    const many = changesContent([...news, another], withPage);
    const drawn = [renderEmail(many).text, slackWords(renderSlack(many))];
    for (const words of drawn)
      expect(words.match(/the time to challenge or appeal the decision may be running/gi)).toHaveLength(2);
  });
});

it('a message without a page shows every record in full', () => {
  const { sections } = changesOutline(changesContent(news), { discreet: false });
  expect(sections.flatMap(({ records = [] }) => records)).toEqual([]);
  expect(renderEmail(changesContent(news)).text.match(/and of its\s+counsel/g)?.length).toBeGreaterThan(20);
});

it('a message links the heading of an entry to its document in HTML', () => {
  const { html } = renderEmail(changesContent([filed(judgment)]));
  expect(html).toContain(`<a class="link" href="${judgment.pdfUrl}"`);
  expect(html).toMatch(/>D.I. 211, Nov 20, 2026<\/a>/);
});

it('a message says to check the dates if only they need the reader', () => {
  const due = entry({ documentNumber: '30', description: 'ORDER: Answer due 11/30/2026.', dateFiled: '2026-11-20' });
  const many = changesContent([filed(judgment), ...news.slice(3), filed(due, { ...acmeCase, key: '4' })], withPage);
  const lines = changesOutline(many, { discreet: false }).overview?.lines ?? [];
  expect(lines.map(({ title, detail }) => [title, detail])).toContainEqual([
    expect.stringContaining('Answer due Nov 30'),
    'Check the dates on the docket',
  ]);
  expect(renderText(changesContent([filed(due)]))).toContain('Needs you: check the dates on the docket\n');
});

it('a mail shows many designs in full, and a chat message only those that need the reader', () => {
  const designs = ['1', '2', '3', '4', '5'].map((key) =>
    change(key === '3' ? 'design.new' : 'design.updated', {
      record: { ...bottle, key: `HAGUE.${key}`, registrationNumber: `DM/21456${key}` },
      alike: key === '3' ? { watch: 'rival-bottles', own: 'DM/1', likeness: 0.9, rank: 0.9, picture: '' } : undefined,
      fields: [{ field: 'products', before: ['Bottle'], after: ['Bottle with grip'] }],
    }),
  );
  const many = changesContent(designs, withPage);
  const cardsOf = (inChat: boolean) =>
    changesOutline(many, { discreet: true, inChat }).sections.flatMap(({ cards }) => cards.length);
  expect(cardsOf(false)).toEqual([5]);
  expect(cardsOf(true)).toEqual([1, 0]);
  expect(renderSlack(many)).toHaveLength(1);
  for (const { key } of many.changes.map(({ record }) => record))
    expect(JSON.stringify(renderSlack(many))).toContain(`https://tipstaff.example/designs/${key}`);
});

it('the overview lists what needs the reader in the order of the sections, whatever watches found it', () => {
  const designs = [1, 2, 3].map((key) =>
    change('design.new', {
      record: { ...bottle, key: `HAGUE.${key}`, registrationNumber: `DM/21456${key}` },
      watches: key === 2 ? ['rival-bottles', 'widget-patent'] : ['rival-bottles'],
      alike: { watch: 'rival-bottles', own: 'DM/1', likeness: 1 - key / 100, rank: 1 - key / 100, picture: '' },
    }),
  );
  const many = changesContent([...designs, filed(notice)], withPage);
  const { overview, sections } = changesOutline(many, { discreet: false });
  const numbers = (words: readonly string[]) => words.flatMap((text) => /DM\/21456\d/.exec(text) ?? []);
  const shown = sections.flatMap(({ cards }) => cards.map(({ place }) => place.replace(' 56', '56')));
  expect(numbers(shown)).toHaveLength(3);
  expect(numbers((overview?.lines ?? []).map(({ facts }) => facts))).toEqual(numbers(shown));
});

/** Returns an order, in a case of its own, with a date in this month of 2027. */
function joinderIn(month: number): MessageChange {
  const description = `ORDER: Joinder of Parties due by 0${month}/15/2027.`;
  return filed(entry({ documentNumber: String(month), description }), { ...acmeCase, key: String(month) });
}

it('a message names the next dates first, including those that a party asks for', () => {
  const asked = entry({
    documentNumber: '40',
    dateFiled: '2026-11-20',
    description:
      'STIPULATION TO EXTEND TIME for Defendant to Respond to the Complaint to 12/02/2026 - filed by Plaintiff.',
  });
  const many = changesContent(
    [...[1, 2, 3, 4, 5, 6].map(joinderIn), filed(asked, { ...acmeCase, key: '9' })],
    withPage,
  );
  const box = changesOutline(many, { discreet: true }).dates;
  expect(box?.dates[0]).toMatchObject({ day: 'Dec 2, 2026', what: 'Answer due (requested)' });
  expect([box?.dates.length, box?.more]).toEqual([7, 0]);
});

it('a message about many cases lists the next six dates in order, and links to the calendar for the later ones', () => {
  const due = entry({ documentNumber: '30', description: 'ORDER: Answer due 11/30/2026.', dateFiled: '2026-11-20' });
  const many = changesContent([...[1, 2, 3, 4, 5, 6, 7].map(joinderIn), filed(due)], withPage);
  const { dates, title } = changesOutline(many, { discreet: true });
  const next = ['Nov 30, 2026', ...['Jan', 'Feb', 'Mar', 'Apr', 'May'].map((month) => `${month} 15, 2027`)];
  expect(dates?.dates.map(({ day, sentence }) => [day, sentence])).toEqual(next.map((day) => [day, '']));
  expect(dates?.more).toBe(2);
  expect(title).toMatch(/^1 needs you/);
  expect(renderEmail(many).text).toContain('And 2 more dates: https://tipstaff.example/calendar');
});

it('a message about many cases quotes a date that has no name, and counts the dates within seven days', () => {
  const words = `Rival shall produce ${'the documents named in Exhibits B and C '.repeat(4)}no later than 11/24/2026.`;
  const order = entry({ documentNumber: '31', description: `MEMORANDUM ORDER. ${words}`, dateFiled: '2026-11-20' });
  const many = changesContent([...[1, 2, 3, 4].map(joinderIn), filed(order)], withPage);
  const { dates, title } = changesOutline(many, { discreet: true });
  const [first, ...others] = dates?.dates ?? [];
  expect(first?.what).toMatch(/^Deadline/);
  expect(first?.sentence).toMatch(/^shall produce the documents named in .{50,110}…$/);
  expect(others.map(({ sentence }) => sentence)).toEqual(['', '', '', '']);
  expect(title).toContain('1 date within 7 days');
});

it('later filings of a case that has ended say so, but not the message that tells its end', () => {
  const ended = { ...acmeCase, key: '4', dateTerminated: '2026-11-10' };
  const placesIn = (changes: readonly MessageChange[]) => {
    const { sections } = changesOutline(changesContent(changes, withPage), { discreet: true });
    const cards = sections.flatMap((one) => one.cards.map(({ place }) => place));
    return [...cards, ...sections.flatMap(({ records = [] }) => records.map(({ title }) => title))];
  };
  const status = change('docket.status', {
    record: ended,
    fields: [{ field: 'dateTerminated', before: '', after: '2026-11-10' }],
  });
  const rest = [1, 2, 3].map(joinderIn);
  expect(placesIn([filed(notice, ended)])).toEqual(['E.D. Tex. 2:26-cv-00911, ended Nov 10, 2026']);
  expect(placesIn([filed(notice, ended), ...rest])).toContainEqual(
    expect.stringMatching(/^Acme Bottling v\. .*\(E\.D\. Tex\. 2:26-cv-911, ended Nov 10, 2026\)$/),
  );
  expect(placesIn([status, filed(notice, ended)])).toEqual(['E.D. Tex. 2:26-cv-00911']);
});

it('a message names every date that an entry moves, and counts the entries that its line does not name', () => {
  const order = entry({
    documentNumber: '50',
    description: 'SCHEDULING ORDER: Joinder of Parties due by 03/14/2027. Fact Discovery completed by 08/11/2027.',
  });
  const moved = [
    { what: 'deadline' as const, title: 'Joinder due', was: '2026-12-20', date: '2027-03-14', sentence: '' },
    { what: 'deadline' as const, title: 'Fact discovery due', was: '2027-05-19', date: '2027-08-11', sentence: '' },
  ];
  const again = { ...filed({ ...order, documentNumber: '49' }), id: 1 };
  const alone = changesContent([
    { ...filed(order), moved },
    again,
    filed(notice),
    filed({ ...notice, documentNumber: '213' }),
  ]);
  const [news] = recordNews(alone);
  expect(news?.happened).toMatch(/^MOVED to Mar 14, 2027 .*; MOVED to Aug 11, 2027 .*; 3 more entries/);
  const labels = changesOutline(alone, { discreet: true }).sections[0]?.cards[0]?.items.map(({ label }) => label);
  expect(labels?.[0]).toMatch(/MOVED to Mar 14.*MOVED to Aug 11/);
});

it('a complaint that is only named in a line says its noun once', () => {
  const complaint = entry({ documentNumber: '1', description: 'COMPLAINT for Patent Infringement against Rival' });
  const { sections } = changesOutline(changesContent([...news, filed(complaint)], withPage), { discreet: false });
  const mentions = sections.flatMap(({ cards }) => cards.flatMap((card) => card.mentions));
  expect(mentions.map(({ facts }) => facts)).toContain('COMPLAINT for Patent Infringement against Rival');
});

it.each(
  Array.from({ length: 12 }, (_, index) => 38 + index),
)('the line of a record does not end in a count of entries whose verb is cut off: field names of %i letters', (letters) => {
  const record = { ...acmeCase, key: '3' };
  const [one, another] = ['x'.repeat(letters), 'y'.repeat(letters)];
  const judge = { field: 'assignedTo', before: 'A. B. Stone', after: 'A. B. Stonefield '.repeat(3) };
  const fields = [judge, { field: one, before: 1, after: 2 }, { field: another, before: 1, after: 2 }];
  const changes = [
    change('docket.updated', { record, fields }),
    change('entry.new', { record, entry: entry({ description: 'NOTICE of Change of Address' }) }),
    change('entry.updated', { record, entry: notice }),
  ];
  const { sections } = changesOutline(changesContent([...news, ...changes], withPage), { discreet: false });
  const lines = sections.flatMap(({ records = [] }) => records.map(({ facts }) => facts));
  const [line = ''] = lines.filter((facts) => facts.startsWith('NEW JUDGE'));
  expect(line).toMatch(/(?:1 entry edited|1 new|1 new entry|changed)$|(?:changed; 1 new|changed|1 new entry)…$/);
});
