import { sql } from 'kysely';
import { expect, it } from 'vitest';
import * as mutes from '../../../migrations/0006_mutes.ts';
import { up } from '../../../migrations/0023_rules.ts';
import type { Db, Store } from '../../../src/database/store.ts';
import { addToAlert } from '../../../src/outbox/addToAlertQueries.ts';
import { changesAfter } from '../../../src/snapshot/changesAfterQueries.ts';
import { insertRecords } from '../../../src/snapshot/recordsTable.ts';
import { insertChanges } from '../../../src/snapshot/storeChangesTable.ts';
import { freshStore } from '../freshStore.ts';

const at = '2026-11-20T12:00:00.000Z';
const later = '2026-11-20T17:00:00.000Z';

/** A store as it was before the rules: nothing keeps one from standing twice. */
async function storeWithoutRules(): Promise<Store> {
  const { store } = await freshStore();
  const { schema } = store.db;
  await mutes.up(store.db as never);
  const indexes = ['alerts_open', 'troubles_open'];
  const ofPlaces = ['change_watches_position', 'change_watches_listed', 'change_watches_unlisted'];
  for (const index of [...indexes, ...ofPlaces]) await schema.dropIndex(index).execute();
  await schema.alterTable('alerts').dropColumn('open_for').execute();
  await schema.alterTable('change_watches').dropColumn('position').execute();
  await schema.alterTable('change_watches').dropColumn('listed_at').execute();
  await schema.createIndex('troubles_open').on('troubles').columns(['kind', 'subject']).execute();
  return store;
}

/** Two changes of one record, the second of both watches. */
async function changesOfTwo(db: Db): Promise<number[]> {
  const seen = { name: 'x', seen_at: at };
  const ids = ['one', 'two'].map((id) => ({ id, ...seen }));
  await db.insertInto('watches').values(ids).execute();
  await db.insertInto('queries').values({ id: 'query', operation: 'pacer', body: '{}' }).execute();
  const check = {
    query_id: 'query',
    started_at: at,
    ended_at: at,
    outcome: 'complete',
    requests: 1,
    credits: 12,
    hits: 1,
  } as const;
  const { id: checkId } = await db.insertInto('checks').values(check).returning('id').executeTakeFirstOrThrow();
  const [recordId = 0] = await insertRecords(db, [{ record: { type: 'docket', key: '7' }, shownHash: 'x' }], at);
  const change = { kind: 'docket.status', fields: [], rule: 'x', detectedAt: at, checkId, recordId } as const;
  return insertChanges(db, [
    { ...change, watchIds: ['one'] },
    { ...change, watchIds: ['one', 'two'] },
  ]);
}

it('what stands twice in a database from before is folded into one, and nothing of it is lost', async () => {
  const store = await storeWithoutRules();
  const { db } = store;
  const [first = 0, second = 0] = await changesOfTwo(db);
  const incident = { kind: 'channel-dead', subject: 'counsel', detail: 'dead' };
  await sql`insert into troubles (kind, subject, detail, began_at) values ('channel-dead', 'counsel', 'dead', ${at}), ('channel-dead', 'counsel', 'dead', ${later}), ('channel-dead', 'brand', 'dead', ${later})`.execute(
    db,
  );
  for (const author of ['ann', 'bob']) {
    await sql`insert into mutes (watch_id, label, author, reason, began_at, until) values ('one', 'One', ${author}, 'why', ${at}, ${later})`.execute(
      db,
    );
  }
  await sql`insert into muted_changes (mute_id, change_id, watch_id, channel) values (1, ${first}, 'one', 'counsel'), (2, ${first}, 'one', 'counsel'), (2, ${second}, 'one', 'counsel')`.execute(
    db,
  );
  for (let number = 0; number < 2; number += 1) {
    await sql`insert into alerts (channel, kind, state, created_at, due_at) values ('counsel', 'changes', 'waiting', ${at}, ${later})`.execute(
      db,
    );
  }
  await db.schema.alterTable('alerts').renameColumn('claimed_by', 'lease_owner').execute();
  await store.transaction((trx) => up(trx as never));
  await db.schema.alterTable('alerts').renameColumn('lease_owner', 'claimed_by').execute();

  const open = await db
    .selectFrom('troubles')
    .select(['kind', 'subject', 'detail'])
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  expect(open).toEqual([incident, { ...incident, subject: 'brand' }]);
  const running = await sql`select id, author from mutes where ended_at is null`.execute(db);
  expect(running.rows).toEqual([{ id: 1, author: 'bob' }]);
  const muted = await sql`select mute_id, change_id from muted_changes order by change_id`.execute(db);
  expect(muted.rows).toEqual([first, second].map((change_id) => ({ mute_id: 1, change_id })));
  const followed = await changesAfter(db, { watchIds: ['one', 'two'], place: 0, limit: 10 });
  expect(followed.map(({ changeId }) => changeId)).toEqual([first, second]);
  expect(await changesAfter(db, { watchIds: ['one', 'two'], place: second, limit: 10 })).toEqual([]);
  const draft = { channel: 'counsel', kind: 'changes', createdAt: new Date(at), dueAt: new Date(later) } as const;
  const joined = await store.transaction((trx) => addToAlert(trx, { ...draft, changes: [] }));
  const alerts = await db.selectFrom('alerts').select(['id', 'open_for']).orderBy('id').execute();
  expect(alerts).toEqual([
    { id: joined, open_for: later },
    { id: joined + 1, open_for: null },
  ]);
});
