import type { Generated } from 'kysely';

// What is reported on which channel, and each attempt; what is searched for, and when. Times and JSON as in tables.ts.

export interface OutboxTables {
  channels: {
    id: string;
    /** Since when its server refuses it as a whole, or its receiver wants no more; null: neither. */
    paused_at: string | null;
    pause_reason: string | null;
    /** Attempts in a row that the channel did not accept, of whichever alerts. */
    failures: Generated<number>;
    failing_since: string | null;
    /** When a failing or refused channel is tried next; null: it works, or waits for a person. */
    retry_at: string | null;
  };
  alerts: AlertsTable;
  alert_changes: {
    alert_id: number;
    change_id: number;
    watch_id: string;
  };
  /** What was sent of an alert, kept for `retention.sentDays`. */
  sent_messages: {
    alert_id: number;
    part: string;
    sent_at: string;
    /** A `SentMessage` as JSON, compressed by gzip. */
    body: Buffer;
  };
  deliveries: DeliveriesTable;
  /** What of an alert that still waits has arrived already. */
  arrived_parts: {
    alert_id: number;
    /** A message of several, by a digest of what it says, or a recipient of a mail. */
    part: string;
    /** Why a recipient was refused for good; null: it was accepted. */
    refusal: string | null;
  };
  /** What is kept quiet (src/schedule/holds): a watch, a record, or, with both, a record for that watch only. */
  holds: {
    id: Generated<number>;
    watch_id: string | null;
    record_id: number | null;
    /** The type of entries, or kind of change, that is not reported of a watch any more; null: all is kept quiet. */
    kind: string | null;
    label: string;
    author: string;
    reason: string;
    began_at: string;
    /** null: until somebody ends it. */
    until: string | null;
    /** 1: its alerts are deferred (muted); 0: the watch is not checked (paused). */
    is_checked: number;
    ended_at: string | null;
    /** null: it ended by itself. */
    ended_by: string | null;
  };
  held_changes: {
    hold_id: number;
    change_id: number;
    watch_id: string;
    /** '' where the watch was not checked: what another watch's check found is routed when the hold ends. */
    channel: string;
  };
  watches: {
    id: string;
    name: string;
    matter: string | null;
    /** JSON of the settings by which its changes are reported, for processes whose config lacks the watch. */
    settings: string;
    seen_at: string;
    removed_at: string | null;
    /** JSON, for evidence files: the queries that it asked before, by their ids, each with when that ended (ISO). */
    past_queries: Generated<string>;
  };
  queries: QueriesTable;
  watch_queries: {
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
    /** 0 low, 1 normal, 2 high: which watch waits when credits run short. */
    priority: Generated<number>;
  };
  /** The daemons that run, or ran until they were killed (src/store/processes.ts). */
  processes: {
    id: string;
    host: string;
    version: string;
    /** JSON: what it does, `["check","deliver","web"]`. */
    roles: string;
    config: string;
    started_at: string;
    seen_at: string;
    /** JSON of its last Reload; null: none yet. */
    reloaded: Generated<string | null>;
  };
  /** The pace of a key (check/admission/sharedPaceQueries), in milliseconds since 1970. */
  service_pace: {
    service_key: string;
    next_start_ms: Generated<number>;
    not_before_ms: Generated<number>;
    slowdown: Generated<number>;
    went_well: Generated<number>;
  };
}

export interface AlertsTable {
  id: Generated<number>;
  channel: string;
  /** What it is made of: changes, a baseline's announcement, or a notice to the operators. */
  kind: 'changes' | 'baseline' | 'notice';
  /** `waiting`: due at `due_at`. `failed`: rejected or abandoned, retried only on demand. */
  state: 'waiting' | 'sent' | 'failed';
  created_at: string;
  due_at: string;
  attempts: Generated<number>;
  claimed_by: string | null;
  lease_until: string | null;
  fence: Generated<number>;
  /** The server's last response, secrets removed. */
  last_response: string | null;
  ended_at: string | null;
  /** JSON: the announcements of a baseline, or the text of a notice; null for changes. */
  payload: string | null;
  /** Since when it waits for others to join it, or a digest for the checks of its hour; null: it does not. */
  batch_started_at: Generated<string | null>;
  /** JSON of a digest's `DigestFacts` as it was last sent; null for everything else. */
  coverage: Generated<string | null>;
  /** As it was last handed over, names of confidential watches included; null: before the first attempt. */
  subject: Generated<string | null>;
  /** By this key new alerts join it until a delivery is tried; one per channel, kind and key. null: none joins. */
  open_for: Generated<string | null>;
}

export interface DeliveriesTable {
  id: Generated<number>;
  alert_id: number;
  attempted_at: string;
  outcome: 'sent' | 'retry' | 'failed' | 'dead';
  response: string;
}

export interface QueriesTable {
  /** Hash of operation, canonical body and filter. */
  id: string;
  operation: 'pacer' | 'wipo';
  /** JSON of the canonical body, without paging, and of our own filter of its hits. */
  body: string;
  claimed_by: string | null;
  lease_until: string | null;
  fence: Generated<number>;
  begun: Generated<number>;
  /** JSON: credits that each account has reserved for the check under way, as long as its lease holds; null: none. */
  reserved: Generated<string | null>;
  failures: Generated<number>;
  /** JSON of the last complete result: its pages (digest, arrived, fresh, total) and the records of the query. */
  last_result: string | null;
  last_check: number | null;
  last_complete_check: number | null;
  /** JSON of the nudge that no check has followed yet (src/schedule/nudges/nudgeQueries.ts). */
  nudge: Generated<string | null>;
  /** JSON of what was learned of how often it has news (src/schedule/adaptive/). */
  rhythm: Generated<string | null>;
  /** JSON of why an adaptive one is due when it is. */
  due_reason: Generated<string | null>;
  checks_per_week: Generated<number | null>;
}
