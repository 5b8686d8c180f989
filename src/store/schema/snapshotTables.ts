import type { Generated } from 'kysely';
import type { CheckCause } from '../../base/words/watchWords.ts';

// What the service showed, which query found it, and how it changed. Times, JSON and booleans are as in tables.ts.

export interface SnapshotTables {
  records: RecordsTable;
  entries: EntriesTable;
  entryDates: EntryDatesTable;
  memberships: {
    queryId: string;
    recordId: number;
    foundCheck: number | null;
    /** Consecutive complete checks without the record. */
    missed: Generated<number>;
    /** ISO time, UTC, at which the first of these checks began. */
    absentSince: string | null;
    goneCheck: number | null;
  };
  /** A hit that a watch's own filter (`court`, `wholeWord`) excludes, so that it does not count for this watch. */
  leftOut: { queryId: string; recordId: number; watchId: string };
  changes: ChangesTable;
  changeWatches: {
    changeId: number;
    watchId: string;
    filteredOut: Generated<string | null>;
    /** 1: the change may ask this watch's readers to act. */
    toAct: Generated<number>;
    position: Generated<number | null>;
    /** When `position` was assigned, shortly after the check was committed. */
    listedAt: Generated<string | null>;
  };
  rawResponses: { checkId: number; page: number; request: string; receivedAt: string; body: Buffer };
  pictures: { path: string; contentType: string; bytes: Buffer; keptAt: string };
  checks: ChecksTable;
  ledger: LedgerTable;
}

export interface RecordsTable {
  id: Generated<number>;
  type: 'docket' | 'design';
  key: string;
  /** `SOURCE.IRN` of a design, which identifies the design when a response lacks its ID. */
  otherKey: string | null;
  /** JSON of the record's normal form, without entries. */
  body: string;
  shownHash: string;
  firstSeenAt: string;
  changedAt: string;
  /** Dockets only: the day on which the case ended, as in `body`; null while the case is open. */
  terminated: string | null;
  /** Designs only: the expiry day, as in `body`. */
  expires: string | null;
  /** Designs only: the registration day; null when none is shown. */
  registered: string | null;
  /** Designs only: when somebody starred the design. */
  starredAt: Generated<string | null>;
  /** Designs only: when to store the first pictures; null: stored, or never to be stored. */
  picturesDueAt: Generated<string | null>;
  picturesTries: Generated<number>;
}

export interface EntriesTable {
  recordId: number;
  /** Position in the order in which entries were first seen, from 1. */
  seq: number;
  documentNumber: string;
  dateFiled: string;
  description: string;
  documentHref: string | null;
  pdfUrl: string;
  /** JSON of patentNumbers, extraDocument and unread; null without any of them. */
  more: string | null;
  firstCheck: number | null;
  /** JSON of the EntryReading. */
  reading: string;
  /** The version of the rules that read the entry (`readingVersion`); 0: not read yet. */
  readingVersion: Generated<number>;
  entryType: string | null;
}

export interface EntryDatesTable {
  recordId: number;
  seq: number;
  position: number;
  /** JSON of the DateLine. */
  line: string;
  /** The day of the line, to search by; null for a cancellation, an end, or an unknown filing day. */
  date: string | null;
}

export interface ChangesTable {
  id: Generated<number>;
  checkId: number;
  recordId: number;
  kind: string;
  detectedAt: string;
  entry: string | null;
  fields: string;
  note: string | null;
  rule: string;
  acknowledgedAt: Generated<string | null>;
  acknowledgedBy: Generated<string | null>;
}

export interface ChecksTable {
  id: Generated<number>;
  queryId: string;
  startedAt: string;
  endedAt: string;
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
