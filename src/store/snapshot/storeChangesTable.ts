import { sql } from 'kysely';
import { readEntry } from '../../reading/readEntry.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import { bulks, type Db, oneAtATime, putRows, type Store, type Trx } from '../store.ts';

export interface NewChange extends ChangeDraft {
  readonly checkId: number;
  readonly recordId: number;
  readonly detectedAt: string;
  readonly watchIds: readonly string[];
}

/** @returns the ids, in the order of `changes` */
export async function insertChanges(db: Db, changes: readonly NewChange[]): Promise<number[]> {
  const ids: number[] = [];
  for (const part of bulks(db, changes, 8)) {
    const rows = await db.insertInto('changes').values(part.map(rowOf)).returning('id').execute();
    // Ids are assigned in the order of the rows, but may be returned in another.
    ids.push(...rows.map(({ id }) => id).sort((one, other) => one - other));
  }
  const attached = changes.flatMap(({ watchIds }, index) =>
    watchIds.map((watchId) => ({ changeId: ids[index] ?? 0, watchId })),
  );
  await attachWatches(db, attached);
  return ids;
}

export async function attachWatches(db: Db, attached: readonly Readonly<{ changeId: number; watchId: string }>[]) {
  const rows = attached.map(({ changeId, watchId }) => ({ change_id: changeId, watch_id: watchId }));
  await putRows(db, 'change_watches', rows, 'keep');
}

function rowOf(change: NewChange) {
  const { checkId: check_id, recordId: record_id, kind, detectedAt: detected_at, fields, note = null, rule } = change;
  const said = { entry: entryColumn(change), fields: JSON.stringify(fields), note, rule };
  return { check_id, record_id, kind, detected_at, ...said };
}

function entryColumn({ entry, entries }: Pick<ChangeDraft, 'entry' | 'entries'>): string | null {
  if (entry === undefined) return JSON.stringify(entries) ?? null;
  return JSON.stringify({ ...entry, reading: readEntry(entry.description, entry.dateFiled) });
}

// Ids commit out of order, and a watch may get a change late, so readers follow places that are assigned after commit.

/** Assigns a place to every committed change that has none. */
export async function listChangesFound(store: Pick<Store, 'db' | 'transaction'>, now: Date): Promise<void> {
  const waiting = store.db.selectFrom('change_watches').select('change_id').where('position', 'is', null).limit(1);
  if ((await waiting.executeTakeFirst()) !== undefined) await store.transaction((trx) => givePlaces(trx, now));
}

async function givePlaces(trx: Trx, now: Date): Promise<void> {
  await oneAtATime(trx, 'places of changes');
  const changeWatches = trx.selectFrom('change_watches').select('position').where('position', 'is not', null);
  const last = await changeWatches.orderBy('position', 'desc').limit(1).executeTakeFirst();
  await sql`update change_watches set listed_at = ${now.toISOString()}, position = waiting.place
    from (
      select change_id, watch_id, ${last?.position ?? 0} + row_number() over (order by change_id, watch_id) as place
      from change_watches where position is null
    ) as waiting
    where change_watches.change_id = waiting.change_id and change_watches.watch_id = waiting.watch_id`.execute(trx);
}

export type FilteredOut = Readonly<{ changeId: number; watchId: string; reason: string }>;

export async function noteFilteredOut(db: Db, filtered: readonly FilteredOut[]): Promise<void> {
  const rows = filtered.map(({ changeId, watchId, reason }) => {
    return { change_id: changeId, watch_id: watchId, filtered_out: reason };
  });
  await putRows(db, 'change_watches', rows, { key: ['change_id', 'watch_id'], set: ['filtered_out'] });
}

export async function noteToAct(db: Db, changes: readonly { readonly changeId: number; readonly watchId: string }[]) {
  const rows = changes.map(({ changeId, watchId }) => ({ change_id: changeId, watch_id: watchId, to_act: 1 }));
  await putRows(db, 'change_watches', rows, { key: ['change_id', 'watch_id'], set: ['to_act'] });
}

/** Counts the changes of these checks that the `report` of each of these watches filtered out. */
export async function countFilteredOut(db: Db, checkIds: readonly number[], watchIds: readonly string[]) {
  const rows = await db
    .selectFrom('change_watches')
    .innerJoin('changes', 'changes.id', 'change_watches.change_id')
    .select((eb) => ['watch_id', eb.fn.countAll<number>().as('changes')])
    .where('check_id', 'in', checkIds)
    .where('watch_id', 'in', watchIds)
    .where('filtered_out', 'is not', null)
    .groupBy('watch_id')
    .execute();
  return new Map(rows.map((row) => [row.watch_id, row.changes]));
}

// What readers mark: changes acknowledged, records starred, notes on records.

export type Acknowledgement = Readonly<{ at: string; who: string }>;

/** Acknowledges changes; an earlier acknowledgement stays. @returns those of the changes that concern the watches */
export async function acknowledge(
  db: Db,
  asked: Acknowledgement & { readonly changeIds: readonly number[]; readonly watchIds: readonly string[] },
): Promise<number[]> {
  const { changeIds, watchIds, at, who } = asked;
  const links = db.selectFrom('change_watches').where('change_id', 'in', changeIds).where('watch_id', 'in', watchIds);
  const rows = await links.select('change_id').distinct().execute();
  const ids = rows.map((row) => row.change_id);
  const changes = db.updateTable('changes').set({ acknowledged_at: at, acknowledged_by: who }).where('id', 'in', ids);
  await changes.where('acknowledged_at', 'is', null).execute();
  return ids;
}

export async function acknowledgedSince(
  db: Db,
  { watchIds, since, limit }: { readonly watchIds: readonly string[]; readonly since: string; readonly limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('changes')
    .select('id')
    .where('acknowledged_at', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('change_watches')
          .select('watch_id')
          .whereRef('change_watches.change_id', '=', 'changes.id')
          .where('watch_id', 'in', watchIds),
      ),
    )
    .orderBy('acknowledged_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function acknowledgedAmong(db: Db, changeIds: readonly number[]) {
  const rows = await db
    .selectFrom('changes')
    .select(['id', 'acknowledged_at as at', 'acknowledged_by as who'])
    .where('id', 'in', changeIds)
    .where('acknowledged_at', 'is not', null)
    .$narrowType<{ at: string; who: string }>()
    .execute();
  return new Map(rows.map(({ id, at, who }) => [id, { at, who }]));
}

/** Stars a record for all who may see it; an earlier star stays. @param at ISO; null takes the star away */
export async function setStar(db: Db, recordId: number, at: string | null): Promise<void> {
  await db
    .updateTable('records')
    .set({ starred_at: at })
    .where('id', '=', recordId)
    .where('starred_at', at === null ? 'is not' : 'is', null)
    .execute();
}

export async function starredKeys(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('records').select('key').where('starred_at', 'is not', null).execute();
  return new Set(rows.map(({ key }) => key));
}

/** Returns the latest star first. */
export async function starredIds(db: Db, limit: number): Promise<number[]> {
  const records = db.selectFrom('records').select('id').where('starred_at', 'is not', null);
  const rows = await records.orderBy('starred_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => row.id);
}

export interface Note {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly text: string;
  /** The matters in which the author saw the record. Null stands for a watch without a matter. */
  readonly matters: readonly (string | null)[];
}

export async function addNote(db: Db, note: Omit<Note, 'id'> & { readonly recordId: number }): Promise<void> {
  const { recordId, at, who, text, matters } = note;
  const row = { record_id: recordId, at, who, text, matters: JSON.stringify(matters) };
  await db.insertInto('notes').values(row).execute();
}

/** Returns at most 200 notes, newest first. */
export async function notesOf(db: Db, recordId: number): Promise<Note[]> {
  const rows = await db
    .selectFrom('notes')
    .select(['id', 'at', 'who', 'text', 'matters'])
    .where('record_id', '=', recordId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, matters: JSON.parse(row.matters) as (string | null)[] }));
}
