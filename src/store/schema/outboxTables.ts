import type { Generated } from 'kysely';

// The outbox: what is reported on which channel, every attempt to deliver it, and what is held. Times, JSON and
// booleans as in tables.ts.

export interface ChannelsTable {
  id: string;
  /** Since when its server refuses it as a whole, or its receiver wants no more; null: neither. */
  paused_at: string | null;
  pause_reason: string | null;
  /** Attempts in a row that the channel did not accept, of whichever alerts. */
  failures: Generated<number>;
  /** When the first of them was. */
  failing_since: string | null;
  /** When a failing or refused channel is tried next; null: it works, or waits for a person. */
  retry_at: string | null;
}

export interface AlertsTable {
  id: Generated<number>;
  channel: string;
  /** What it is made of: changes, a baseline's announcement, or a notice to the operators. */
  kind: 'changes' | 'baseline' | 'notice';
  /**
   * waiting: due at `due_at` (new, held by a digest, or to be tried again); sent; failed: rejected or abandoned,
   * retried only on demand.
   */
  state: 'waiting' | 'sent' | 'failed';
  created_at: string;
  due_at: string;
  attempts: Generated<number>;
  /** Who delivers it, until when (null: as long as its job), or who died while doing so. */
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
  /**
   * The key by which new alerts join this one until somebody tries to deliver it; of a channel and kind one alert is
   * open per key. null: none joins.
   */
  open_for: Generated<string | null>;
}

export interface AlertChangesTable {
  alert_id: number;
  change_id: number;
  watch_id: string;
}

/** What was sent of an alert, kept for `retention.sentDays`. */
export interface SentMessagesTable {
  alert_id: number;
  /** Which of the messages of the alert; '' where there is one. */
  part: string;
  sent_at: string;
  /** A `SentMessage` as JSON, compressed by gzip. */
  body: Buffer;
}

export interface DeliveriesTable {
  id: Generated<number>;
  alert_id: number;
  attempted_at: string;
  outcome: 'sent' | 'retry' | 'failed' | 'dead';
  response: string;
}

/** What of an alert that still waits has arrived already. */
export interface ArrivedPartsTable {
  alert_id: number;
  /** A message of several, by a digest of what it says, or a recipient of a mail. */
  part: string;
  /** Why a recipient was refused for good; null: it was accepted. */
  refusal: string | null;
}

/** What is not reported of a watch any more. */
export interface QuietedTable {
  watch_id: string;
  /** A type of entries, or a kind of change. */
  kind: string;
  at: string;
  who: string;
}

/** What is kept quiet (src/schedule/holds): a watch, a record, or, with both, a record for that watch only. */
export interface HoldsTable {
  id: Generated<number>;
  watch_id: string | null;
  record_id: number | null;
  /** What people call it. */
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
}

/** Changes that a hold keeps until it ends. */
export interface HeldChangesTable {
  hold_id: number;
  change_id: number;
  watch_id: string;
  /** '' where the watch was not checked: what another watch's check found is routed when the hold ends. */
  channel: string;
}
