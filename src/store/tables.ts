import type { Generated, Kysely, Transaction } from 'kysely';
import type { AccessKeysTable, SignInsTable, UsersTable } from './access/accessTables.ts';
import type { AcknowledgedTable, NotesTable } from './marks/marksTables.ts';
import type {
  AlertChangesTable,
  AlertsTable,
  ChannelsTable,
  Default,
  DeliveriesTable,
  MutedChangesTable,
  MutesTable,
} from './outbox/outboxTables.ts';
import type { ConfigGenerationsTable, ProcessesTable } from './processes/processTables.ts';

// Times are ISO texts in UTC with milliseconds, so that they sort as text; JSON is text; booleans are 0 and 1.

interface WatchesTable {
  id: string;
  name: string;
  matter: string | null;
  /** JSON of what its changes are reported by, for processes whose config lacks it. */
  settings: string | null;
  seen_at: string;
  removed_at: string | null;
}

export interface QueriesTable {
  /** Hash of operation, canonical body and filter. */
  id: string;
  operation: 'pacer' | 'wipo';
  /** The name of its service in the config; null: the default one. */
  service: Default<string | null>;
  /** JSON of the canonical body, without paging, and of our own filter of its hits. */
  body: string;
  /** The lease of an embedded queue; on Postgres unused. */
  lease_owner: string | null;
  lease_until: string | null;
  fence: Default<number>;
  /** Credits reserved for the check under way, as long as its lease holds; may be a fraction. */
  reserved: Default<number>;
  /** Failed checks in a row. */
  failures: Default<number>;
  /** JSON of the last complete result: its pages (digest, arrived, fresh, total) and the records of the query. */
  last_result: string | null;
  last_check: number | null;
  last_complete_check: number | null;
}

export interface WatchQueriesTable {
  watch_id: string;
  query_id: string;
  schedule: string;
  timezone: string;
  /** null also while its watch is paused. */
  next_due_at: string | null;
  /** When it would be due, were its watch not paused. */
  paused_due_at: Default<string | null>;
  baseline_started_at: string | null;
  baseline_tries: Default<number>;
  baseline_at: string | null;
}

export interface RecordsTable {
  id: Generated<number>;
  type: 'docket' | 'design';
  key: string;
  /** `SOURCE.IRN` of a design, by which it is known when a response leaves out its ID. */
  other_key: string | null;
  /** JSON of the record's normal form, without entries. */
  body: string;
  /** Hash of what the service last showed of it, volatile fields left out. */
  shown_hash: string;
  first_seen_at: string;
  changed_at: string;
  /** Of a docket: the day on which the case ended, as its body has it; null while it is open. */
  terminated: string | null;
  /** Of a design: the day of its expiry, as its body has it. */
  expires: string | null;
}

export interface EntriesTable {
  record_id: number;
  /** Position in the order of first sight, from 1. */
  seq: number;
  document_number: string;
  date_filed: string;
  description: string;
  document_href: string | null;
  pdf_url: string;
  /** JSON of patentNumbers, extraDocument and unread, where there are any. */
  more: string | null;
  first_check: number | null;
  /** JSON of the EntryReading; null until the text is read. */
  reading: string | null;
  /** The rules by which it was read (src/reading/version.ts); 0: not read yet. */
  reading_version: Default<number>;
  /** `type` of the reading, for filters. */
  entry_type: string | null;
}

/** What entries do to the calendar of their case (src/calendar/dateLine.ts). */
export interface EntryDatesTable {
  record_id: number;
  seq: number;
  position: number;
  act: 'sets' | 'asks' | 'cancels';
  /** `YYYY-MM-DD`, counted out where the text gives a number of days; null where it cannot be, and for what cancels. */
  date: string | null;
  /** `HH:MM` at the court. */
  time: string | null;
  /** Where the text counts days from its filing. */
  days: number | null;
  what: 'hearing' | 'deadline';
  words: string;
  /** JSON of the rest of the DateLine. */
  more: string;
}

interface MembershipsTable {
  query_id: string;
  record_id: number;
  found_check: number | null;
  /** 1 when the record passes the filter of the query: whole words, courts. */
  whole_word: Default<number>;
  /** Complete checks in a row without it. */
  missed: Default<number>;
  gone_check: number | null;
}

export interface ChecksTable {
  id: Generated<number>;
  query_id: string;
  started_at: string;
  ended_at: string;
  outcome: 'complete' | 'partial' | 'failed' | 'skipped';
  reason: string | null;
  requests: number;
  credits: number;
  hits: number;
  total: number | null;
  /** JSON of what proves the outcome: pages, entry counts, what was unreadable. */
  evidence: string | null;
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
}

interface ChangeWatchesTable {
  change_id: number;
  watch_id: string;
  /** Why the watch's `report` left it out; null where it was reported. */
  filtered_out: Default<string | null>;
  /** Its place in the order in which changes came to be seen; null: not given yet (src/store/snapshot/storeChanges.ts). */
  position: Default<number | null>;
  /** When the place was given: shortly after its check was committed. */
  listed_at: Default<string | null>;
}

interface RawResponsesTable {
  check_id: number;
  page: number;
  request: string;
  received_at: string;
  body: Buffer;
}

export interface SpendingTable {
  /** `YYYY-MM-DD`, UTC */
  day: string;
  operation: 'pacer' | 'wipo';
  requests: number;
  credits: number;
}

/** What `spending` has of a service with a name of its own. */
export interface ServiceSpendingTable extends SpendingTable {
  service: string;
}

/** The pace of a key (src/store/pace/sharedPace.ts), in milliseconds since 1970: the database counts with them. */
interface ServicePaceTable {
  service_key: string;
  next_start_ms: Default<number>;
  not_before_ms: Default<number>;
  slowdown: Default<number>;
  went_well: Default<number>;
}

/** The calls of a key that may be under way at a time, numbered from 1. */
interface ServiceTurnsTable {
  service_key: string;
  number: number;
  holder: Default<string | null>;
  ends_at_ms: Default<number>;
}

interface IncidentsTable {
  id: Generated<number>;
  kind: string;
  subject: string;
  detail: string;
  began_at: string;
  ended_at: string | null;
}

interface PicturesTable {
  /** The path of its address. */
  path: string;
  content_type: string;
  bytes: Buffer;
  kept_at: string;
}

/** What people did by the page or the API (src/store/audit.ts). */
interface AuditTable {
  id: Generated<number>;
  at: string;
  who: string;
  what: string;
  subject: string;
  detail: string;
}

/** Watches of the page (src/store/ownWatches.ts). */
interface OwnWatchesTable {
  id: string;
  /** JSON: what watches.yaml would say of it. */
  body: string;
  changed_by: string;
  changed_at: string;
}

/** Watches that are paused (src/store/queue/pauses.ts). */
interface PausesTable {
  watch_id: string;
  author: string;
  reason: string;
  began_at: string;
  /** null: until it is resumed. */
  until: string | null;
}

/** Pauses that are over. */
interface PastPausesTable {
  id: Generated<number>;
  watch_id: string;
  author: string;
  reason: string;
  began_at: string;
  ended_at: string;
  /** null: its time came. */
  ended_by: string | null;
}

/** Changes that the checks of others found for a watch while it was paused. */
interface PausedChangesTable {
  watch_id: string;
  change_id: number;
}

/** Texts that the search has not read yet (src/store/search/textId.ts). */
interface PendingTextsTable {
  id: number;
}

/** A view: the queries that somebody checks at this moment, until an ISO time unless it is kept. */
interface HeldQueriesTable {
  query_id: string;
  until: string;
}

/** A view: the alerts that somebody hands over at this moment. */
interface HeldAlertsTable {
  alert_id: number;
  until: string;
}

interface SettingsTable {
  name: string;
  value: string;
}

/** The schema, as `migrations/` builds it. */
export interface Tables {
  watches: WatchesTable;
  queries: QueriesTable;
  watch_queries: WatchQueriesTable;
  records: RecordsTable;
  entries: EntriesTable;
  entry_dates: EntryDatesTable;
  memberships: MembershipsTable;
  checks: ChecksTable;
  changes: ChangesTable;
  change_watches: ChangeWatchesTable;
  raw_answers: RawResponsesTable;
  spending: SpendingTable;
  service_spending: ServiceSpendingTable;
  service_pace: ServicePaceTable;
  service_turns: ServiceTurnsTable;
  channels: ChannelsTable;
  alerts: AlertsTable;
  alert_changes: AlertChangesTable;
  deliveries: DeliveriesTable;
  troubles: IncidentsTable;
  mutes: MutesTable;
  muted_changes: MutedChangesTable;
  pictures: PicturesTable;
  pending_texts: PendingTextsTable;
  settings: SettingsTable;
  held_queries: HeldQueriesTable;
  held_alerts: HeldAlertsTable;
  audit: AuditTable;
  users: UsersTable;
  own_watches: OwnWatchesTable;
  pauses: PausesTable;
  past_pauses: PastPausesTable;
  paused_changes: PausedChangesTable;
  access_keys: AccessKeysTable;
  sign_ins: SignInsTable;
  acknowledged: AcknowledgedTable;
  notes: NotesTable;
  config_generations: ConfigGenerationsTable;
  processes: ProcessesTable;
}

/** What a query of the store runs on: the database itself, or an open transaction. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
