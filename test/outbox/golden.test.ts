import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../src/channels/email/draw.ts';
import { renderSlack } from '../../src/channels/slack/send.ts';
import { renderText } from '../../src/channels/text/drawText.ts';
import { changeKinds } from '../../src/diff/change.ts';
import { alertMessage } from '../../src/outbox/alertMessage.ts';
import { expectGolden } from './golden.ts';
import { sampleAlerts } from './sampleAlerts.ts';
import { expectWithinSlackLimits } from './slackLimits.ts';

describe.each(Object.entries(sampleAlerts))('the alert %s', (name, content) => {
  it('reads as its golden text', async () => {
    const message = renderEmail(alertMessage(content));
    expect(message.text).toBe(renderText(alertMessage(content)));
    await expectGolden(`${name}.txt`, `Subject: ${message.subject}\n\n${message.text}`);
  });

  it('looks as its golden HTML', async () => {
    await expectGolden(`${name}.html`, `${renderEmail(alertMessage(content)).html}\n`);
  });

  it('is sent to Slack as its golden payloads, within every limit', async () => {
    const message = renderSlack(alertMessage(content));
    expectWithinSlackLimits(message);
    await expectGolden(`${name}.slack.json`, `${JSON.stringify(message.payloads, undefined, 2)}\n`);
  });
});

it('shows the designs of a digest as its golden contact sheet', async () => {
  const content = sampleAlerts['design-changed'];
  if (content === undefined) throw new Error('There is no such alert.');
  const { html, text } = renderEmail(alertMessage(content), undefined, 'sheet');
  expect(text).toBe(renderText(alertMessage(content)));
  await expectGolden('design-changed.sheet.html', `${html}\n`);
});

it('has a golden message for every kind of change', () => {
  const reported = Object.values(sampleAlerts).flatMap((content) =>
    content.kind === 'changes' ? content.changes : [],
  );
  expect([...new Set(reported.map((change) => change.kind))].sort()).toEqual([...changeKinds].sort());
});

it('keeps no golden message that no alert makes any more', async () => {
  const files = await readdir(join(import.meta.dirname, 'golden'));
  const names = new Set(files.map((file) => file.replace(/\.(txt|(sheet\.)?html|slack\.json)$/, '')));
  expect([...names].sort()).toEqual(Object.keys(sampleAlerts).sort());
});
