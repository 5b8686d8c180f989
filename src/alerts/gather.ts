import type { Config } from '../config/config.ts';
import type { ChangeKind, FieldChange } from '../diff/change.ts';
import type { Entry } from '../records/entry.ts';
import type { SearchRecord } from '../records/record.ts';
import type { Db } from '../store/store.ts';
import type {
  AlertContent,
  BaselineContent,
  ChangesContent,
  CheckFacts,
  NoticeContent,
  ToldChange,
  WatchFacts,
} from './content.ts';

/** What the words of an alert need beyond the store; made from the config. */
export interface GatherParts {
  /** By id. A watch that is no longer in the config is told by the name that the store remembers. */
  readonly watches: ReadonlyMap<string, WatchFacts>;
  readonly config: Pick<Config, 'channels'>;
  readonly pageUrl?: string | undefined;
}

/** Reads everything that an alert says; undefined when there is no such alert. */
export async function gatherAlert(db: Db, alertId: number, parts: GatherParts): Promise<AlertContent | undefined> {
  const alert = await db.selectFrom('alerts').selectAll().where('id', '=', alertId).executeTakeFirst();
  if (alert === undefined) return undefined;
  // A channel that is no longer in the config can still be read, in UTC.
  const channel = parts.config.channels[alert.channel];
  const common = {
    id: alert.id,
    channel: alert.channel,
    createdAt: alert.created_at,
    timezone: channel?.timezone ?? 'UTC',
    pageUrl: parts.pageUrl,
  };
  const payload: unknown = JSON.parse(alert.payload ?? '[]');
  switch (alert.kind) {
    case 'changes':
      return {
        ...common,
        kind: 'changes',
        digest: channel?.digest !== undefined,
        ...(await gatherChanges(db, alertId, parts)),
      };
    case 'baseline':
      return { ...common, kind: 'baseline', announcements: payload as BaselineContent['announcements'] };
    case 'notice':
      return { ...common, kind: 'notice', notices: payload as NoticeContent['notices'] };
  }
}

type Gathered = Pick<ChangesContent, 'watches' | 'checks' | 'changes'>;

async function gatherChanges(db: Db, alertId: number, parts: GatherParts): Promise<Gathered> {
  const told = await db
    .selectFrom('alert_changes')
    .innerJoin('watches', 'watches.id', 'alert_changes.watch_id')
    .select(['change_id', 'watch_id', 'watches.name', 'watches.matter'])
    .where('alert_id', '=', alertId)
    .orderBy('change_id')
    .orderBy('watch_id')
    .execute();
  const watchesOfChange = new Map<number, string[]>();
  const watches = new Map<string, WatchFacts>();
  for (const row of told) {
    const ids = watchesOfChange.get(row.change_id);
    if (ids === undefined) watchesOfChange.set(row.change_id, [row.watch_id]);
    else ids.push(row.watch_id);
    const remembered = { id: row.watch_id, name: row.name, matter: row.matter ?? undefined, asks: '' };
    watches.set(row.watch_id, parts.watches.get(row.watch_id) ?? remembered);
  }
  return {
    watches: [...watches.values()],
    checks: await gatherChecks(db, alertId),
    changes: await gatherToldChanges(db, alertId, watchesOfChange),
  };
}

async function gatherChecks(db: Db, alertId: number): Promise<CheckFacts[]> {
  const rows = await db
    .selectFrom('checks')
    .select(['id', 'ended_at', 'outcome', 'reason'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('changes')
        .innerJoin('alert_changes', 'alert_changes.change_id', 'changes.id')
        .select('changes.check_id')
        .where('alert_changes.alert_id', '=', alertId),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    endedAt: row.ended_at,
    outcome: row.outcome,
    reason: row.reason ?? undefined,
  }));
}

async function gatherToldChanges(
  db: Db,
  alertId: number,
  watchesOfChange: ReadonlyMap<number, readonly string[]>,
): Promise<ToldChange[]> {
  // Changes and records are read apart: a docket with a thousand new entries is parsed once, not a thousand times.
  const told = db.selectFrom('alert_changes').select('change_id').where('alert_id', '=', alertId);
  const rows = await db.selectFrom('changes').selectAll().where('id', 'in', told).orderBy('id').execute();
  const bodies = await db
    .selectFrom('records')
    .select(['id', 'body'])
    .where('id', 'in', (eb) => eb.selectFrom('changes').select('record_id').where('id', 'in', told))
    .execute();
  const records = new Map(bodies.map((row) => [row.id, JSON.parse(row.body) as SearchRecord]));
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
