import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderTeams } from '../../src/alerts/channels/teams.ts';
import type { AlertContent } from '../../src/alerts/message/content.ts';
import { hostileTexts } from '../alerts/outbox/hostile.ts';
import { sampleAlerts } from '../alerts/outbox/sampleAlerts.ts';
import { change, changesContent, entry, widgetCase, widgetWatch } from '../alerts/outbox/samples.ts';
import { newContext } from './newPage.ts';

// Microsoft's own renderer of Adaptive Cards draws the cards.
const library = readFileSync(createRequire(import.meta.url).resolve('adaptivecards/dist/adaptivecards.min.js'), 'utf8');

let page: Page;
beforeAll(async () => {
  page = await (await newContext({ viewport: { width: 390, height: 900 } })).newPage();
  await page.route('**', (route) => route.abort());
  // Teams breaks words that are too long, but the renderer does not.
  await page.setContent('<div id="card" style="overflow-wrap: anywhere"></div>');
  await page.addScriptTag({ content: library });
});
afterAll(() => page?.context().close());

/** Markup, and the date function of cards, which would show if a card interpreted any. */
const markup =
  '**bold** _italic_ [Sign in](https://evil.example) <b>b</b> <at>everyone</at> {{DATE(2026-01-01T00:00:00Z)}}';

function hostileAlert(text: string): AlertContent {
  const record = { ...widgetCase, caseName: text, docketNumber: text, parties: [text] };
  const reported = entry({ description: text, documentNumber: text, pdfUrl: text });
  const changes = [
    change('docket.new', { record, note: text }),
    change('entry.new', { record, entry: reported }),
    change('docket.updated', { record, fields: [{ field: text, before: text, after: `${text} too` }] }),
  ];
  return changesContent(changes, { watches: [{ ...widgetWatch, name: text, matter: text, asks: text }] });
}

const hostile = Object.entries({ ...hostileTexts, markup }).map(([name, text]) => [name, hostileAlert(text)] as const);

it.each([
  ...Object.entries(sampleAlerts),
  ...hostile,
])('the card of %s is valid, fits a phone, and interprets no markup of its texts', async (_name, content) => {
  const card = renderTeams(content).attachments[0].content;
  const drawn = await page.evaluate<Drawn>(drawCard(JSON.stringify(card)));
  expect(drawn.complaints).toEqual([]);
  expect(drawn.elements.filter((name) => !['DIV', 'SPAN', 'A', 'IMG'].includes(name))).toEqual([]);
  expect(drawn.links).toBe(countOf(card, 'Action.OpenUrl'));
  expect(drawn.text).not.toMatch(/1\/1\/2026|Jan 1, 2026/);
  expect(drawn.width).toBeLessThanOrEqual(390);
  for (const [, url] of JSON.stringify(card).matchAll(/"url":"([^"]*)"/g)) expect(url).toMatch(/^https?:\/\//);
  if (JSON.stringify(content).includes('**bold**'))
    expect(drawn.text).toContain('**bold** _italic_ [Sign in](https://evil');
});

function countOf(card: object, type: string): number {
  return JSON.stringify(card).split(`"${type}"`).length - 1;
}

interface Drawn {
  readonly complaints: readonly string[];
  readonly elements: readonly string[];
  readonly links: number;
  readonly text: string;
  readonly width: number;
}

/** Runs in the page. `json` is the card. */
const drawCard = (json: string) => `(() => {
  const card = new AdaptiveCards.AdaptiveCard();
  const context = new AdaptiveCards.SerializationContext(AdaptiveCards.Versions.v1_4);
  card.parse(${json}, context);
  const place = document.getElementById('card');
  place.replaceChildren(card.render());
  const parsing = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  const validation = card.validateProperties().validationEvents.map((event) => event.message);
  return {
    complaints: [...parsing, ...validation],
    elements: [...place.querySelectorAll('*')].map((element) => element.tagName),
    links: place.querySelectorAll('a').length,
    text: place.textContent,
    width: document.documentElement.scrollWidth,
  };
})()`;
