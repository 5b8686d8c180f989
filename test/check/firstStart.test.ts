import { expect, it } from 'vitest';
import type { DeliveryParts } from '../../src/alerts/outbox/deliveryOutcome.ts';
import { releaseBatches } from '../../src/alerts/outbox/releaseBatches.ts';
import { startFirst } from './firstStart.ts';
import { openOffice } from './office.ts';

it('the first start announces all baselines in one message a channel, however long it takes', async () => {
  const { states, outline } = await startFirst(9);
  expect(states).toEqual(['counsel sent', 'ops sent']);
  expect(outline.subject).toMatch(/^Found NOTHING for Watch 0 and 2 more watches; now watching 6 watches$/);
});

it('one watch that is added later is announced at once, also while another one fails', async () => {
  const [first, second, third] = [1, 2, 3].map((number) => ({
    id: `w${number}`,
    dockets: { patentNumber: `${1_999_999 + number}` },
  }));
  const office = await openOffice({ watches: [first, second] });
  office.service.reply = ({ body }) => (body.patentNumber === '2000001' ? { status: 500, body: 'no' } : undefined);
  await office.daemonCheck('w1');
  await office.daemonCheck('w2');
  await office.configure({ watches: [first, second, third] });
  await office.daemonCheck('w3');
  const delivery = { ...office.parts(), channels: new Map() } as unknown as DeliveryParts;
  await releaseBatches(delivery, 'counsel');
  const waiting = office.store.db
    .selectFrom('alerts')
    .select('id')
    .where('kind', '=', 'baseline')
    .where('channel', '=', 'counsel');
  expect(await waiting.where('due_at', '>', office.now.toISOString()).execute()).toEqual([]);
});
