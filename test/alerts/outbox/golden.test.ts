import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { renderText } from '../../../src/alerts/channels/text.ts';
import { changeKinds } from '../../../src/records/diff/change.ts';
import { expectGolden } from './golden.ts';
import { sampleAlerts } from './sampleAlerts.ts';
import { expectWithinSlackLimits } from './slackLimits.ts';

describe.each(Object.entries(sampleAlerts))('the alert %s', (name, content) => {
  const message = content;

  it('reads as its golden text, and says the same in HTML', async () => {
    const { subject, text, html } = renderEmail(message);
    expect(text).toBe(renderText(message));
    await expectGolden(`${name}.txt`, `Subject: ${subject}\n\n${text}`);
    const inHtml = new Set(wordsOf(bodyOf(html)));
    expect(
      wordsOf(text.replace(/^.* in the HTML part$/gm, '')).filter(
        (word) => !inHtml.has(word) && !ofTextAlone.has(word),
      ),
    ).toEqual([]);
  });

  it('is within every limit of Slack', () => expectWithinSlackLimits(renderSlack(message)));
});

/** With addresses, which stand in attributes there. */
function wordsOf(text: string): string[] {
  return text.replace(/&(?:[a-z]+|#\d+);/g, ' ').match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/**
 * What an edit took away and brought, which HTML strikes and underlines; the page of a matter, which HTML leaves to its
 * cases; a filing, which the heading of its entry opens.
 */
const ofTextAlone = new Set(['was', 'now', 'REMOVED', 'ADDED', 'matters', 'PDF']);

/** From its heading on: all mails have one head. */
function bodyOf(html: string): string {
  return html.slice(html.indexOf('<body'));
}

/** One of each form: an entry, a new case, pictures, many cases, a digest that lacks something, a baseline, a notice. */
const drawn = ['docket-new', 'design-changed', 'several-dockets', 'digest-half-blind', 'baseline', 'notice'];

describe.each(drawn)('the alert %s', (name) => {
  const message = sampleAlerts[name] ?? expect.fail();

  it('looks as its golden HTML', () => expectGolden(`${name}.html`, `${bodyOf(renderEmail(message).html)}\n`));

  it('is sent to Slack as its golden payloads', () =>
    expectGolden(`${name}.slack.json`, `${JSON.stringify(renderSlack(message).payloads, undefined, 2)}\n`));
});

it('shows the designs of a digest as its golden contact sheet', async () => {
  const message = sampleAlerts['design-changed'] ?? expect.fail();
  const { html, text } = renderEmail(message, undefined, 'sheet');
  expect(text).toBe(renderText(message));
  await expectGolden('design-changed.sheet.html', `${bodyOf(html)}\n`);
});

it('has a golden message for every kind of change', () => {
  const reported = Object.values(sampleAlerts).flatMap((content) =>
    content.kind === 'changes' ? content.changes : [],
  );
  expect([...new Set(reported.map((change) => change.kind))].sort()).toEqual([...changeKinds].sort());
});

it('keeps no golden message that no alert makes any more', async () => {
  const texts = Object.keys(sampleAlerts).map((name) => `${name}.txt`);
  const others = drawn.flatMap((name) => [`${name}.html`, `${name}.slack.json`]);
  const files = await readdir(join(import.meta.dirname, 'golden'));
  expect(files.sort()).toEqual([...texts, ...others, 'design-changed.sheet.html'].sort());
});
