import { sql } from 'kysely';
import { readEntry } from '../../reading/readEntry.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import type { Tables } from '../schema/tables.ts';
import { allOf, bulks, type Db, isAny, oneAtATime, putRows, type Store, type Trx } from '../store.ts';

export interface NewChange extends ChangeDraft {
  readonly checkId: number;
  readonly recordId: number;
  readonly detectedAt: string;
  readonly watchIds: readonly string[];
}

/** @returns the ids, in the order of `changes` */
export async function insertChanges(db: Db, changes: readonly NewChange[]): Promise<number[]> {
  const ids: number[] = [];
  for (const part of bulks(changes, 8)) {
    const inserted = await allOf(db.insertInto('changes').values(part.map(rowOf)).returning('id'), 'id');
    // Ids are assigned in the order of the rows, but may be returned in another.
    ids.push(...inserted.sort((one, other) => one - other));
  }
  const attached = changes.flatMap(({ watchIds }, index) =>
    watchIds.map((watchId) => ({ changeId: ids[index] ?? 0, watchId })),
  );
  await attachWatches(db, attached);
  return ids;
}

type OfWatch = Readonly<Pick<Tables['changeWatches'], 'changeId' | 'watchId'>>;

export async function attachWatches(db: Db, attached: readonly OfWatch[]): Promise<void> {
  await putRows(db, 'changeWatches', attached, 'keep');
}

function rowOf(change: NewChange) {
  const { checkId, recordId, kind, detectedAt, fields, note = null, rule } = change;
  const said = { entry: entryColumn(change), fields: JSON.stringify(fields), note, rule };
  return { checkId, recordId, kind, detectedAt, ...said };
}

function entryColumn({ entry, entries }: Pick<ChangeDraft, 'entry' | 'entries'>): string | null {
  if (entry === undefined) return JSON.stringify(entries) ?? null;
  return JSON.stringify({ ...entry, reading: readEntry(entry.description, entry.dateFiled) });
}

// A watch may get a change late, and on Postgres ids commit out of order, so readers follow places that are given last.

/** Assigns a place to every committed change that has none. */
export async function listChangesFound(store: Pick<Store, 'db' | 'transaction'>, now: Date): Promise<void> {
  const isWaiting = await isAny(store.db.selectFrom('changeWatches').where('position', 'is', null));
  if (isWaiting) await store.transaction((trx) => givePlaces(trx, now));
}

/** Runs after the commit, or on SQLite before it, because there no other transaction can commit in between. */
export async function givePlaces(trx: Trx, now: Date): Promise<void> {
  await oneAtATime(trx, 'places of changes');
  await sql`update change_watches set listed_at = ${now.toISOString()}, position = waiting.place
    from (
      select change_id, watch_id, last.place + row_number() over (order by change_id, watch_id) as place
      from change_watches, (select coalesce(max(position), 0) as place from change_watches) as last
      where position is null
    ) as waiting
    where change_watches.change_id = waiting.change_id and change_watches.watch_id = waiting.watch_id`.execute(trx);
}

/** `filteredOut`: the reason. */
export async function noteFilteredOut(db: Db, rows: readonly (OfWatch & { readonly filteredOut: string })[]) {
  await putRows(db, 'changeWatches', rows, { key: ['changeId', 'watchId'], set: ['filteredOut'] });
}

export async function noteToAct(db: Db, changes: readonly OfWatch[]): Promise<void> {
  const rows = changes.map((change) => ({ ...change, toAct: 1 }));
  await putRows(db, 'changeWatches', rows, { key: ['changeId', 'watchId'], set: ['toAct'] });
}

/** Counts the changes of these checks that the `report` of each of these watches filtered out. */
export async function countFilteredOut(db: Db, checkIds: readonly number[], watchIds: readonly string[]) {
  const rows = await db
    .selectFrom('changeWatches')
    .innerJoin('changes', 'changes.id', 'changeWatches.changeId')
    .select((eb) => ['watchId', eb.fn.countAll<number>().as('changes')])
    .where('checkId', 'in', checkIds)
    .where('watchId', 'in', watchIds)
    .where('filteredOut', 'is not', null)
    .groupBy('watchId')
    .execute();
  return new Map(rows.map((row) => [row.watchId, row.changes]));
}

// What readers mark: changes acknowledged, records starred, notes on records.

export type Acknowledgement = Readonly<{ at: string; who: string }>;

/** Acknowledges changes; an earlier acknowledgement stays. @returns those of the changes that concern the watches */
export async function acknowledge(
  db: Db,
  asked: Acknowledgement & { readonly changeIds: readonly number[]; readonly watchIds: readonly string[] },
): Promise<number[]> {
  const { changeIds, watchIds, at, who } = asked;
  const links = db.selectFrom('changeWatches').where('changeId', 'in', changeIds).where('watchId', 'in', watchIds);
  const ids = await allOf(links.select('changeId').distinct(), 'changeId');
  const changes = db.updateTable('changes').set({ acknowledgedAt: at, acknowledgedBy: who }).where('id', 'in', ids);
  await changes.where('acknowledgedAt', 'is', null).execute();
  return ids;
}

export async function acknowledgedSince(
  db: Db,
  { watchIds, since, limit }: { readonly watchIds: readonly string[]; readonly since: string; readonly limit: number },
): Promise<number[]> {
  const acknowledged = db
    .selectFrom('changes')
    .select('id')
    .where('acknowledgedAt', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('changeWatches')
          .select('watchId')
          .whereRef('changeWatches.changeId', '=', 'changes.id')
          .where('watchId', 'in', watchIds),
      ),
    )
    .orderBy('acknowledgedAt', 'desc')
    .limit(limit);
  return allOf(acknowledged, 'id');
}

export async function acknowledgedAmong(db: Db, changeIds: readonly number[]) {
  const rows = await db
    .selectFrom('changes')
    .select(['id', 'acknowledgedAt as at', 'acknowledgedBy as who'])
    .where('id', 'in', changeIds)
    .where('acknowledgedAt', 'is not', null)
    .$narrowType<{ at: string; who: string }>()
    .execute();
  return new Map(rows.map(({ id, at, who }) => [id, { at, who }]));
}

/** Stars a record for all who may see it; an earlier star stays. @param at ISO; null takes the star away */
export async function setStar(db: Db, recordId: number, at: string | null): Promise<void> {
  await db
    .updateTable('records')
    .set({ starredAt: at })
    .where('id', '=', recordId)
    .where('starredAt', at === null ? 'is not' : 'is', null)
    .execute();
}

export async function starredKeys(db: Db): Promise<ReadonlySet<string>> {
  return new Set(await allOf(db.selectFrom('records').select('key').where('starredAt', 'is not', null), 'key'));
}

/** Returns the latest star first. */
export async function starredIds(db: Db, limit: number): Promise<number[]> {
  const records = db.selectFrom('records').select('id').where('starredAt', 'is not', null);
  return allOf(records.orderBy('starredAt', 'desc').orderBy('id', 'desc').limit(limit), 'id');
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
  const row = { ...note, matters: JSON.stringify(note.matters) };
  await db.insertInto('notes').values(row).execute();
}

/** Returns at most 200 notes, newest first. */
export async function notesOf(db: Db, recordId: number): Promise<Note[]> {
  const rows = await db
    .selectFrom('notes')
    .select(['id', 'at', 'who', 'text', 'matters'])
    .where('recordId', '=', recordId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, matters: JSON.parse(row.matters) as (string | null)[] }));
}
