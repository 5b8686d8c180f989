import { expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { drawTeams } from '../../../src/alerts/channels/teams.ts';
import type { AlertContent } from '../../../src/alerts/message/content.ts';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import { sampleAlerts } from './sampleAlerts.ts';
import { change, changesContent, entry } from './samples.ts';

const pageUrl = 'https://tipstaff.example';

/** Returns the message in every form that has links, each with its own way of escaping. */
function forms(message: AlertContent): string[] {
  const { html, text } = renderEmail(message);
  const teams = drawTeams(alertOutline(message, { discreet: true }), { text: 400, row: 200 });
  return [html.replaceAll('&amp;', '&'), text, JSON.stringify(renderSlack(message)), JSON.stringify(teams)];
}

it('a message links to the calendar for dates that do not fit, or without a page names the command', () => {
  const description = Array.from({ length: 14 }, (_, day) => `Report due by 12/${day + 10}/2026.`).join(' ');
  const news = [change('entry.new', { entry: entry({ description, dateFiled: '2026-11-20' }) })];
  for (const form of forms(changesContent(news, { pageUrl }))) {
    expect(form).toContain(`${pageUrl}/calendar`);
    expect(form).not.toContain('tipstaff dates');
  }
  for (const form of forms(changesContent(news))) expect(form).toContain('And 2 more dates: tipstaff dates');
});

it('a baseline links each record to its own page, and the records that it does not list to their list', () => {
  const baseline = sampleAlerts.baseline as AlertContent;
  for (const form of forms({ ...baseline, pageUrl })) {
    expect(form).toContain(`${pageUrl}/cases/387457476`);
    expect(form).toContain(`${pageUrl}/cases?watch=widget-patent`);
    expect(form).not.toContain('DktRpt.pl?58813');
  }
  for (const form of forms({ ...baseline, pageUrl: undefined })) {
    expect(form).toContain('DktRpt.pl?58813');
    expect(form).toContain('and 10 more: tipstaff list cases --watch widget-patent');
  }
  const designs = JSON.stringify(baseline).replaceAll('"type":"docket"', '"type":"design"');
  for (const form of forms({ ...(JSON.parse(designs) as AlertContent), pageUrl: undefined })) {
    expect(form).toContain('and 10 more: tipstaff list designs --watch widget-patent');
  }
});

it('a message counts what a watch filtered out, and links to all that it found', () => {
  const content = changesContent([change('entry.new', { entry: entry() })], { filteredOut: { 'widget-patent': 3 } });
  for (const form of forms({ ...content, pageUrl })) {
    expect(form).toContain('3 entries filtered out');
    expect(form).toContain(`${pageUrl}/changes?watch=widget-patent`);
  }
});

it('a long list in Slack ends with a count of the rest and a link to all of it', () => {
  const baseline = sampleAlerts.baseline;
  const [first] = baseline?.kind === 'baseline' ? baseline.announcements : [];
  if (baseline?.kind !== 'baseline' || first === undefined) throw new Error('no sample');
  const examples = Array.from({ length: 50 }, (_, index) => ({ ...first.examples[0], key: `k${index}` }));
  const long = { ...baseline, announcements: [{ ...first, records: 120, examples }] } as AlertContent;
  const payloads = renderSlack(long);
  const words = JSON.stringify(payloads);
  const shown = words.match(/\/cases\/k\d+/g)?.length ?? 0;
  expect(shown).toBeGreaterThan(10);
  expect(words).toContain(`and ${120 - shown} more: `);
  expect(words).toContain(`${pageUrl}/cases?watch=widget-patent`);
  expect(words).not.toContain('more lines');
});

it('a message in Slack or Teams has the search of a watch once, and Slack explains its marks before using them', () => {
  const message = changesContent([change('entry.new', { entry: entry() })], { pageUrl });
  const slack = JSON.stringify(renderSlack(message));
  const teams = JSON.stringify(drawTeams(alertOutline(message, { discreet: true }), { text: 400, row: 200 }));
  for (const form of [slack, teams]) expect(form.split('patent number 6834603')).toHaveLength(2);
  expect(slack.indexOf('● needs you')).toBeLessThan(slack.lastIndexOf('● '));
});

it('the name of a design links to its own page, also where the design is compared with an own one', () => {
  const content = sampleAlerts['looks-like-ours'] ?? expect.fail('no sample');
  const [card] = alertOutline(content, { discreet: true }).sections.flatMap(({ cards }) => cards);
  expect(card?.links.map(({ words }) => words)).toEqual(['Design page', 'Register page', 'Compare and review']);
});
