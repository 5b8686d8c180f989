import { expect, it } from 'vitest';
import { renderText } from '../../src/channels/text/drawText.ts';
import { alertMessage } from '../../src/outbox/alertMessage.ts';
import type { DeliveryParts } from '../../src/outbox/deliveryOutcome.ts';
import { gatherAlert } from '../../src/outbox/gather.ts';
import { releaseBatches } from '../../src/outbox/releaseBatches.ts';
import { docketHit } from './hits.ts';
import { openOffice } from './office.ts';

const count = 150;
const watches = Array.from({ length: count }, (_, index) => ({
  id: `w${index}`,
  name: `Watch ${index}`,
  dockets: { companyName: index % 3 === 0 ? `Nobody ${index}` : 'Rival' },
}));

it('the first start announces all baselines in one message a channel, however many there are and however long it takes', async () => {
  // Each its own search, else one check would serve them all.
  const asked = watches.map((watch, index) => ({
    ...watch,
    dockets: { ...watch.dockets, patentNumber: `${1_000_000 + index}` },
  }));
  const office = await openOffice({ watches: asked });
  office.service.reply = ({ body }) => {
    const hits = body.companyName === 'Rival' ? [docketHit()] : [];
    return { body: { code: 0, data: { total: hits.length, hits } } };
  };
  const { db } = office.store;
  const parts = office.parts();
  const delivery = { ...parts, channels: new Map() } as unknown as DeliveryParts;
  const deliver = async () => {
    for (const channel of ['counsel', 'ops']) await releaseBatches(delivery, channel);
    const due = db.updateTable('alerts').set({ state: 'sent' }).where('state', '=', 'waiting');
    await due.where('due_at', '<=', office.now.toISOString()).execute();
  };
  for (const { id } of watches) {
    // At a real pace 150 first checks take minutes: longer than alerts wait for one another.
    office.now = new Date(office.now.getTime() + 4000);
    expect(await office.daemonCheck(id)).toMatchObject({ outcome: 'complete' });
    await deliver();
  }
  const alerts = await db
    .selectFrom('alerts')
    .select(['id', 'channel', 'state'])
    .where('kind', '=', 'baseline')
    .execute();
  expect(alerts.map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual(['counsel sent', 'ops sent']);

  const { id } = alerts.find(({ channel }) => channel === 'counsel') ?? { id: 0 };
  const content = await gatherAlert(db, id, { config: parts.config, clock: parts.clock, watches: new Map() });
  if (content?.kind !== 'baseline') throw new Error('no announcement');
  const outline = alertMessage(content).outline({ discreet: false });
  expect(outline.subject).toMatch(/^Found NOTHING for Watch 0 and 49 more watches; now watching 100 watches$/);
  expect(outline.lead.join(' ')).toContain(
    '50 more watches began too, and found 34 records: tipstaff status lists them.',
  );
  expect(outline.warnings?.at(-1)?.text).toMatch(/^Found NOTHING for Watch 102, .*Watch 147\. If you expected hits/);
  expect(renderText(alertMessage(content)).length).toBeLessThan(100_000);
});

it('one watch that is added later is announced at once, also while another one fails', async () => {
  const [first, second, third] = watches
    .slice(1, 4)
    .map((watch, index) => ({ ...watch, dockets: { patentNumber: `${2_000_000 + index}` } }));
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
