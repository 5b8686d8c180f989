import type { Generated } from 'kysely';

// Watches, what they search for, when each search is due, and what keeps it from being checked. Times, JSON and
// booleans as in tables.ts.

export interface WatchesTable {
  id: string;
  name: string;
  matter: string | null;
  /** JSON of the settings by which its changes are reported, for processes whose config lacks the watch. */
  settings: string;
  seen_at: string;
  removed_at: string | null;
}

export interface QueriesTable {
  /** Hash of operation, canonical body and filter. */
  id: string;
  operation: 'pacer' | 'wipo';
  /** JSON of the canonical body, without paging, and of our own filter of its hits. */
  body: string;
  /** Who checks it, and until when (null: as long as its job). */
  claimed_by: string | null;
  lease_until: string | null;
  fence: Generated<number>;
  /** Checks in a row that began and came to no end: their process died. */
  begun: Generated<number>;
  /** JSON: credits that each account has reserved for the check under way, as long as its lease holds; null: none. */
  reserved: Generated<string | null>;
  /** Failed checks in a row. */
  failures: Generated<number>;
  /** JSON of the last complete result: its pages (digest, arrived, fresh, total) and the records of the query. */
  last_result: string | null;
  last_check: number | null;
  last_complete_check: number | null;
  /** JSON of the nudge that no check has followed yet (src/schedule/nudgeQueries.ts). */
  nudge: Generated<string | null>;
  /** JSON of what was learnt of how often it has news (src/schedule/adaptive/). */
  rhythm: Generated<string | null>;
  /** JSON of why an adaptive one is due when it is. */
  due_reason: Generated<string | null>;
  /** Of an adaptive one, if it goes on as its last complete check chose. */
  checks_per_week: Generated<number | null>;
}

export interface WatchQueriesTable {
  watch_id: string;
  query_id: string;
  schedule: string;
  timezone: string;
  /** Also null while a hold keeps its watch from being checked. */
  next_due_at: string | null;
  /** When it would be due without that hold. */
  held_due_at: Generated<string | null>;
  baseline_started_at: string | null;
  baseline_tries: Generated<number>;
  baseline_at: string | null;
  /** 0 low, 1 normal, 2 high: who gives way when money is short. */
  priority: Generated<number>;
}

/** Watches that are kept on the page (src/schedule/ownWatchesTable.ts). */
export interface OwnWatchesTable {
  id: string;
  /** JSON: what watches.yaml would say of it. */
  body: string;
  changed_by: string;
  changed_at: string;
}

/** What people imported (src/schedule/ownWatchesTable.ts). */
export interface WatchImportsTable {
  id: Generated<number>;
  at: string;
  who: string;
  /** JSON: each watch by its id with its body before, null where there was none. */
  before: string;
}

/** What a watch searched before, until it was changed or removed: kept for evidence files. */
export interface PastWatchQueriesTable {
  watch_id: string;
  query_id: string;
  ended_at: string;
}

/** The daemons that run, or ran until they were killed (src/store/processes.ts). */
export interface ProcessesTable {
  /** The name under which it holds leases. */
  id: string;
  host: string;
  version: string;
  /** JSON: what it does, `["check","deliver","web"]`. */
  roles: string;
  config: string;
  started_at: string;
  /** When it last reported that it runs. */
  seen_at: string;
  /** JSON of its last Reload; null: none yet. */
  reloaded: Generated<string | null>;
}

/** The pace of a key (schedule/pace/), in milliseconds since 1970. */
export interface ServicePaceTable {
  service_key: string;
  next_start_ms: Generated<number>;
  not_before_ms: Generated<number>;
  slowdown: Generated<number>;
  went_well: Generated<number>;
}
