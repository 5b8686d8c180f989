import { expect, it } from 'vitest';
import { renderEmail } from '../../src/channels/email/draw.ts';
import { renderSlack } from '../../src/channels/slack/send.ts';
import { drawTeams } from '../../src/channels/teams/draw.ts';
import type { AlertContent } from '../../src/message/content.ts';
import { alertMessage } from '../../src/outbox/alertMessage.ts';
import { sampleAlerts } from './sampleAlerts.ts';
import { change, changesContent, entry } from './samples.ts';

const pageUrl = 'https://tipstaff.example';

/** The message in every form that has links, each without its own way of escaping. */
function forms(content: AlertContent): string[] {
  const message = alertMessage(content);
  const { html, text } = renderEmail(message);
  const teams = drawTeams(message.outline({ discreet: true }), { characters: 400 });
  return [html.replaceAll('&amp;', '&'), text, JSON.stringify(renderSlack(message)), JSON.stringify(teams)];
}

it('where a message has no room for a date, it links the calendar; without a page it names the command', () => {
  const description = Array.from({ length: 14 }, (_, day) => `Report due by 12/${day + 10}/2026.`).join(' ');
  const news = [change('entry.new', { entry: entry({ description, dateFiled: '2026-11-20' }) })];
  for (const form of forms(changesContent(news, { pageUrl }))) {
    expect(form).toContain(`${pageUrl}/calendar`);
    expect(form).not.toContain('tipstaff dates');
  }
  for (const form of forms(changesContent(news))) expect(form).toContain('And 2 more dates: tipstaff dates');
});

it('what a first check found leads to its free page here, and what is not listed to the list', () => {
  const baseline = sampleAlerts.baseline as AlertContent;
  for (const form of forms({ ...baseline, pageUrl })) {
    expect(form).toContain(`${pageUrl}/cases/387457476`);
    expect(form).toContain(`${pageUrl}/cases?watch=widget-patent`);
    expect(form).not.toContain('DktRpt.pl?58813');
  }
  for (const form of forms({ ...baseline, pageUrl: undefined })) {
    expect(form).toContain('DktRpt.pl?58813');
    expect(form).toContain('and 10 more: tipstaff status widget-patent');
  }
});

it('what a watch leaves out is counted, and leads to all that it found', () => {
  const content = changesContent([change('entry.new', { entry: entry() })], { filteredOut: { 'widget-patent': 3 } });
  for (const form of forms({ ...content, pageUrl })) {
    expect(form).toContain('3 entries filtered out');
    expect(form).toContain(`${pageUrl}/changes?watch=widget-patent`);
  }
});
