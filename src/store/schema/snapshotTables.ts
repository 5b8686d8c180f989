import type { Generated } from 'kysely';
import type { CheckCause } from '../../base/words/watchWords.ts';

// What the service showed, which query found it, and how it changed. Times, JSON and booleans are as in tables.ts.

export interface SnapshotTables {
  records: RecordsTable;
  entries: EntriesTable;
  entry_dates: EntryDatesTable;
  memberships: {
    query_id: string;
    record_id: number;
    found_check: number | null;
    /** Consecutive complete checks without the record. */
    missed: Generated<number>;
    /** ISO time, UTC, at which the first of these checks began. */
    absent_since: string | null;
    gone_check: number | null;
  };
  /** A hit that a watch's own filter (`court`, `wholeWord`) excludes, so that it does not count for this watch. */
  left_out: {
    query_id: string;
    record_id: number;
    watch_id: string;
  };
  changes: ChangesTable;
  change_watches: {
    change_id: number;
    watch_id: string;
    filtered_out: Generated<string | null>;
    /** 1: the change may ask this watch's readers to act. */
    to_act: Generated<number>;
    position: Generated<number | null>;
    /** When `position` was assigned, shortly after the check was committed. */
    listed_at: Generated<string | null>;
  };
  raw_responses: {
    check_id: number;
    page: number;
    request: string;
    received_at: string;
    body: Buffer;
  };
  pictures: {
    path: string;
    content_type: string;
    bytes: Buffer;
    kept_at: string;
  };
  checks: ChecksTable;
  ledger: LedgerTable;
}

export interface RecordsTable {
  id: Generated<number>;
  type: 'docket' | 'design';
  key: string;
  /** `SOURCE.IRN` of a design, which identifies the design when a response lacks its ID. */
  other_key: string | null;
  /** JSON of the record's normal form, without entries. */
  body: string;
  shown_hash: string;
  first_seen_at: string;
  changed_at: string;
  /** Dockets only: the day on which the case ended, as in `body`; null while the case is open. */
  terminated: string | null;
  /** Designs only: the expiry day, as in `body`. */
  expires: string | null;
  /** Designs only: the registration day; null when none is shown. */
  registered: string | null;
  /** Designs only: when somebody starred the design. */
  starred_at: Generated<string | null>;
  /** Designs only: when to store the first pictures; null: stored, or never to be stored. */
  pictures_due_at: Generated<string | null>;
  pictures_tries: Generated<number>;
}

export interface EntriesTable {
  record_id: number;
  /** Position in the order in which entries were first seen, from 1. */
  seq: number;
  document_number: string;
  date_filed: string;
  description: string;
  document_href: string | null;
  pdf_url: string;
  /** JSON of patentNumbers, extraDocument and unread; null without any of them. */
  more: string | null;
  first_check: number | null;
  /** JSON of the EntryReading. */
  reading: string;
  /** The version of the rules that read the entry (`readingVersion`); 0: not read yet. */
  reading_version: Generated<number>;
  entry_type: string | null;
}

export interface EntryDatesTable {
  record_id: number;
  seq: number;
  position: number;
  /** JSON of the DateLine. */
  line: string;
  /** The day of the line, to search by; null for a cancellation, an end, or an unknown filing day. */
  date: string | null;
}

export interface ChangesTable {
  id: Generated<number>;
  check_id: number;
  record_id: number;
  kind: string;
  detected_at: string;
  entry: string | null;
  fields: string;
  note: string | null;
  rule: string;
  acknowledged_at: Generated<string | null>;
  acknowledged_by: Generated<string | null>;
}

export interface ChecksTable {
  id: Generated<number>;
  query_id: string;
  started_at: string;
  ended_at: string;
  outcome: 'complete' | 'partial' | 'failed' | 'skipped';
  cause: Generated<CheckCause | null>;
  reason: string | null;
  requests: number;
  credits: number;
  hits: number;
  total: number | null;
  /** JSON of what proves the outcome: pages, entry counts, what was unreadable. */
  evidence: string | null;
}

export interface LedgerTable {
  /** `everything`, `matter M-2026-014`, `watch widget` */
  account: string;
  /** `YYYY-MM-DD`, UTC */
  day: string;
  operation: 'pacer' | 'wipo';
  requests: number;
  credits: number;
}
