import type { ExpressionBuilder, Selectable } from 'kysely';
import type { ChangeDraft, ChangeKind, FieldChange } from '../../records/diff/change.ts';
import type { Entry, EntryReading } from '../../records/docket.ts';
import type { RecordType, SearchRecord } from '../../records/record.ts';
import type { ChangesTable } from '../schema/snapshotTables.ts';
import type { Tables } from '../schema/tables.ts';
import { type Db, isAmong } from '../store.ts';

/** Returns record id → id of its latest change. */
export async function latestOfKind(db: Db, kind: ChangeKind, recordIds: readonly number[], since: string) {
  const ofKind = db.selectFrom('changes').where('kind', '=', kind).where('detectedAt', '>=', since);
  const latest = ofKind.select(['recordId', (eb) => eb.fn.max('id').as('id')]).groupBy('recordId');
  return new Map((await latest.where('recordId', 'in', recordIds).execute()).map((row) => [row.recordId, row.id]));
}

export async function reportedAsNew(db: Db, recordIds: readonly number[]) {
  const reports = db.selectFrom('changeWatches').innerJoin('changes', 'changes.id', 'changeId');
  const ofKind = reports.where('kind', 'in', ['docket.new', 'design.new']).select(['recordId', 'watchId']);
  return ofKind.where('recordId', 'in', recordIds).execute();
}

const columns = ['recordId', 'kind', 'detectedAt', 'checkId', 'entry', 'fields', 'note', 'rule'] as const;

export type ChangeRow = Omit<StoredChange, 'type' | 'record' | 'watches' | 'filteredOut'>;

/** Returns the changes of an alert in the order in which they were found. */
export async function changesOfAlert(db: Db, alertId: number): Promise<ChangeRow[]> {
  const changes = db.selectFrom('changes').select('id').select(columns).where('id', 'in', idsOfAlert(db, alertId));
  const rows = await changes.orderBy('id').execute();
  return rows.map(fromRow);
}

export interface StoredChange
  extends Pick<ChangeDraft, 'kind' | 'entries' | 'fields' | 'rule'>,
    Readonly<Pick<Selectable<ChangesTable>, 'id' | 'detectedAt' | 'checkId' | 'recordId'>> {
  readonly type: RecordType;
  readonly record: SearchRecord;
  readonly watches: readonly string[];
  /** The watches whose `report` filtered the change out, with the reason. */
  readonly filteredOut?: Readonly<Record<string, string>> | undefined;
  readonly entry: Entry | undefined;
  readonly reading: EntryReading | undefined;
  readonly note: string | undefined;
}

export async function listChanges(db: Db, filter: ChangeFilter): Promise<StoredChange[]> {
  const rows = await selectChanges(db, filter)
    .orderBy('changes.id', filter.newestFirst ? 'desc' : 'asc')
    .limit(filter.limit)
    .execute();
  const ids = rows.map((row) => row.id);
  const watches = await watchesOf(db, ids);
  return rows.map(({ type, body, ...row }) => ({
    ...fromRow(row),
    type,
    record: JSON.parse(body) as SearchRecord,
    watches: (watches.get(row.id) ?? []).map((link) => link.watchId),
    filteredOut: filteredOutOf(watches.get(row.id) ?? []),
  }));
}

const readAtOnce = 500;

/** Reads all changes a piece at a time, in the order in which they were found. */
export async function* changesInPieces(db: Db, filter: Omit<ChangeFilter, 'afterId' | 'limit' | 'newestFirst'>) {
  for (let afterId = 0; ; ) {
    const piece = await listChanges(db, { ...filter, afterId, limit: readAtOnce });
    yield piece;
    if (piece.length < readAtOnce) return;
    afterId = piece.at(-1)?.id ?? afterId;
  }
}

type ChangeWatch = Readonly<{ watchId: string; filteredOut: string | null }>;

function filteredOutOf(watches: readonly ChangeWatch[]): StoredChange['filteredOut'] {
  const reasons = watches.flatMap(({ watchId, filteredOut }) => (filteredOut === null ? [] : [[watchId, filteredOut]]));
  return reasons.length === 0 ? undefined : Object.fromEntries(reasons);
}

function fromRow({ entry, ...row }: Pick<Selectable<ChangesTable>, 'id' | (typeof columns)[number]>): ChangeRow {
  return {
    ...row,
    ...entriesOf(entry),
    kind: row.kind as ChangeKind,
    fields: JSON.parse(row.fields) as FieldChange[],
    note: row.note ?? undefined,
  };
}

function entriesOf(column: string | null): Pick<StoredChange, 'entry' | 'reading' | 'entries'> {
  if (column === null) return { entry: undefined, reading: undefined };
  const stored = JSON.parse(column) as (Entry & { reading: EntryReading }) | Entry[];
  if (Array.isArray(stored)) return { entry: undefined, reading: undefined, entries: stored };
  const { reading, ...entry } = stored;
  return { entry, reading };
}

async function watchesOf(db: Db, changeIds: readonly number[]): Promise<Map<number, ChangeWatch[]>> {
  const links = db.selectFrom('changeWatches').select(['changeId', 'watchId', 'filteredOut']).orderBy('watchId');
  const rows = await links.where('changeId', 'in', changeIds).execute();
  return Map.groupBy(rows, ({ changeId }) => changeId);
}

export const nameFields = {
  docket: { field: 'parties', kind: 'docket.updated' },
  design: { field: 'holders', kind: 'design.updated' },
} as const satisfies Record<RecordType, { field: string; kind: ChangeKind }>;

/** Returns record id → the last change of its parties or holders. */
export async function nameChangesSince(db: Db, type: RecordType, recordIds: readonly number[], since: string) {
  const names = nameFields[type];
  const ofKind = db.selectFrom('changes').where('kind', '=', names.kind).where('detectedAt', '>=', since);
  const changes = ofKind.select(['recordId', 'fields']).orderBy('id');
  const rows = await changes.where('recordId', 'in', recordIds).execute();
  const moved = rows.map((row) => {
    const fields = JSON.parse(row.fields) as FieldChange[];
    return [row.recordId, fields.find(({ field }) => field === names.field)] as const;
  });
  return new Map(moved.flatMap(([id, change]) => (change === undefined ? [] : [[id, change]])));
}

export interface ChangeFilter {
  readonly watch?: string | undefined;
  readonly watches?: readonly string[] | undefined;
  readonly since?: string | undefined; // ISO time: detected at or after it.
  /** ISO time: first listed for these watches at or after it. A late commit counts from its listing. */
  readonly listedSince?: string | undefined;
  readonly kind?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly recordId?: number | undefined;
  readonly alertId?: number | undefined;
  readonly afterId?: number | undefined;
  readonly beforeId?: number | undefined;
  readonly before?: string | undefined;
  /** Only changes that the `report` of a watch (of `watch`, if given) filtered out. */
  readonly filteredOut?: boolean | undefined;
  readonly limit: number;
  /** Returns the newest changes first. By default the oldest come first, in the order in which they were found. */
  readonly newestFirst?: boolean | undefined;
}

export function idsOfAlert(db: Db, alertId: number) {
  return db.selectFrom('alertChanges').select('changeId').where('alertId', '=', alertId);
}

/** Selects without order and without the limit. */
function selectChanges(db: Db, filter: ChangeFilter) {
  let query = ofWatches(selectWithRecord(db), filter);
  if (filter.since !== undefined) query = query.where('detectedAt', '>=', filter.since);
  if (filter.before !== undefined) query = query.where('detectedAt', '<', filter.before);
  if (filter.beforeId !== undefined) query = query.where('changes.id', '<', filter.beforeId);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.listedSince !== undefined) query = query.where(isListedSince(filter.listedSince, filter));
  if (filter.ids !== undefined) query = query.where('changes.id', 'in', filter.ids);
  if (filter.recordId !== undefined) query = query.where('changes.recordId', '=', filter.recordId);
  if (filter.alertId !== undefined) query = query.where('changes.id', 'in', idsOfAlert(db, filter.alertId));
  if (filter.afterId !== undefined) query = query.where('changes.id', '>', filter.afterId);
  return query;
}

function selectWithRecord(db: Db) {
  return db
    .selectFrom('changes')
    .innerJoin('records', 'records.id', 'changes.recordId')
    .select(['changes.id', ...columns, 'type', 'body']);
}

type ChangesQuery = ReturnType<typeof selectWithRecord>;

function ofWatches(changes: ChangesQuery, { watch, watches, filteredOut, listedSince }: ChangeFilter) {
  let query = changes;
  if (watch !== undefined || filteredOut) {
    query = query.where('changes.id', 'in', (eb) => {
      let links = eb.selectFrom('changeWatches').select('changeId');
      if (watch !== undefined) links = links.where('watchId', '=', watch);
      return filteredOut ? links.where('filteredOut', 'is not', null) : links;
    });
  }
  // `isListedSince` already selects by watch.
  if (watches === undefined || (listedSince !== undefined && watch === undefined)) return query;
  return query.where((eb) => {
    const links = eb.selectFrom('changeWatches').select('changeId').whereRef('changeId', '=', 'changes.id');
    return eb.exists(links.where(isAmong('watchId', watches)));
  });
}

/** True when one of these watches got the change then or later, and none had it before. */
function isListedSince(since: string, { watch, watches }: ChangeFilter) {
  const among = watch === undefined ? watches : [watch];
  return (eb: ExpressionBuilder<Tables, 'changes' | 'records'>) => {
    // One subquery for all watches, because there may be ten thousand.
    const given = eb
      .selectFrom('changeWatches')
      .select((link) => {
        const isLater = link.or([link('listedAt', '>=', since), link('position', 'is', null)]);
        const later = link.case().when('listedAt', '<', since).then(link.lit(0)).when(isLater).then(link.lit(1)).end();
        return link.fn.min(later).as('isLater');
      })
      .whereRef('changeId', '=', 'changes.id')
      .$if(among !== undefined, (query) => query.where(isAmong('watchId', among ?? [])));
    return eb(given, '=', 1);
  };
}
