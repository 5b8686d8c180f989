import type { Generated } from 'kysely';

// Alerts by channel, their deliveries, and queries with their due times. Times and JSON are as in tables.ts.

export interface OutboxTables {
  channels: {
    id: string;
    /** Since when its server refuses all alerts or its receiver wants no more; null: neither. */
    pausedAt: string | null;
    pauseReason: string | null;
    /** Consecutive attempts that the channel did not accept, whatever the alert. */
    failures: Generated<number>;
    failingSince: string | null;
    /** The next attempt on a failing or refused channel; null when it works or waits for a person. */
    retryAt: string | null;
    /** The digest of the channel's config that it refused, or that failed, last. */
    config: string | null;
  };
  alerts: AlertsTable;
  alertChanges: { alertId: number; changeId: number; watchId: string };
  /** The sent messages of an alert, kept for `retention.sentDays`. */
  sentMessages: {
    alertId: number;
    part: string;
    sentAt: string;
    /** A `SentMessage` as JSON, compressed by gzip. */
    body: Buffer;
  };
  deliveries: DeliveriesTable;
  /** The parts of a waiting alert that have arrived already. */
  arrivedParts: {
    alertId: number;
    /** The digest of one of several messages, or a recipient of an email. */
    part: string;
    /** Why a recipient was refused for good; null: accepted. */
    refusal: string | null;
  };
  /** Holds (src/schedule/holds) on a watch, on a record, or, with both ids, on a record for that watch only. */
  holds: {
    id: Generated<number>;
    watchId: string | null;
    recordId: number | null;
    /** The priority, entry type or kind of change that a watch no longer reports; null: the hold covers everything. */
    kind: string | null;
    label: string;
    author: string;
    reason: string;
    beganAt: string;
    /** Null: until somebody ends the hold. */
    until: string | null;
    /** 1: muted (checked, but alerts are deferred); 0: paused (the watch is not checked). */
    isChecked: number;
    endedAt: string | null;
    /** Null: the hold ended by itself. */
    endedBy: string | null;
  };
  heldChanges: {
    holdId: number;
    changeId: number;
    watchId: string;
    /** Empty for a paused watch: what another watch's check found is routed when the hold ends. */
    channel: string;
  };
  watches: {
    id: string;
    name: string;
    matter: string | null;
    /** JSON of the settings for reporting its changes, for processes whose config lacks the watch. */
    settings: string;
    removedAt: string | null;
    /** JSON of the watch's former queries, for evidence files: the id of each, and its beginning and end (ISO). */
    pastQueries: Generated<string>;
  };
  queries: QueriesTable;
  watchQueries: {
    watchId: string;
    queryId: string;
    schedule: string;
    timezone: string;
    /** When the watch began to use the query. Earlier checks of the query were made for other watches. */
    beganAt: string;
    /** Null while a hold pauses the watch, and when the schedule has no further time. */
    nextDueAt: string | null;
    /** When the query would be due without that hold. */
    heldDueAt: Generated<string | null>;
    baselineStartedAt: string | null;
    baselineTries: Generated<number>;
    baselineAt: string | null;
    /** 1 once the baseline is announced, together with those of the watch's other queries. */
    isAnnounced: Generated<number>;
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
    startedAt: string;
    seenAt: string;
    /** JSON of the last Reload; null: none yet. */
    reloaded: Generated<string | null>;
  };
  /** The pace of calls with one API key (check/admission/sharedPaceQueries.ts), in milliseconds since 1970. */
  servicePace: {
    serviceKey: string;
    nextStartMs: Generated<number>;
    notBeforeMs: Generated<number>;
    slowdown: Generated<number>;
    wentWell: Generated<number>;
  };
}

export interface AlertsTable {
  id: Generated<number>;
  channel: string;
  /** Made of changes, of baseline announcements, or of notices to operators or readers. */
  kind: 'changes' | 'baseline' | 'notice';
  /** `waiting`: due at `dueAt`. `failed`: rejected or abandoned, retried only on demand. */
  state: 'waiting' | 'sent' | 'failed';
  createdAt: string;
  dueAt: string;
  attempts: Generated<number>;
  claimedBy: string | null;
  leaseUntil: string | null;
  fence: Generated<number>;
  /** The server's last response, secrets removed. */
  lastResponse: string | null;
  endedAt: string | null;
  /** JSON of baseline announcements or of notices; null for changes. */
  payload: string | null;
  /** Since when the alert waits for others to join, or a digest for the checks of its hour; null: not waiting. */
  batchStartedAt: Generated<string | null>;
  /** JSON of a digest's `DigestFacts` as last sent; null for all other alerts. */
  coverage: Generated<string | null>;
  /** The subject as last handed over, with the names of confidential watches; null before the first attempt. */
  subject: Generated<string | null>;
  /** The key by which new alerts join this one until its first attempt; unique per channel and kind. Null: closed. */
  openFor: Generated<string | null>;
}

export interface DeliveriesTable {
  id: Generated<number>;
  alertId: number;
  attemptedAt: string;
  outcome: 'sent' | 'retry' | 'failed' | 'dead';
  response: string;
}

export interface QueriesTable {
  /** Hash of operation, canonical body and filter. */
  id: string;
  operation: 'pacer' | 'wipo';
  /** JSON of the canonical body without paging, and of our own filter of its hits. */
  body: string;
  claimedBy: string | null;
  leaseUntil: string | null;
  fence: Generated<number>;
  begun: Generated<number>;
  /** JSON of the credits that each account reserved for the check under way, while its lease holds; null: none. */
  reserved: Generated<string | null>;
  failures: Generated<number>;
  /** JSON of the last complete result (`LastResult`): its pages, and a digest of the query's records. */
  lastResult: string | null;
  lastCheck: number | null;
  lastCompleteCheck: number | null;
  /** JSON of the nudge that no check has followed yet (src/schedule/nudges/nudgeQueries.ts). */
  nudge: Generated<string | null>;
  /** JSON of how often the query has news, as learned (src/schedule/adaptive/). */
  rhythm: Generated<string | null>;
  /** JSON of why an adaptive query is due when it is. */
  dueReason: Generated<string | null>;
  checksPerWeek: Generated<number | null>;
}
