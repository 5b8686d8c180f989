import type { Generated, Kysely, Transaction } from 'kysely';
import type * as access from './accessTables.ts';
import type * as looks from './accessTables.ts';
import type * as outbox from './outboxTables.ts';
import type * as queue from './outboxTables.ts';
import type * as snapshot from './snapshotTables.ts';

// Times are ISO texts in UTC with milliseconds, so that they sort. JSON is text. Booleans are 0 and 1.

interface IncidentsTable {
  id: Generated<number>;
  kind: string;
  subject: string;
  /** Where the subject is words: the account, the machine or the source that they name. */
  about: Generated<string | null>;
  /** The `day` or `month` of a budget; the incident of many watches that one comes from. */
  cause: Generated<string | null>;
  /** Since when it lasts, where it was noticed later. */
  since: Generated<string | null>;
  detail: string;
  began_at: string;
  ended_at: string | null;
}

interface AuditTable {
  id: Generated<number>;
  at: string;
  who: string;
  what: string;
  subject: string;
  detail: string;
}

interface SettingsTable {
  name: string;
  value: string;
}

export interface Tables {
  watches: queue.WatchesTable;
  queries: queue.QueriesTable;
  watch_queries: queue.WatchQueriesTable;
  records: snapshot.RecordsTable;
  entries: snapshot.EntriesTable;
  entry_dates: snapshot.EntryDatesTable;
  memberships: snapshot.MembershipsTable;
  left_out: snapshot.LeftOutTable;
  checks: snapshot.ChecksTable;
  changes: snapshot.ChangesTable;
  change_watches: snapshot.ChangeWatchesTable;
  raw_responses: snapshot.RawResponsesTable;
  ledger: snapshot.LedgerTable;
  service_pace: queue.ServicePaceTable;
  channels: outbox.ChannelsTable;
  alerts: outbox.AlertsTable;
  alert_changes: outbox.AlertChangesTable;
  arrived_parts: outbox.ArrivedPartsTable;
  deliveries: outbox.DeliveriesTable;
  sent_messages: outbox.SentMessagesTable;
  incidents: IncidentsTable;
  holds: outbox.HoldsTable;
  held_changes: outbox.HeldChangesTable;
  pictures: snapshot.PicturesTable;
  picture_looks: looks.PictureLooksTable;
  own_looks: looks.OwnLooksTable;
  nudge_sources: NudgeSourcesTable;
  nudges: NudgesTable;
  own_designs: looks.OwnDesignsTable;
  own_pictures: looks.OwnPicturesTable;
  design_finds: looks.DesignFindsTable;
  design_reviews: looks.DesignReviewsTable;
  settings: SettingsTable;
  audit: AuditTable;
  users: access.UsersTable;
  access_keys: access.AccessKeysTable;
  identities: access.IdentitiesTable;
  sign_ins: access.SignInsTable;
  notes: access.NotesTable;
  processes: queue.ProcessesTable;
}

/** What a query runs on: the database itself, or an open transaction. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

// Free signals that say when to look (src/schedule/nudges). Times, JSON and booleans as in tables.ts.

/** A source as far as it concerns a court; '' where it concerns no single one. */
interface NudgeSourcesTable {
  source: string;
  court: string;
  next_at: string;
  /** Who asks for it, and until when at most. */
  claimed_by: string | null;
  lease_until: string | null;
  asked_at: string | null;
  read_at: string | null;
  /** Since then, in a row. */
  failures: Generated<number>;
  error: string | null;
  /** JSON of what is known of its feed (src/schedule/nudges/feed/feedSourcesTable.ts). */
  state: Generated<string>;
}

/** A signal about one record, and what came of it (src/schedule/nudges/signals.ts). */
interface NudgesTable {
  id: Generated<number>;
  source: string;
  court: string;
  record_id: number;
  /** What tells signals of one source about a record apart: the number of the document, else the key of the item. */
  item: string;
  document: string | null;
  text: string;
  published_at: string | null;
  seen_at: string;
  state: 'due' | 'asked' | 'confirmed' | 'known' | 'late' | 'unasked';
  /** Checks that began after it and did not find it. */
  steps: Generated<number>;
  ask_at: string;
  /** When a check was asked for last, of which query, and what the checks of that day (UTC) were to cost. */
  asked_at: string | null;
  query_id: string | null;
  credits: Generated<number>;
  settled_at: string | null;
  found_check: number | null;
  found_at: string | null;
}
