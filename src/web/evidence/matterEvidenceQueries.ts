import { loadDelivered } from '../../alerts/outbox/alertsOfWatchesQueries.ts';
import { describeWatch } from '../../config/searchWords.ts';
import type { Query } from '../../records/query.ts';
import { recordPlace, recordTitle, type SearchRecord } from '../../records/record.ts';
import { uncheckedIn } from '../../schedule/holds/holdsTable.ts';
import type { QueryUse, WatchSettings } from '../../schedule/watchesTable.ts';
import { changesInPieces, type StoredChange } from '../../store/snapshot/changesTable.ts';
import { type CheckRow, loadChecks } from '../../store/snapshot/checksTable.ts';
import { listFinds, withDesigns } from '../../store/snapshot/findsTable.ts';
import { counts } from '../../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';

/** ISO times. `from` is inclusive, `until` is exclusive. */
export type Period = { readonly from: string; readonly until: string };

/** A query as sent, without paging, with the period in which the watch used it. */
type UsedQuery = Query & QueryUse;

async function watchesOfMatter(db: Db, matter: string, period: Period) {
  const rows = await db
    .selectFrom('watches')
    .select(['id', 'name', 'settings', 'removedAt', 'pastQueries'])
    .where('matter', '=', matter)
    .orderBy('id')
    .execute();
  const watches = [];
  for (const { pastQueries, ...row } of rows) {
    const current = await db
      .selectFrom('watchQueries')
      .select(['queryId as id', 'beganAt as from', 'schedule', 'timezone'])
      .where('watchId', '=', row.id)
      .orderBy('queryId')
      .execute();
    const past = JSON.parse(pastQueries) as QueryUse[];
    const uses = [...past, ...current.map(({ id, from }): QueryUse => ({ id, from, until: null }))];
    const inPeriod = uses.filter(({ from, until }) => from < period.until && (until === null || until > period.from));
    const [first] = current;
    watches.push({
      ...row,
      settings: JSON.parse(row.settings) as WatchSettings,
      schedule: first && `${first.schedule} (${first.timezone})`,
      queries: await loadUsed(db, inPeriod),
    });
  }
  return watches;
}

/** Returns the oldest first. */
async function loadUsed(db: Db, uses: readonly QueryUse[]): Promise<UsedQuery[]> {
  const ids = uses.map(({ id }) => id);
  const queries = await db.selectFrom('queries').select(['id', 'operation', 'body']).where('id', 'in', ids).execute();
  const used = uses.flatMap((use) => {
    const query = queries.find(({ id }) => id === use.id);
    return query === undefined ? [] : [{ ...query, body: JSON.parse(query.body) as Query['body'], ...use }];
  });
  return used.sort((a, b) => a.from.localeCompare(b.from) || a.id.localeCompare(b.id));
}

/** Leaves out checks that were made for other watches, before or after this matter's watches used the query. */
async function checksIn(db: Db, queries: readonly UsedQuery[], period: Period): Promise<CheckRow[]> {
  const ids = new Set<number>();
  for (const { id, from, until } of queries) {
    const checks = db.selectFrom('checks').select('id').where('queryId', '=', id);
    const rows = await checks
      .where('endedAt', '>=', from > period.from ? from : period.from)
      .where('endedAt', '<', until !== null && until < period.until ? until : period.until)
      .execute();
    for (const row of rows) ids.add(row.id);
  }
  return loadChecks(db, [...ids]);
}

async function alertsReporting(db: Db, watchIds: readonly string[], changeIds: readonly number[], period: Period) {
  const reporting = await db
    .selectFrom('alertChanges')
    .select(['alertId', 'changeId'])
    .distinct()
    .where('changeId', 'in', changeIds)
    .where('watchId', 'in', watchIds)
    .orderBy('changeId')
    .execute();
  const reported = Map.groupBy(reporting, ({ alertId }) => alertId);
  const announcing = await db
    .selectFrom('alerts')
    .select(['id', 'payload'])
    .where('kind', '=', 'baseline')
    .where('createdAt', '>=', period.from)
    .where('createdAt', '<', period.until)
    .execute();
  const announced = announcing.filter(({ payload }) => announcesOf(payload, watchIds)).map(({ id }) => id);
  return (await loadDelivered(db, [...reported.keys(), ...announced])).map(({ dueAt: _, deliveries, ...alert }) => ({
    ...alert,
    changes: (reported.get(alert.id) ?? []).map(({ changeId }) => changeId),
    deliveries,
  }));
}

function announcesOf(payload: string | null, watchIds: readonly string[]): boolean {
  const announced = JSON.parse(payload ?? '[]') as readonly { readonly watch?: { readonly id?: string } }[];
  return announced.some(({ watch }) => watch?.id !== undefined && watchIds.includes(watch.id));
}

export type MatterEvidence = Awaited<ReturnType<typeof gatherEvidence>>;

/** Returns what is stored of a matter and period. @param confidential false leaves out confidential watches */
export async function gatherEvidence(db: Db, matter: string, period: Period, confidential: boolean) {
  const all = await watchesOfMatter(db, matter, period);
  const remembered = all.filter(({ settings }) => confidential || settings.confidential !== true);
  const ids = remembered.map((watch) => watch.id);
  const inPeriod = { watches: ids, since: period.from, before: period.until };
  const changes: StoredChange[] = [];
  for await (const piece of changesInPieces(db, inPeriod)) changes.push(...piece);
  const spans = await uncheckedIn(db, ids, period);
  const watches = [];
  for (const { settings, ...watch } of remembered) {
    const compared = await comparedIn(db, watch.id, period);
    watches.push({
      ...watch,
      searches: describeWatch(settings),
      notifies: settings.notify,
      // Nothing was checked during a pause, so finding nothing then proves nothing.
      pauses: spans.filter(({ watchId }) => watchId === watch.id).map(({ watchId: _, ...pause }) => pause),
      ...(compared.length > 0 && { compared }),
      baseline: await baselineOf(db, watch.id, period),
    });
  }
  const changeIds = changes.map(({ id }) => id);
  return {
    hidden: all.length - remembered.length,
    watches,
    checks: await checksIn(
      db,
      remembered.flatMap(({ queries }) => queries),
      period,
    ),
    changes: changes.map((change) => ({
      ...change,
      watches: change.watches.filter((id) => ids.includes(id)),
      filteredOut: undefined,
    })),
    alerts: await alertsReporting(db, ids, changeIds, period),
  };
}

/** Returns what the first checks of a watch found. Nobody was notified of it as new, and no response is kept. */
async function baselineOf(db: Db, watchId: string, { until }: Period) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('watchQueries', 'watchQueries.queryId', 'memberships.queryId')
    .innerJoin('checks', 'checks.id', 'memberships.foundCheck')
    .select(['recordId', 'checks.id as check', 'endedAt as knownSince'])
    .where('watchId', '=', watchId)
    .where('baselineAt', '<', until)
    .whereRef('endedAt', '<=', 'baselineAt')
    .where(counts)
    .orderBy('recordId')
    .orderBy('checks.id')
    .execute();
  // If two queries of the watch hold a record, the first one that found it counts.
  const known = rows.filter(({ recordId }, index) => recordId !== rows[index - 1]?.recordId);
  const ids = known.map(({ recordId }) => recordId);
  const records = await loadRecords(db, ids);
  const named = known.flatMap(({ recordId, ...found }) => {
    const record = records.get(recordId)?.record;
    return record === undefined ? [] : [{ ...nameOf(record), ...found }];
  });
  return { count: named.length, records: named };
}

function nameOf(record: SearchRecord) {
  const { type, key } = record;
  return { type, key, label: recordPlace(record), title: recordTitle(record) };
}

const designsAtMost = 100_000;

/** Includes designs that were not compared, because silence about them proves nothing. */
async function comparedIn(db: Db, watchId: string, { from, until }: Period) {
  const finds = await listFinds(db, watchId, { since: from, until, order: 'newest', limit: designsAtMost });
  return (await withDesigns(db, watchId, finds)).map(({ design, find, foundAt, comparedAt, whyNot, review: said }) => {
    const compared = find === undefined ? null : { own: find.own, likeness: find.likeness, at: comparedAt };
    const review = said === undefined ? null : { verdict: said.verdict, note: said.note, at: said.at, who: said.who };
    return { record: nameOf(design), foundAt, compared, whyNot, review };
  });
}
