import type { Generated } from 'kysely';

// Alerts by channel, their deliveries, and queries with their due times. Times and JSON are as in tables.ts.

export interface OutboxTables {
  channels: {
    id: string;
    /** Since when its server refuses all alerts or its receiver wants no more; null: neither. */
    paused_at: string | null;
    pause_reason: string | null;
    /** Consecutive attempts that the channel did not accept, whatever the alert. */
    failures: Generated<number>;
    failing_since: string | null;
    /** The next attempt on a failing or refused channel; null when it works or waits for a person. */
    retry_at: string | null;
  };
  alerts: AlertsTable;
  alert_changes: {
    alert_id: number;
    change_id: number;
    watch_id: string;
  };
  /** The sent messages of an alert, kept for `retention.sentDays`. */
  sent_messages: {
    alert_id: number;
    part: string;
    sent_at: string;
    /** A `SentMessage` as JSON, compressed by gzip. */
    body: Buffer;
  };
  deliveries: DeliveriesTable;
  /** The parts of a waiting alert that have arrived already. */
  arrived_parts: {
    alert_id: number;
    /** The digest of one of several messages, or a recipient of an email. */
    part: string;
    /** Why a recipient was refused for good; null: accepted. */
    refusal: string | null;
  };
  /** Holds (src/schedule/holds) on a watch, on a record, or, with both ids, on a record for that watch only. */
  holds: {
    id: Generated<number>;
    watch_id: string | null;
    record_id: number | null;
    /** The priority, entry type or kind of change that a watch no longer reports; null: the hold covers everything. */
    kind: string | null;
    label: string;
    author: string;
    reason: string;
    began_at: string;
    /** Null: until somebody ends the hold. */
    until: string | null;
    /** 1: muted (checked, but alerts are deferred); 0: paused (the watch is not checked). */
    is_checked: number;
    ended_at: string | null;
    /** Null: the hold ended by itself. */
    ended_by: string | null;
  };
  held_changes: {
    hold_id: number;
    change_id: number;
    watch_id: string;
    /** Empty for a paused watch: what another watch's check found is routed when the hold ends. */
    channel: string;
  };
  watches: {
    id: string;
    name: string;
    matter: string | null;
    /** JSON of the settings for reporting its changes, for processes whose config lacks the watch. */
    settings: string;
    removed_at: string | null;
    /** JSON for evidence files: the ids of the watch's former queries, each with the time at which it ended (ISO). */
    past_queries: Generated<string>;
  };
  queries: QueriesTable;
  watch_queries: {
    watch_id: string;
    query_id: string;
    schedule: string;
    timezone: string;
    /** Null while a hold pauses the watch, and when the schedule has no further time. */
    next_due_at: string | null;
    /** When the query would be due without that hold. */
    held_due_at: Generated<string | null>;
    baseline_started_at: string | null;
    baseline_tries: Generated<number>;
    baseline_at: string | null;
    /** 1 once the baseline is announced, together with those of the watch's other queries. */
    is_announced: Generated<number>;
    /** 0 low, 1 normal, 2 high: decides which watch waits when credits run short. */
    priority: Generated<number>;
  };
  /** The daemons that run, or that ran until they were killed (src/store/processes.ts). */
  processes: {
    id: string;
    host: string;
    version: string;
    /** JSON list of its roles, `["check","deliver","web"]`. */
    roles: string;
    config: string;
    started_at: string;
    seen_at: string;
    /** JSON of the last Reload; null: none yet. */
    reloaded: Generated<string | null>;
  };
  /** The pace of calls with one API key (check/admission/sharedPaceQueries.ts), in milliseconds since 1970. */
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
  /** Made of changes, of baseline announcements, or of notices to operators or readers. */
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
  /** JSON of baseline announcements or of notices; null for changes. */
  payload: string | null;
  /** Since when the alert waits for others to join, or a digest for the checks of its hour; null: not waiting. */
  batch_started_at: Generated<string | null>;
  /** JSON of a digest's `DigestFacts` as last sent; null for all other alerts. */
  coverage: Generated<string | null>;
  /** The subject as last handed over, with the names of confidential watches; null before the first attempt. */
  subject: Generated<string | null>;
  /** The key by which new alerts join this one until its first attempt; unique per channel and kind. Null: closed. */
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
  /** JSON of the canonical body without paging, and of our own filter of its hits. */
  body: string;
  claimed_by: string | null;
  lease_until: string | null;
  fence: Generated<number>;
  begun: Generated<number>;
  /** JSON of the credits that each account reserved for the check under way, while its lease holds; null: none. */
  reserved: Generated<string | null>;
  failures: Generated<number>;
  /** JSON of the last complete result (`LastResult`): its pages, and a digest of the query's records. */
  last_result: string | null;
  last_check: number | null;
  last_complete_check: number | null;
  /** JSON of the nudge that no check has followed yet (src/schedule/nudges/nudgeQueries.ts). */
  nudge: Generated<string | null>;
  /** JSON of how often the query has news, as learned (src/schedule/adaptive/). */
  rhythm: Generated<string | null>;
  /** JSON of why an adaptive query is due when it is. */
  due_reason: Generated<string | null>;
  checks_per_week: Generated<number | null>;
}
