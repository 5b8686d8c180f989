import type { ReportedChange, WatchFacts } from '../channels/message/content.ts';
import type { ChangeKind, FieldChange } from '../diff/change.ts';
import { collectGarbage } from '../heap.ts';
import type { Design } from '../records/design.ts';
import type { Entry } from '../records/entry.ts';
import type { SearchRecord } from '../records/record.ts';
import { prepared } from '../store/prepared.ts';
import type { Db } from '../store/store.ts';
import type { ChangesTable } from '../store/tables.ts';

/** A check that found so many has left much behind, and their words will need as much. */
const manyChanges = 2_500;

/** The changes of an alert, each once with every watch for which it is told, and those watches. */
export async function gatherChanges(
  db: Db,
  alertId: number,
  knownWatches: ReadonlyMap<string, WatchFacts>,
): Promise<{ watches: WatchFacts[]; changes: ReportedChange[] }> {
  const told = (await selectTold(db, { alertId })).rows;
  const watchesOfChange = new Map<number, string[]>();
  const watches = new Map<string, WatchFacts>();
  for (const row of told) {
    const ids = watchesOfChange.get(row.change_id);
    if (ids === undefined) watchesOfChange.set(row.change_id, [row.watch_id]);
    else ids.push(row.watch_id);
    const remembered = { id: row.watch_id, name: row.name, matter: row.matter ?? undefined, asks: '' };
    watches.set(row.watch_id, knownWatches.get(row.watch_id) ?? remembered);
  }
  return { watches: [...watches.values()], changes: await gatherToldChanges(db, alertId, watchesOfChange) };
}

type ToAlert = Readonly<{ alertId: number }>;
type Told = Readonly<{ change_id: number; watch_id: string; name: string; matter: string | null }>;

const selectTold = prepared<ToAlert, Told>((db, value) =>
  db
    .selectFrom('alert_changes')
    .innerJoin('watches', 'watches.id', 'alert_changes.watch_id')
    .select(['change_id', 'watch_id', 'watches.name', 'watches.matter'])
    .where('alert_id', '=', value('alertId'))
    .orderBy('change_id')
    .orderBy('watch_id'),
);

async function gatherToldChanges(
  db: Db,
  alertId: number,
  watchesOfChange: ReadonlyMap<number, readonly string[]>,
): Promise<ReportedChange[]> {
  // Changes and records are read apart: a docket with a thousand new entries is parsed once, not a thousand times.
  if (watchesOfChange.size > manyChanges) collectGarbage();
  const { rows } = await selectChanges(db, { alertId });
  const records = await gatherRecords(db, rows);
  return rows.flatMap((row) => {
    const record = records.get(row.record_id);
    if (record === undefined) return [];
    return {
      id: row.id,
      kind: row.kind as ChangeKind,
      detectedAt: row.detected_at,
      checkId: row.check_id,
      watches: watchesOfChange.get(row.id) ?? [],
      record,
      entry: row.entry === null ? undefined : (JSON.parse(row.entry) as Entry),
      fields: JSON.parse(row.fields) as FieldChange[],
      note: row.note ?? undefined,
    };
  });
}

const selectChanges = prepared<ToAlert, Omit<ChangesTable, 'id'> & { readonly id: number }>((db, value) =>
  db
    .selectFrom('changes')
    .selectAll()
    .where('id', 'in', changesOf(db, value('alertId')))
    .orderBy('id'),
);

/** Each record of these changes, less what none of them tells: a large alert would be twice as large. */
async function gatherRecords(
  db: Db,
  changes: readonly Readonly<Pick<ChangesTable, 'record_id' | 'kind'>>[],
): Promise<Map<number, SearchRecord>> {
  const shown = new Set(changes.filter(({ kind }) => showsPictures(kind)).map((change) => change.record_id));
  const records = new Map<number, SearchRecord>();
  for (const id of new Set(changes.map((change) => change.record_id))) {
    // One at a time, so that no text of theirs stays in memory.
    const [row] = (await selectRecord(db, { id })).rows;
    if (row === undefined) continue;
    const record = JSON.parse(row.body) as SearchRecord;
    records.set(id, record.type === 'docket' || shown.has(id) ? record : withoutPictures(record));
  }
  return records;
}

function showsPictures(kind: string): boolean {
  return kind === 'design.new' || kind === 'design.updated';
}

function withoutPictures({ images: _images, details: _details, ...design }: Design): Design {
  return design;
}

const selectRecord = prepared<{ readonly id: number }, { readonly body: string }>((db, value) =>
  db.selectFrom('records').select('body').where('id', '=', value('id')),
);

function changesOf(db: Db, alertId: number) {
  return db.selectFrom('alert_changes').select('change_id').where('alert_id', '=', alertId);
}
