import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPresence } from '../../../src/daemon/daemon.ts';
import { copiedTables, copyStore } from '../../../src/store/copy/copyStore.ts';
import { searchStored } from '../../../src/store/find/searchStoredQueries.ts';
import { openStore } from '../../../src/store/openStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { docketHit, docketWith, entryHit } from '../../check/hits.ts';
import { type Office, officeThatKnows } from '../../check/office.ts';
import { tempFolder } from '../../tempFolder.ts';
import { newFile, onPostgres } from '../database.ts';
import { freshStore } from '../freshStore.ts';

/** Postgres omits the last character. */
const strange = 'with \u0000';

/** More entries than one part of a table that is copied in parts. */
const manyEntries = 451;

/** Returns an installation with checks, changes, alerts, incidents and notes. */
async function openUsed(entryCount = 4): Promise<Office> {
  const office = await officeThatKnows({ dockets: [docketHit()] });
  office.pass(1);
  const entries = Array.from({ length: entryCount - 1 }, (_, index) => entryHit(index + 1));
  office.service.dockets = [
    docketWith([...entries, entryHit(entryCount, { dateFiled: 'Nov 21, 2026', description: 'ORDER denying Motion' })]),
  ];
  await office.check();
  const at = office.now.toISOString();
  const { db } = office.store;
  await db
    .insertInto('pictures')
    .values({ path: '/a.png', contentType: 'image/png', bytes: Buffer.from([0, 255, 7]), keptAt: at })
    .execute();
  await db
    .insertInto('notes')
    .values({ recordId: 1, at, who: 'ann', text: 'Ärger “quoted”\nwith lines', matters: '[]' })
    .execute();
  await db
    .insertInto('incidents')
    .values({ kind: 'x', subject: 'y', detail: strange, beganAt: at, endedAt: null })
    .execute();
  // This uses up an id that no row has any more.
  await db.insertInto('notes').values({ recordId: 1, at, who: 'ann', text: 'gone', matters: '[]' }).execute();
  await db.deleteFrom('notes').where('text', '=', 'gone').execute();
  await db
    .updateTable('queries')
    .set({ claimedBy: 'somebody', leaseUntil: at, reserved: '{"everything":12}', fence: 7 })
    .execute();
  return office;
}

/** Creates a file. In the project `postgres`, a Postgres is copied into it. */
async function anotherFile(): Promise<Store> {
  const store = await openStore(await newFile(tempFolder()));
  onTestFinished(() => store.close());
  return store;
}

describe('a copy', () => {
  it('has every row of every table, and continues the ids', async () => {
    const office = await openUsed(manyEntries);
    const target = await anotherFile();
    const steps = new Set<string>();
    const tables = await copyStore(office.store, target, {
      now: office.now,
      onProgress: (table, rows, of) => steps.add(`${table} ${rows} of ${of}`),
    });
    expect(steps).toContain(`entries ${manyEntries} of ${manyEntries}`);
    const of = (name: string) => tables.find(({ table }) => table === name);
    expect(of('entries')).toMatchObject({ rows: manyEntries });
    for (const { table, rows } of tables.filter(({ table }) => table !== 'settings')) {
      const count = sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`;
      expect([table, Number((await count.execute(office.store.db)).rows[0]?.rows)]).toEqual([table, rows]);
      expect([table, Number((await count.execute(target.db)).rows[0]?.rows)]).toEqual([table, rows]);
    }
    const all = (store: Store) =>
      store.db.selectFrom('entries').selectAll().orderBy('recordId').orderBy('seq').execute();
    expect(await all(target)).toEqual(await all(office.store));
    expect(await target.db.selectFrom('pictures').select('bytes').executeTakeFirst()).toEqual({
      bytes: Buffer.from([0, 255, 7]),
    });
    const at = office.now.toISOString();
    const note = await target.db
      .insertInto('notes')
      .values({ recordId: 1, at, who: 'bob', text: 'next', matters: '[]' })
      .returning('id')
      .executeTakeFirst();
    expect(note?.id).toBe(3);
    const change = await target.db
      .insertInto('changes')
      .values({ checkId: 1, recordId: 1, kind: 'entry.new', detectedAt: at, fields: '[]', rule: '' })
      .returning('id')
      .executeTakeFirst();
    expect(change?.id).toBe(1 + Math.max(...(await office.changes()).map(({ id }) => id)));
  });

  it('leaves out leases and reserved credits', async () => {
    const office = await openUsed();
    const target = await anotherFile();
    await copyStore(office.store, target, { now: office.now });
    expect(
      await target.db.selectFrom('queries').select(['claimedBy', 'leaseUntil', 'reserved', 'fence']).execute(),
    ).toEqual([{ claimedBy: null, leaseUntil: null, reserved: null, fence: 7 }]);
    expect(await target.db.selectFrom('incidents').select('detail').where('kind', '=', 'x').execute()).toEqual([
      { detail: onPostgres ? 'with ' : strange },
    ]);
  });

  it('indexes its texts for the search', async () => {
    const office = await openUsed();
    const target = await anotherFile();
    await copyStore(office.store, target, { now: office.now });
    const queryIds = (await target.db.selectFrom('queries').select('id').execute()).map(({ id }) => id);
    const found = await searchStored(target.db, 'order denying', {
      type: 'docket',
      holders: { any: queryIds, filtered: { watches: [], queries: [] } },
      limit: 9,
    });
    expect(found).toMatchObject({ records: [expect.anything()] });
  });

  it('has the same rows when it is copied back', async () => {
    const office = await openUsed(manyEntries);
    const [there, { store: back }] = [await anotherFile(), await freshStore()];
    const sent = await copyStore(office.store, there, { now: office.now });
    expect(await copyStore(there, back, { now: office.now })).toEqual(sent);
    for (const { name, key } of copiedTables.filter(({ name }) => name !== 'settings')) {
      const rows = sql`select * from ${sql.table(name)} order by ${sql.join(key.map((one) => sql.ref(one)))}`;
      const [here, again] = [await rows.execute(office.store.db), await rows.execute(back.db)];
      if (name !== 'queries' && name !== 'incidents') expect(again.rows, name).toEqual(here.rows);
    }
    expect(await back.lastIds(back.db)).toEqual(await office.store.lastIds(office.store.db));
  });

  it('is refused while a daemon runs on the source', async () => {
    const office = await openUsed();
    const presence = await startPresence(office.parts(), ['check']);
    const target = await anotherFile();
    const copying = copyStore(office.store, target, { now: office.now });
    await expect(copying).rejects.toMatchObject({
      code: 'copy.running',
      message: /^1 daemon runs on .* Stop it first/,
    });
    await presence.stop();
    await copyStore(office.store, target, { now: office.now });
  });

  it('overwrites neither another database nor its source', async () => {
    const office = await openUsed();
    const target = (await openUsed()).store;
    await expect(copyStore(office.store, target, { now: office.now })).rejects.toMatchObject({
      code: 'copy.target',
      message: /is not empty: it has 1 row in /,
    });
    const { store } = await freshStore();
    await expect(copyStore(store, store, { now: office.now })).rejects.toMatchObject({ code: 'copy.target' });
  });
});

describe('a copy that breaks off', () => {
  it('leaves no rows, and succeeds when it is started again', async () => {
    const office = await openUsed();
    const target = await anotherFile();
    const onProgress = (table: string) => {
      if (table === 'changes') throw new Error('the power went');
    };
    await expect(copyStore(office.store, target, { now: office.now, onProgress })).rejects.toThrow('the power went');
    expect(await target.db.selectFrom('records').select('id').execute()).toEqual([]);
    // The source changes meanwhile.
    await office.check({ after: 1 });
    const tables = await copyStore(office.store, target, { now: office.now });
    expect(tables.find(({ table }) => table === 'checks')?.rows).toBe(3);
  });
});

/** What a program makes anew: the index of words, the processes, the pace of calls, and what Kysely keeps. */
const notCopied = [/^(?:record|entry)_words/, /^processes$/, /^service_pace$/, /^kysely_/];

// Both databases have the same tables. Postgres also has those of pg-boss.
it.skipIf(onPostgres)('every table is copied, or is listed as not copied', async () => {
  const { store } = await freshStore();
  const tables = (await store.db.introspection.getTables({ withInternalKyselyTables: true })).filter(
    // A job of pg-boss is a claim, which is not copied.
    (table) => !table.isView && table.schema !== 'pgboss',
  );
  const copied = new Set<string>(copiedTables.map(({ name }) => name));
  const forgotten = tables
    .map(({ name }) => name)
    .filter((name) => !copied.has(name) && !notCopied.some((one) => one.test(name)));
  expect(forgotten).toEqual([]);
});
