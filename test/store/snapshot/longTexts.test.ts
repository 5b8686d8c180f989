import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { keepingPictures } from '../../../src/channels/pictures/keptPictures.ts';
import type { SearchRecord } from '../../../src/records/record.ts';
import { insertRecord, loadRecords } from '../../../src/store/snapshot/records.ts';
import { freshStore } from '../freshStore.ts';

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
    () => new Date(),
    async () => picture,
  );
  expect(await fetched(`https://images.example/${long}.png`, AbortSignal.timeout(1000))).toEqual(picture);
});
