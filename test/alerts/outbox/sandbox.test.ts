import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { renderSlack } from '../../../src/alerts/channels/slack.ts';
import { renderJson } from '../../../src/alerts/channels/webhook.ts';
import { gatherAlert } from '../../../src/alerts/message/gather.ts';
import { addToAlert } from '../../../src/alerts/outbox/addToAlertQueries.ts';
import { deliveryParts, newEntry, start } from './outbox.ts';
import { sampleAlerts } from './sampleAlerts.ts';
import { seededStore } from './seededStore.ts';

describe.each(Object.entries(sampleAlerts))('the alert %s, made up by the sandbox,', (_name, content) => {
  const message = { ...content, sandbox: true };

  it('says so in the subject, text and HTML of its mail', () => {
    const { subject, text, html } = renderEmail(message);
    expect(subject).toMatch(/^\[SANDBOX\] /);
    expect(text.replaceAll('\n', ' ')).toContain('From the built-in sandbox: the records are made up.');
    expect(html).toContain('From the built-in sandbox: the records are made up.');
  });

  it('says so in every Slack message', () => {
    for (const payload of renderSlack(message)) expect(payload.text).toMatch(/^\[SANDBOX\] /);
    expect(JSON.stringify(renderSlack(message))).toContain('From the built-in sandbox: the records are made up.');
  });

  it('says so in its webhook payload', () => {
    expect(renderJson(message).data).toMatchObject({ sandbox: true });
    expect(renderJson(content).data).not.toHaveProperty('sandbox');
  });
});

it.each([
  ['sandbox', true],
  ['https://search.example.com', false],
])('an alert is marked as from the sandbox by the address of the service: %s', async (baseUrl, sandbox) => {
  const { store } = await seededStore();
  const parts = deliveryParts(store, []);
  const config = { ...parts.config, service: { baseUrl } };
  const changes = [{ changeId: await newEntry(store, '7'), watchId: 'lamp' }];
  const draft = { channel: 'counsel', kind: 'changes', createdAt: start, dueAt: start, changes } as const;
  const id = await store.transaction((trx) => addToAlert(trx, draft));
  expect(await gatherAlert(store.db, id, { ...parts, config })).toMatchObject({ sandbox });
});
