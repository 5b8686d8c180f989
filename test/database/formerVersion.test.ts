import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { migrateToLatest } from '../../src/database/migrate.ts';
import { openStore } from '../../src/database/openStore.ts';
import type { Tables } from '../../src/database/schema/tables.ts';
import { openFile } from '../../src/database/sqlite/openFile.ts';
import { gatherAlert } from '../../src/outbox/gather.ts';
import { openIncidents } from '../../src/outbox/incidentsTable.ts';
import { insertCheck, loadCheck } from '../../src/snapshot/checksTable.ts';
import { listSpending, recordSpending, spentOn } from '../../src/snapshot/spendingTable.ts';
import { pragma } from './sqliteFile.ts';

/** A database as the version with the steps 0001 to 0009 left it, with one row of what 0010 changes. */
async function formerDatabase(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-former-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tipstaff.db');
  const connection = new SQLite(file);
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0010'));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => steps } }).migrateToLatest();
  expect(error).toBeUndefined();
  connection.exec(`
    insert into queries (id, operation, body, reserved) values ('q', 'pacer', '{}', 24), ('idle', 'wipo', '{}', 0);
    insert into checks (query_id, started_at, ended_at, outcome, requests, credits, hits, evidence) values
      ('q', '2026-05-04T07:00:00.000Z', '2026-05-04T07:00:09.000Z', 'partial', 2, 24, 3,
        '{"setAside":[{"path":"hits[1]","reason":"says \\"setAside\\":"}],"setAsideCount":1,"heldBack":2}'),
      ('q', '2026-05-05T07:00:00.000Z', '2026-05-05T07:00:09.000Z', 'complete', 1, 12, 3, null);
    insert into records (type, key, body, shown_hash, first_seen_at, changed_at) values
      ('design', 'a', '{"registered":"2018-04-01"}', 'h', '2026-05-04T07:00:09.000Z', '2026-05-04T07:00:09.000Z'),
      ('design', 'b', '{"registered":"in spring"}', 'h', '2026-05-04T07:00:09.000Z', '2026-05-04T07:00:09.000Z');
    insert into spending (day, operation, requests, credits) values ('2026-05-04', 'pacer', 2, 24);
    insert into troubles (kind, subject, detail, began_at) values
      ('hits-set-aside', 'q', 'one hit', '2026-05-04T07:00:09.000Z'),
      ('docket-outgrew-window', 'd', 'one docket', '2026-05-04T07:00:09.000Z'),
      ('suspicious-answer', 'q', 'none', '2026-05-04T07:00:09.000Z'),
      ('channel-dead', 'c', 'no login', '2026-05-04T07:00:09.000Z');
    insert into alerts (channel, kind, state, created_at, due_at, payload) values
      ('ops', 'notice', 'waiting', '2026-05-04T07:00:09.000Z', '2026-05-04T07:00:09.000Z',
        '[{"trouble":"hits-set-aside","subject":"q","phase":"began","at":"2026-05-04T07:00:09.000Z","detail":"one hit"}]'),
      ('counsel', 'baseline', 'waiting', '2026-05-04T07:00:09.000Z', '2026-05-04T07:00:09.000Z', '[{"records":3,"heldBack":2}]'),
      ('counsel', 'changes', 'sent', '2026-05-04T07:00:09.000Z', '2026-05-04T07:00:09.000Z', null);`);
  await db.destroy();
  return file;
}

it('keeps a copy of the former one beside it, with which the former version can go on; of several upgrades the last', async () => {
  const file = await formerDatabase();
  writeFileSync(`${file}.before-0004_alerts`, 'of an earlier upgrade');
  await (await openStore(file)).close();
  await (await openStore(file)).close();
  const copies = readdirSync(dirname(file)).filter((name) => name.includes('.before-'));
  expect(copies).toEqual(['tipstaff.db.before-0010_names_and_fractions']);
  const copy = new SQLite(join(dirname(file), copies[0] ?? ''), { readonly: true });
  expect(copy.prepare('select count(*) from kysely_migration').pluck().get()).toBe(9);
  copy.close();
});

it('makes the copy anew where a process that was killed left part of one: in a container all have the same number', async () => {
  const file = await formerDatabase();
  writeFileSync(`${file}.before-0010_names_and_fractions.part-${process.pid}`, 'half a copy');
  writeFileSync(`${file}.before-0004_alerts.part-1`, 'half a copy, of another number and long ago');
  utimesSync(`${file}.before-0004_alerts.part-1`, 0, 0);
  await (await openStore(file)).close();
  const copies = readdirSync(dirname(file)).filter((name) => name.includes('.before-'));
  expect(copies).toEqual(['tipstaff.db.before-0010_names_and_fractions']);
});

async function migrated() {
  const store = await openStore(await formerDatabase());
  onTestFinished(() => store.close());
  return store;
}

it('knows the day on which a design was registered, where its register says one', async () => {
  const { db } = await migrated();
  expect(await db.selectFrom('records').select(['key', 'registered']).orderBy('key').execute()).toEqual([
    { key: 'a', registered: '2018-04-01' },
    { key: 'b', registered: null },
  ]);
});

it('reads what the former version stored by the names of today', async () => {
  const store = await migrated();
  expect(store.migrated).toEqual(Object.keys(migrations).filter((name) => name >= '0010'));
  expect(await loadCheck(store.db, 1)).toMatchObject({
    credits: 24,
    evidence: {
      unreadable: [{ path: 'hits[1]', reason: 'says "setAside":' }],
      unreadableCount: 1,
      filteredOut: 2,
    },
  });
  expect(await loadCheck(store.db, 2)).toMatchObject({ credits: 12, evidence: {} });
  const kinds = (await openIncidents(store.db)).map((incident) => incident.kind);
  expect(kinds).toEqual(['unreadable-hits', 'docket-truncated', 'suspicious-result', 'channel-dead']);
  const parts = {
    watches: new Map(),
    clock: () => new Date(),
    config: { channels: {}, watches: [], service: { baseUrl: 'https://search.example.com' } },
  };
  expect(await gatherAlert(store.db, 1, parts)).toMatchObject({ notices: [{ incident: 'unreadable-hits' }] });
  expect(await gatherAlert(store.db, 2, parts)).toMatchObject({ announcements: [{ records: 3, filteredOut: 2 }] });
  expect(await gatherAlert(store.db, 3, parts)).toMatchObject({ kind: 'changes', changes: [] });
});

it('keeps the credits of the former version, and books fractions beside them', async () => {
  const store = await migrated();
  const line = { day: '2026-05-04', operation: 'pacer', requests: 1, credits: 1.5 } as const;
  await store.transaction((trx) => recordSpending(trx, line));
  expect(await listSpending(store.db, '2026-05-04')).toEqual([{ ...line, requests: 3, credits: 25.5 }]);
  expect(await spentOn(store.db, '2026-05-04')).toBe(25.5);
  const check = await loadCheck(store.db, 2);
  if (check === undefined) throw new Error('the check is gone');
  const { id: _, ...values } = check;
  const id = await insertCheck(store.db, { ...values, credits: 1.5 });
  expect(await loadCheck(store.db, id)).toMatchObject({ credits: 1.5 });
  await store.db.updateTable('queries').set({ reserved: 1.5 }).where('id', '=', 'idle').execute();
  const reserved = await store.db.selectFrom('queries').select(['id', 'reserved']).orderBy('id').execute();
  expect(reserved).toEqual([
    { id: 'idle', reserved: 1.5 },
    { id: 'q', reserved: 24 },
  ]);
});

it('leaves a database of the former version as it is when the disk is full, says what to do, and goes on when there is room', async () => {
  const file = await formerDatabase();
  const engine = openFile(file, 1);
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  await pragma({ db }, 'max_page_count = 1');
  await expect(engine.migrating(() => migrateToLatest(db, engine))).rejects.toMatchObject({
    code: 'store.migration',
    message: expect.stringContaining(
      `as it was, so that the version before can go on with it: The database ${file} refuses: database or disk is full. Make room on its disk`,
    ),
  });
  await db.destroy();
  const connection = new SQLite(file, { readonly: true });
  expect(connection.prepare('select max(name) from kysely_migration').pluck().get()).toBe('0009_reserved');
  connection.close();
  const store = await openStore(file);
  onTestFinished(() => store.close());
  expect(await spentOn(store.db, '2026-05-04')).toBe(24);
});

it('a program of 0.1.0 that still runs cannot claim a search or an alert, so that it holds none that it cannot check or send', async () => {
  const { db } = await migrated();
  for (const table of ['queries', 'alerts']) {
    const claim = sql`update ${sql.table(table)} set lease_owner = 'old', lease_until = '2126-01-01T00:00:00.000Z'`;
    await expect(claim.execute(db)).rejects.toThrow('no such column: lease_owner');
  }
});
