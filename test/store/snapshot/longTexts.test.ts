import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { closeIncident, openIncident, openIncidents } from '../../../src/alerts/outbox/incidentsTable.ts';
import type { SearchRecord } from '../../../src/records/record.ts';
import { keepingPictures, loadRecords } from '../../../src/store/snapshot/recordsTable.ts';
import { freshStore } from '../freshStore.ts';
import { insertRecord } from './insertRecord.ts';

/** 6,400 characters that cannot be compressed, which is too long for an index of Postgres. */
const long = Array.from({ length: 100 }, (_, at) => hash('sha256', String(at))).join('');

it('a record and a picture with texts of any length are stored, even in indexed columns', async () => {
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

it('incidents with long subjects begin and end once, and a longer subject is another incident', async () => {
  const { store } = await freshStore();
  const now = '2026-03-01T00:00:00.000Z';
  const begin = async (subject: string) =>
    (await openIncident(store.db, { kind: 'watches-removed', subject, detail: 'why', now })) !== undefined;
  expect([await begin(long), await begin(long), await begin(`${long}.`)]).toEqual([true, false, true]);
  const open = await openIncidents(store.db);
  expect(open.map(({ subject }) => subject.slice(0, 400))).toEqual([long.slice(0, 400), long.slice(0, 400)]);
  // The subject as it was named, and as the store returned it.
  const subjects = [long, open[1]?.subject ?? ''];
  for (const subject of subjects) {
    expect(await closeIncident(store.db, { kind: 'watches-removed', subject, now })).toMatchObject({
      beganAt: now,
      detail: 'why',
    });
  }
  expect(await openIncidents(store.db)).toEqual([]);
});
