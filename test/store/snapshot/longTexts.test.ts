import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { closeIncident, openIncident, openIncidents } from '../../../src/alerts/outbox/incidentsTable.ts';
import type { SearchRecord } from '../../../src/records/record.ts';
import { keepingPictures, loadRecords } from '../../../src/store/snapshot/recordsTable.ts';
import { freshStore } from '../freshStore.ts';
import { insertRecord } from './insertRecord.ts';

/** 6,400 characters which cannot be compressed: more than an index of Postgres has room for. */
const long = Array.from({ length: 100 }, (_, at) => hash('sha256', String(at))).join('');

it('what a service shows is stored at any length, whatever stands in an index', async () => {
  const { store } = await freshStore();
  const design: SearchRecord = { type: 'design', key: 'k', source: 'EMID', registrationNumber: long, expires: long };
  const id = await insertRecord(store.db, design, 'hash', '2026-03-01T00:00:00.000Z');
  expect((await loadRecords(store.db, [id])).get(id)?.record).toEqual(design);

  const picture = { contentType: 'image/png', bytes: new Uint8Array([1]) };
  const fetched = keepingPictures(
    store,
    () => new Date('2026-03-01T00:00:00.000Z'),
    async () => picture,
  );
  expect(await fetched(`https://images.example/${long}.png`, new AbortController().signal)).toEqual(picture);
});

it('an incident about something long begins once and ends once, and another one beside it is another', async () => {
  const { store } = await freshStore();
  const now = '2026-03-01T00:00:00.000Z';
  const begin = (subject: string) => openIncident(store.db, { kind: 'watches-removed', subject, detail: 'why', now });
  expect([await begin(long), await begin(long), await begin(`${long}.`)]).toEqual([true, false, true]);
  const open = await openIncidents(store.db);
  expect(open.map(({ subject }) => subject.slice(0, 400))).toEqual([long.slice(0, 400), long.slice(0, 400)]);
  // By the subject as it was named, or as the store gave it back.
  const subjects = [long, open[1]?.subject ?? ''];
  for (const subject of subjects) {
    expect(await closeIncident(store.db, { kind: 'watches-removed', subject, now })).toMatchObject({
      beganAt: now,
      detail: 'why',
    });
  }
  expect(await openIncidents(store.db)).toEqual([]);
});
