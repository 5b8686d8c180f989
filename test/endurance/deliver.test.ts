import { expect, it } from 'vitest';
import type { DeliveryResult } from '../../src/alerts/channels/channel.ts';
import { renderEmail } from '../../src/alerts/channels/email/draw.ts';
import { gatherAlert } from '../../src/alerts/message/gather.ts';
import { addToAlert } from '../../src/alerts/outbox/addToAlertQueries.ts';
import { deliverDue } from '../../src/alerts/outbox/deliver.ts';
import { alertOf, deliveryParts, later, scriptedChannel, seed, start } from '../alerts/outbox/outbox.ts';
import { seededRandom } from '../alerts/outbox/seededRandom.ts';
import { byNight } from '../runs.ts';
import { freshStore } from '../store/freshStore.ts';

it('through channels that fail at random, every alert arrives once', async () => {
  const { store } = await freshStore();
  await seed(store);
  const random = seededRandom(7);
  const arrived: string[] = [];
  const flaky = (name: string) =>
    scriptedChannel(name, (id): DeliveryResult => {
      const chance = random();
      if (chance < 0.15) return { outcome: 'retry', response: '451 later' };
      if (chance < 0.2) return { outcome: 'retry', response: '429', afterSeconds: 90 };
      if (chance < 0.22) return { outcome: 'dead', response: '535 no' };
      arrived.push(`${name} ${id}`);
      return { outcome: 'sent', response: 'ok' };
    });
  const channels = ['one', 'two', 'three', 'ops'].map(flaky);
  const parts = deliveryParts(store, channels, { operators: ['ops', 'one'] });
  const expected: string[] = [];
  // When all are made, by larger steps.
  for (let minute = 0; minute < 24 * 60; minute += minute < 120 ? 1 : 10) {
    parts.at = later(minute * 60);
    if (minute < 120) {
      const name = ['one', 'two', 'three'][minute % 3] ?? 'one';
      expected.push(`${name} ${await alertOf(store, name, String(minute), parts.at)}`);
    }
    await deliverDue(parts, new AbortController().signal);
  }
  const notices = await store.db.selectFrom('alerts').select(['id', 'channel']).where('kind', '=', 'notice').execute();
  expected.push(...notices.map((notice) => `${notice.channel} ${notice.id}`));
  expect(notices.length).toBeGreaterThan(0);
  expect(arrived.sort()).toEqual(expected.sort());
  expect(await store.db.selectFrom('incidents').selectAll().where('ended_at', 'is', null).execute()).toEqual([]);
});

const many = byNight ? 10_000 : 1_200;

it(`an alert of ${many} changes is gathered whole and rendered`, async () => {
  const { store } = await freshStore();
  await seed(store);
  const rows = Array.from({ length: many }, (_, index) => ({
    check_id: 1,
    record_id: 1,
    kind: 'entry.new',
    detected_at: start.toISOString(),
    entry: JSON.stringify({
      documentNumber: String(index),
      dateFiled: '2026-03-01',
      description: 'MOTION',
      documentHref: null,
      pdfUrl: '',
      patentNumbers: [],
      extraDocument: [],
    }),
    fields: '[]',
    note: null,
    rule: 'test',
  }));
  for (let from = 0; from < rows.length; from += 1000)
    await store.db
      .insertInto('changes')
      .values(rows.slice(from, from + 1000))
      .execute();
  const ids = await store.db.selectFrom('changes').select('id').execute();
  const changes = ids.map(({ id }) => ({ changeId: id, watchId: 'lamp' }));
  const alertId = await store.transaction((trx) =>
    addToAlert(trx, { channel: 'counsel', kind: 'changes', createdAt: start, dueAt: start, changes }),
  );
  const content = await gatherAlert(store.db, alertId, deliveryParts(store, []));
  if (content?.kind !== 'changes') throw new Error('not an alert of changes');
  expect(new Set(content.changes.map((change) => change.id)).size).toBe(many);
  expect(content.checks).toHaveLength(1);
  expect(content.watches).toEqual([expect.objectContaining({ id: 'lamp', name: 'Lamp patent', matter: 'M-7' })]);
  const { html, text } = renderEmail(content);
  expect(Buffer.byteLength(html) + Buffer.byteLength(text)).toBeLessThan(100_000);
});
