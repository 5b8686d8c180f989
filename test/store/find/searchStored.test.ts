import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/records/docket.ts';
import type { SearchRecord } from '../../../src/records/record.ts';
import { markWords, readSearch, searchStored } from '../../../src/store/find/searchStoredQueries.ts';
import { insertEntries, updateEntries } from '../../../src/store/snapshot/entriesTable.ts';
import { insertMembers, leaveOut } from '../../../src/store/snapshot/membershipsTable.ts';
import { updateRecords } from '../../../src/store/snapshot/recordsTable.ts';
import type { Store } from '../../../src/store/store.ts';
import { anEntry } from '../../records/diff/dockets.ts';
import { freshStore } from '../freshStore.ts';
import { putWatch } from '../putWatches.ts';
import { inOrder, insertRecord } from '../snapshot/insertRecord.ts';

const at = '2026-03-01T00:00:00.000Z';

const entry = (documentNumber: string, description: string) =>
  anEntry({ documentNumber, description, documentHref: null });

const widget: SearchRecord = {
  type: 'docket',
  key: '100',
  docketNumber: '1:20-cv-00168',
  caseName: 'Widget Co. v. Müller &amp; Söhne GmbH',
  court: 'District Court, D. Delaware',
  courtId: 'ded',
  assignedTo: 'Maryellen Noreika',
  parties: ['Widget Co.', 'Rivalco, Inc.'],
  patentNumbers: ['6,834,603', 'D901234'],
};
const sameNumberElsewhere: SearchRecord = {
  type: 'docket',
  key: '200',
  docketNumber: '2:20-cr-00168',
  caseName: 'USA v. Doe',
};
const bottle: SearchRecord = {
  type: 'design',
  key: 'HAGUE.DM/214 567',
  source: 'HAGUE',
  registrationNumber: 'DM/214 567',
  holders: ['Société Rival'],
  products: ['1. Bottles', '飲料瓶'],
  locarno: ['09-01'],
};

/** Stores records that the query `q` holds, with these entries for the first record. */
async function storeWith(entries: readonly Entry[] = []): Promise<{ store: Store; ids: number[] }> {
  const { store } = await freshStore();
  await store.db.insertInto('queries').values({ id: 'q', operation: 'pacer', body: '{}' }).execute();
  const ids: number[] = [];
  for (const record of [widget, sameNumberElsewhere, bottle])
    ids.push(await insertRecord(store.db, record, 'hash', at));
  await insertMembers(
    store.db,
    'q',
    ids.map((recordId) => ({ recordId })),
    1,
  );
  await putWatch(store, 'w');
  const asked = { watchId: 'w', queryId: 'q', schedule: '0 7 * * *', timezone: 'UTC', beganAt: '', nextDueAt: null };
  await store.db.insertInto('watchQueries').values(asked).execute();
  const others = ids.slice(1).map((recordId) => ({ queryId: 'q', recordId, watchId: 'w' }));
  await leaveOut(store.db, others);
  await insertEntries(store.db, inOrder(ids[0] ?? 0, entries), null);
  return { store, ids };
}

const nobody = { watches: [] as string[], queries: [] as string[] };
const everything = { any: ['q'], filtered: nobody };

async function keysOf(store: Store, text: string, holders = everything): Promise<string[]> {
  const found = await Promise.all(
    (['docket', 'design'] as const).map((type) => searchStored(store.db, text, { type, holders, limit: 20 })),
  );
  return found.flatMap(({ records }) => records.map(({ record }) => record.key));
}

describe('a search finds stored records', () => {
  it('by names, parties, judges, courts, holders, products and classes', async () => {
    const { store } = await storeWith();
    for (const [how, text, keys] of [
      ['by the name of a case', 'widget', ['100']],
      ['without its accents', 'muller sohne', ['100']],
      ['with them', 'Müller', ['100']],
      ['by a party, of which the beginning is enough', 'rival', ['100', bottle.key]],
      ['by a judge', 'noreika', ['100']],
      ['by a court', 'd. del.', ['100']],
      ['by a holder', 'societe', [bottle.key]],
      ['by a product', 'bottle', [bottle.key]],
      ['by a product in Chinese', '飲料', [bottle.key]],
      ['by the title of a class', '09-01', [bottle.key]],
      ['by words of which each is there', 'widget noreika', ['100']],
      ['and not where one is missing', 'widget bottles', []],
      ['without what is unwanted', 'rival -widget', [bottle.key]],
    ] as const) {
      expect(await keysOf(store, text), how).toEqual(keys);
    }
  });

  it('by a number in any spelling', async () => {
    const { store } = await storeWith();
    for (const [text, keys] of [
      ['1:20-cv-00168', ['100']],
      ['20-cv-168', ['100']],
      ['1:2020cv168', ['100']],
      ['C.A. No. 20-168', ['100', '200']],
      ['20-00168', ['100', '200']],
      ['6,834,603', ['100']],
      ['6834603', ['100']],
      ['US 6,834,603 B2', ['100']],
      ['US6834603B2', ['100']],
      ['D901,234', ['100']],
      ['USD901234S1', ['100']],
      ['DM/214 567', [bottle.key]],
      ['DM/214567', [bottle.key]],
      ['214567', [bottle.key]],
      ['100', ['100']],
    ] as const) {
      expect((await keysOf(store, text)).sort(), text).toEqual([...keys].sort());
    }
  });

  it('by the text of entries, in any ending of the words, and lists the entries found', async () => {
    const { store } = await storeWith([
      entry('1', 'COMPLAINT for infringement of U.S. Patent No. 7,123,456'),
      entry('12', 'MOTION to Dismiss for Failure to State a Claim'),
      entry('30', 'STIPULATION of Dismissal, see related case 1:19-cv-01234'),
      entry('31', 'ORDER: motions denied; claims dismissed'),
    ]);
    const entriesFor = async (text: string) =>
      (await searchStored(store.db, text, { type: 'docket', holders: everything, limit: 5 })).records.map(
        (one) => one.entries,
      );
    expect(await entriesFor('dismissal')).toEqual([[4, 3, 2]]);
    expect(await entriesFor('"motion to dismiss"')).toEqual([[2]]);
    expect(await entriesFor('dismissed -stipulation')).toEqual([[4, 2]]);
    expect(await entriesFor('7123456')).toEqual([[1]]);
    expect(await entriesFor('19-cv-1234')).toEqual([[3]]);
  });

  it('by their current text, and no longer by the text before a change', async () => {
    const { store, ids } = await storeWith([entry('1', 'NOTICE of appearance')]);
    await updateEntries(store.db, [{ recordId: ids[0] ?? 0, seq: 1, entry: entry('1', 'NOTICE of withdrawal') }]);
    const record: SearchRecord = { ...bottle, holders: ['Acme SA'] };
    await updateRecords(store.db, [{ id: ids[2] ?? 0, firstSeenAt: at, record, shownHash: 'other' }], at);
    expect([await keysOf(store, 'appearance'), await keysOf(store, 'withdrawal')]).toEqual([[], ['100']]);
    expect([await keysOf(store, 'societe'), await keysOf(store, 'acme')]).toEqual([[], [bottle.key]]);
  });

  it('only for the queries that hold them', async () => {
    const { store, ids } = await storeWith([entry('1', 'NOTICE of appearance')]);
    expect(await keysOf(store, 'widget', { any: ['another'], filtered: nobody })).toEqual([]);
    expect(await keysOf(store, 'appearance', { any: ['another'], filtered: nobody })).toEqual([]);
    expect(await keysOf(store, 'rival', { any: [], filtered: { watches: ['w'], queries: ['q'] } })).toEqual(['100']);
    await store.db
      .updateTable('memberships')
      .set({ goneCheck: 2 })
      .where('recordId', '=', ids[0] ?? 0)
      .execute();
    expect(await keysOf(store, 'widget')).toEqual([]);
    expect(await keysOf(store, 'widget', { any: [], filtered: nobody })).toEqual([]);
  });

  it('with any signs in its text, none of which is a command', async () => {
    const { store } = await storeWith();
    for (const text of [
      '"',
      '""',
      '*',
      'AND',
      'NOT widget',
      'name:widget',
      '(',
      'a OR b',
      "'; drop table records",
      '^x',
      '-',
      '-a',
      '{',
      '\0',
      'NEAR(a b)',
    ]) {
      await expect(keysOf(store, text)).resolves.toBeInstanceOf(Array);
    }
    expect(await keysOf(store, 'widget"')).toEqual(['100']);
  });
});

/** Returns so many megabytes of distinct words. */
function megabytes(count: number, word = (number: number) => `w${'o'.repeat(20)}${100_000 + number}`): string {
  const length = Buffer.byteLength(word(0)) + 1;
  return Array.from({ length: Math.ceil((count * 1_000_000) / length) }, (_, number) => word(number)).join(' ');
}

it('a text of megabytes is found by its beginning, and other texts beside it are still found', async () => {
  const { store, ids } = await storeWith();
  const hostile = [
    `ORDER granting injunction ${megabytes(0.3)} lastword`,
    `MOTION ${'motion '.repeat(40_000)}`,
    `NOTICE ${'x'.repeat(3000)} appearance ${'𝒜'.repeat(240)}`,
    `ORDER ${megabytes(0.3, (number) => String.fromCodePoint(0x4e00 + (number % 20_000)))}`,
  ];
  const entries = [...hostile.map((text, at) => entry(String(at + 1), text)), entry('9', 'STIPULATION of stay')];
  await insertEntries(store.db, inOrder(ids[0] ?? 0, entries), null);
  const parties = megabytes(0.3).split(' ');
  await updateRecords(
    store.db,
    [{ id: ids[0] ?? 0, firstSeenAt: at, record: { ...widget, parties }, shownHash: 'other' }],
    at,
  );
  for (const text of [
    'injunction',
    'motion',
    'appearance',
    'stay',
    '20-cv-168',
    'delaware',
    `w${'o'.repeat(20)}100007`,
  ])
    expect(await keysOf(store, text), text).toEqual(['100']);
  expect(await keysOf(store, 'lastword')).toEqual([]);
  await expect(keysOf(store, 'x'.repeat(3000))).resolves.toEqual([]);
});

it('a text is found as soon as it is committed, and not after a rollback', async () => {
  const { store, ids } = await storeWith();
  const notice = inOrder(ids[0] ?? 0, [entry('1', 'NOTICE of appearance')]);
  const taken = store.transaction(async (trx) => {
    await insertEntries(trx, notice, null);
    throw new Error('taken back');
  });
  await expect(taken).rejects.toThrow('taken back');
  expect(await keysOf(store, 'appearance')).toEqual([]);
  await store.transaction((trx) => insertEntries(trx, notice, null));
  expect(await keysOf(store, 'appearance')).toEqual(['100']);
});

it('a long list of records with many entries each is cut, and says that there are more', async () => {
  const { store } = await freshStore();
  await store.db.insertInto('queries').values({ id: 'q', operation: 'pacer', body: '{}' }).execute();
  for (let number = 1; number <= 12; number += 1) {
    const id = await insertRecord(store.db, { type: 'docket', key: String(number) }, 'hash', at);
    await insertMembers(store.db, 'q', [{ recordId: id }], 1);
    const many = inOrder(id, Array(600).fill(entry('1', 'ORDER')));
    await store.transaction((trx) => insertEntries(trx, many, null));
  }
  const found = await searchStored(store.db, 'orders', { type: 'docket', holders: everything, limit: 10 });
  expect(found.records.map(({ record }) => record.key)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
  expect(found).toMatchObject({ more: true });
});

it('markWords marks what was found, in the words of the text itself', () => {
  const marked = (text: string, search: string, of: 'entry' | 'record') =>
    markWords(text, readSearch(search), of)
      .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
      .join('');
  expect(marked('Motions to Dismiss are DENIED', '"motion to dismiss" denial', 'entry')).toBe(
    '[Motions to Dismiss] are [DENIED]',
  );
  expect(marked('Müller v. Rivalco (No. 6,834,603)', 'muller rival 6834603', 'record')).toBe(
    '[Müller] v. [Rivalco] (No. [6,834,603])',
  );
  expect(marked('<b>Widget</b>', 'gadget', 'record')).toBe('<b>Widget</b>');
});
