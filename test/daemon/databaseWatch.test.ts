import { expect, it } from 'vitest';
import { renderText } from '../../src/alerts/channels/text.ts';
import { deliverDue } from '../../src/alerts/outbox/deliver.ts';
import { openDatabaseWatch } from '../../src/daemon/jobs/jobs.ts';
import { emailConfig } from '../alerts/channels/emailConfig.ts';
import { deliveryParts, later } from '../alerts/outbox/outbox.ts';
import { freshStore } from '../store/freshStore.ts';

/** Returns a daemon whose database refuses writes on demand, and the texts that its operators get. */
async function daemon() {
  const { store } = await freshStore();
  const world = { full: false, refuses: false };
  const texts: string[] = [];
  const ops = {
    name: 'ops',
    async send(message: Parameters<typeof renderText>[0]) {
      if (world.refuses) return { outcome: 'retry', response: 'busy' } as const;
      texts.push(renderText(message).replace(/\s+/g, ' '));
      return { outcome: 'sent', response: 'ok' } as const;
    },
    async close() {},
  };
  const configs = [{ ...emailConfig(25), name: 'ops' }];
  const parts = deliveryParts(store, [ops], { operators: ['ops'], configs });
  Object.assign(parts.config.service, { baseUrl: 'sandbox' });
  const look = openDatabaseWatch(parts, async () => {
    if (world.full) throw new Error('database or disk is full');
  });
  const lookAt = async (seconds: number) => {
    parts.at = later(seconds);
    await look();
  };
  return { world, texts, parts, lookAt };
}

it('operators are notified once of a full disk while it lasts, and once when it is over', async () => {
  const { world, texts, parts, lookAt } = await daemon();
  world.full = true;
  await lookAt(0);
  await lookAt(299);
  expect(texts).toEqual([]);
  await lookAt(300);
  await lookAt(330);
  expect(texts).toEqual([
    expect.stringMatching(/\[SANDBOX\] .*the database cannot be written.*database or disk is full\. If/i),
  ]);
  world.full = false;
  await lookAt(360);
  await lookAt(390);
  await deliverDue(parts, new AbortController().signal);
  expect(texts.slice(1)).toEqual([expect.stringMatching(/the database can be written again/i)]);
});

it('a notice that its channel rejects is tried again, and a short problem is not notified', async () => {
  const { world, texts, lookAt } = await daemon();
  Object.assign(world, { full: true, refuses: true });
  await lookAt(0);
  await lookAt(300);
  world.refuses = false;
  await lookAt(330);
  expect(texts).toHaveLength(1);

  const brief = await daemon();
  brief.world.full = true;
  await brief.lookAt(0);
  brief.world.full = false;
  await brief.lookAt(30);
  await deliverDue(brief.parts, new AbortController().signal);
  expect(brief.texts).toEqual([]);
});
