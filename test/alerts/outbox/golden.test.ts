import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { renderText } from '../../../src/alerts/channels/text.ts';
import { changeKinds } from '../../../src/records/diff/change.ts';
import { expectGolden } from '../../golden.ts';
import { sampleAlerts } from './sampleAlerts.ts';
import { expectWithinSlackLimits } from './slackLimits.ts';

const folder = join(import.meta.dirname, 'golden');

function expectGoldenMessage(name: string, message: string): void {
  expectGolden(join(folder, name), message);
}

describe.each(Object.entries(sampleAlerts))('the alert %s', (name, content) => {
  const message = content;

  it('has its golden text, and the same words in HTML', () => {
    const { subject, text, html } = renderEmail(message);
    expect(text).toBe(renderText(message));
    expectGoldenMessage(`${name}.txt`, `Subject: ${subject}\n\n${text}`);
    const inHtml = new Set(wordsOf(bodyOf(html)));
    expect(wordsOf(text).filter((word) => !inHtml.has(word) && !ofTextAlone.has(word))).toEqual([]);
  });

  it('stays within every limit of Slack', () => expectWithinSlackLimits(renderSlack(message)));
});

/** Returns the words of a text, with those of link addresses, which HTML has in attributes. */
function wordsOf(text: string): string[] {
  return text.replace(/&(?:[a-z]+|#\d+);/g, ' ').match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/**
 * Words of the text alone: marks of an edit, which HTML strikes or underlines, links to the page of a matter, and links
 * to a PDF.
 */
const ofTextAlone = new Set(['was', 'now', 'REMOVED', 'ADDED', 'matters', 'PDF']);

/** Returns the HTML from its body on, as all mails have the same head. */
function bodyOf(html: string): string {
  return html.slice(html.indexOf('<body'));
}

/** One alert of each form: an entry, a new case, pictures, many cases, a digest with a gap, a baseline and a notice. */
const drawn = ['docket-new', 'design-changed', 'several-dockets', 'digest-half-blind', 'baseline', 'notice'];

describe.each(drawn)('the alert %s', (name) => {
  const message = sampleAlerts[name] ?? expect.fail();

  it('has its golden HTML', () => expectGoldenMessage(`${name}.html`, `${bodyOf(renderEmail(message).html)}\n`));

  it('has its golden Slack payloads', () =>
    expectGoldenMessage(`${name}.slack.json`, `${JSON.stringify(renderSlack(message), undefined, 2)}\n`));
});

it('the designs of a digest have their golden contact sheet', () => {
  const message = sampleAlerts['design-changed'] ?? expect.fail();
  const { html, text } = renderEmail(message, undefined, 'sheet');
  expect(text).toBe(renderText(message));
  expectGoldenMessage('design-changed.sheet.html', `${bodyOf(html)}\n`);
});

it('every kind of change has a golden message', () => {
  const reported = Object.values(sampleAlerts).flatMap((content) =>
    content.kind === 'changes' ? content.changes : [],
  );
  expect([...new Set(reported.map((change) => change.kind))].sort()).toEqual([...changeKinds].sort());
});

it('every golden file belongs to an alert', async () => {
  const texts = Object.keys(sampleAlerts).map((name) => `${name}.txt`);
  const others = drawn.flatMap((name) => [`${name}.html`, `${name}.slack.json`]);
  const files = await readdir(folder);
  expect(files.sort()).toEqual([...texts, ...others, 'design-changed.sheet.html'].sort());
});
