import { sql } from 'kysely';
import { expect, it } from 'vitest';
import * as mutes from '../../migrations/0006_mutes.ts';
import * as pauses from '../../migrations/0027_pauses.ts';
import * as pastPauses from '../../migrations/0029_past_pauses.ts';
import { up } from '../../migrations/0039_holds.ts';
import { heldChanges, lastResumed, putHold, runningHolds } from '../../src/holds/holdsTable.ts';
import { insertRecords } from '../../src/snapshot/recordsTable.ts';
import { insertChanges } from '../../src/snapshot/storeChangesTable.ts';
import { freshStore } from '../database/freshStore.ts';
import { putWatches } from '../database/putWatches.ts';
import { aHold } from './aHold.ts';

const [began, ended, later] = ['2026-11-20T12:00:00.000Z', '2026-11-21T12:00:00.000Z', '2026-12-01T12:00:00.000Z'];

/** A store as it was before holds, with two watches and a change. */
async function formerStore() {
  const { store } = await freshStore();
  await putWatches(store, [
    ['a', 'q1', -5],
    ['b', 'q1', 60],
  ]);
  for (const table of ['held_changes', 'holds']) await store.db.schema.dropTable(table).execute();
  await store.db.schema.alterTable('watch_queries').dropColumn('held_due_at').execute();
  for (const step of [mutes, pauses, pastPauses]) await step.up(store.db as never);
  const [recordId = 0] = await insertRecords(
    store.db,
    [{ record: { type: 'docket', key: '7' }, shownHash: 'x' }],
    began,
  );
  const check = { query_id: 'q1', started_at: began, ended_at: began, outcome: 'complete' } as const;
  const { id: checkId } = await store.db
    .insertInto('checks')
    .values({ ...check, requests: 1, credits: 12, hits: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const change = { kind: 'docket.status', fields: [], rule: 'x', detectedAt: began, checkId, recordId } as const;
  const [changeId = 0] = await insertChanges(store.db, [{ ...change, watchIds: ['a'] }]);
  return { store, recordId, changeId };
}

it('mutes and pauses of a version before go on as holds, with what they kept, and so does the due time', async () => {
  const { store, recordId, changeId } = await formerStore();
  const { db } = store;
  await sql`insert into mutes (watch_id, record_id, label, author, reason, began_at, until, ended_at) values
    ('b', null, 'B', 'eve', 'over', ${began}, ${ended}, ${ended}),
    ('a', null, 'A', 'ann', 'talks', ${began}, ${later}, null),
    ('a', ${recordId}, 'Widget, for A', 'bob', 'another', ${began}, '9999-12-31T00:00:00.000Z', null)`.execute(db);
  await sql`insert into muted_changes (mute_id, change_id, watch_id, channel) values (2, ${changeId}, 'a', 'counsel')`.execute(
    db,
  );
  await sql`insert into pauses (watch_id, author, reason, began_at, until) values ('b', 'cid', '', ${began}, null)`.execute(
    db,
  );
  await sql`insert into past_pauses (watch_id, author, reason, began_at, ended_at, ended_by) values
    ('a', 'dan', 'trial', ${began}, ${ended}, null)`.execute(db);
  await sql`insert into paused_changes (watch_id, change_id) values ('b', ${changeId})`.execute(db);
  await sql`update watch_queries set paused_due_at = ${later}, next_due_at = null where watch_id = 'b'`.execute(db);

  await store.transaction((trx) => up(trx as never));

  const holds = await runningHolds(db);
  const who = { label: 'A', author: 'ann', reason: 'talks' };
  expect(holds).toEqual([
    { id: 2, watchId: 'a', recordId: null, ...who, beganAt: began, until: later, isChecked: true },
    expect.objectContaining({ id: 3, watchId: 'a', recordId, until: null, isChecked: true }),
    expect.objectContaining({ watchId: 'b', recordId: null, author: 'cid', until: null, isChecked: false }),
  ]);
  const kept = { changeId, recordId };
  expect(await heldChanges(db, 2)).toEqual([{ ...kept, holdId: 2, watchId: 'a', channel: 'counsel' }]);
  const paused = holds[2]?.id ?? 0;
  expect(await heldChanges(db, paused)).toEqual([{ ...kept, holdId: paused, watchId: 'b', channel: '' }]);
  expect(await lastResumed(db, ['a', 'b'])).toEqual(new Map([['a', ended]]));
  const due = await db.selectFrom('watch_queries').select('held_due_at').where('watch_id', '=', 'b').execute();
  expect(due).toEqual([{ held_due_at: later }]);
  // A new one gets a number of its own.
  await putHold(db, aHold({ watchId: 'a' }));
  expect(await runningHolds(db)).toHaveLength(4);
});
