import { expect, it } from 'vitest';
import { readEntry, readingVersion } from '../../../src/reading/readEntry.ts';
import type { Entry } from '../../../src/records/docket.ts';
import {
  insertEntries,
  loadDateLines,
  readOldEntries,
  recordsWithDates,
  updateEntries,
} from '../../../src/store/snapshot/entriesTable.ts';
import type { Store } from '../../../src/store/store.ts';
import { anEntry } from '../../records/diff/dockets.ts';
import { freshStore } from '../freshStore.ts';
import { inOrder, insertRecord } from './insertRecord.ts';

const entry = (description: string) => anEntry({ description, dateFiled: '2026-03-01' });
const hearing = entry('ORDER re 7 Motion: Markman Hearing set for 6/2/2026 at 10:00 AM.');

async function putDocket(store: Store, entries: readonly Entry[]): Promise<number> {
  const id = await insertRecord(store.db, { type: 'docket', key: '7' }, 'hash', '2026-03-01T00:00:00.000Z');
  await insertEntries(store.db, inOrder(id, entries), null);
  return id;
}

const rows = ({ db }: Store) =>
  db.selectFrom('entries').select(['seq', 'reading', 'entryType', 'readingVersion']).orderBy('seq').execute();

it('an entry is stored with its reading and its dates, and read again when its text changes', async () => {
  const { store } = await freshStore();
  const id = await putDocket(store, [hearing]);
  expect(await rows(store)).toEqual([
    {
      seq: 1,
      reading: JSON.stringify(readEntry(hearing.description, hearing.dateFiled)),
      entryType: 'order',
      readingVersion,
    },
  ]);
  expect(await recordsWithDates(store.db, '2026-06-02', '2026-06-02')).toEqual(new Set([id]));
  const [filing] = (await loadDateLines(store.db, [id])).get(id) ?? [];
  expect(filing).toMatchObject({
    source: { seq: 1, documentNumber: '12', filed: '2026-03-01', refersTo: ['7'] },
    lines: [{ act: 'sets', what: 'hearing', name: 'markman hearing', date: '2026-06-02', time: '10:00' }],
  });

  await updateEntries(store.db, [{ recordId: id, seq: 1, entry: entry('MOTION to Dismiss') }]);
  expect(await rows(store)).toMatchObject([{ entryType: 'motion' }]);
  expect(await loadDateLines(store.db, [id])).toEqual(new Map());
});

it('entries stored by an earlier version are read once, in batches', async () => {
  const { store } = await freshStore();
  const id = await putDocket(store, [...Array(1200).fill(entry('NOTICE')), hearing]);
  await store.db.updateTable('entries').set({ reading: '{}', entryType: null, readingVersion: 0 }).execute();
  await store.db.deleteFrom('entryDates').execute();

  const batches: number[] = [];
  expect(await readOldEntries(store, { onRead: (read) => batches.push(read) })).toBe(1201);
  expect(batches).toEqual([500, 1000]);
  expect((await rows(store)).filter((row) => row.entryType === 'notice')).toHaveLength(1200);
  expect(await recordsWithDates(store.db, '2026-06-01', undefined)).toEqual(new Set([id]));
  expect(await readOldEntries(store)).toBe(0);
});

it('reading old entries stops after its batch, and continues from there the next time', async () => {
  const { store } = await freshStore();
  await putDocket(store, Array(700).fill(entry('NOTICE')));
  await store.db.updateTable('entries').set({ readingVersion: 0 }).execute();
  const ending = new AbortController();
  expect(await readOldEntries(store, { signal: ending.signal, onRead: () => ending.abort() })).toBe(500);
  expect(await readOldEntries(store)).toBe(200);
});
