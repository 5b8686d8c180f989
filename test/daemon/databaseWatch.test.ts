import { expect, it } from 'vitest';
import { renderText } from '../../src/alerts/channels/text.ts';
import { deliverDue } from '../../src/alerts/outbox/deliver.ts';
import { openDatabaseWatch } from '../../src/daemon/jobs/jobs.ts';
import { emailConfig } from '../alerts/channels/emailConfig.ts';
import { deliveryParts, later } from '../alerts/outbox/outbox.ts';
import { freshStore } from '../store/freshStore.ts';

/** A daemon whose database refuses writes as the test says; what its operators get, as text. */
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
  const look = openDatabaseWatch(parts, async () => {
    if (world.full) throw new Error('database or disk is full.');
  });
  const lookAt = async (seconds: number) => {
    parts.at = later(seconds);
    await look();
  };
  return { world, texts, parts, lookAt };
}

it('the operators are notified of a full disk while it lasts, once, and when it is over', async () => {
  const { world, texts, parts, lookAt } = await daemon();
  world.full = true;
  await lookAt(0);
  await lookAt(299);
  expect(texts).toEqual([]);
  await lookAt(300);
  await lookAt(330);
  expect(texts).toEqual([expect.stringMatching(/the database takes no writes.*database or disk is full\./i)]);
  world.full = false;
  await lookAt(360);
  await lookAt(390);
  await deliverDue(parts, new AbortController().signal);
  expect(texts.slice(1)).toEqual([expect.stringMatching(/the database takes writes again/i)]);
});

it('a channel that does not accept it is tried again; a moment of trouble is no news', async () => {
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
