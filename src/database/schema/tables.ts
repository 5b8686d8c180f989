import type { Generated, Kysely, Transaction } from 'kysely';
import type {
  AccessKeysTable,
  AcknowledgedTable,
  IdentitiesTable,
  NotesTable,
  PasskeysTable,
  SignInsTable,
  StarsTable,
  UsersTable,
} from './accessTables.ts';
import type {
  DesignFindsTable,
  DesignReviewsTable,
  OwnDesignsTable,
  OwnLooksTable,
  OwnPicturesTable,
  PictureLooksTable,
} from './looksTables.ts';
import type {
  AlertChangesTable,
  AlertsTable,
  ArrivedPartsTable,
  ChannelsTable,
  Default,
  DeliveriesTable,
  HeldChangesTable,
  HoldsTable,
  QuietedTable,
} from './outboxTables.ts';
import type {
  ConfigGenerationsTable,
  OwnWatchesTable,
  PastWatchQueriesTable,
  ProcessesTable,
  QueriesTable,
  ServicePaceTable,
  ServiceTurnsTable,
  WatchesTable,
  WatchImportsTable,
  WatchQueriesTable,
} from './queueTables.ts';
import type {
  AccountSpendingTable,
  ChangesTable,
  ChangeWatchesTable,
  ChecksTable,
  EntriesTable,
  EntryDatesTable,
  MembershipsTable,
  PicturesDueTable,
  PicturesTable,
  RawResponsesTable,
  RecordsTable,
  ServiceSpendingTable,
  SpendingTable,
} from './snapshotTables.ts';

// The schema; the tables of each folder are declared there. Times are ISO texts in UTC with milliseconds, so that they
// sort as text. JSON is text. Booleans are 0 and 1.

interface IncidentsTable {
  id: Generated<number>;
  kind: string;
  subject: string;
  detail: string;
  began_at: string;
  ended_at: string | null;
}

/** What people did on the page or through the API (src/people/auditTable.ts). */
interface AuditTable {
  id: Generated<number>;
  at: string;
  who: string;
  what: string;
  subject: string;
  detail: string;
}

/** Texts that are not indexed yet (src/database/words/searchTerms.ts). */
interface PendingTextsTable {
  id: number;
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
  account_spending: AccountSpendingTable;
  service_pace: ServicePaceTable;
  service_turns: ServiceTurnsTable;
  channels: ChannelsTable;
  alerts: AlertsTable;
  alert_changes: AlertChangesTable;
  arrived_parts: ArrivedPartsTable;
  deliveries: DeliveriesTable;
  troubles: IncidentsTable;
  holds: HoldsTable;
  held_changes: HeldChangesTable;
  pictures: PicturesTable;
  pictures_due: PicturesDueTable;
  picture_looks: PictureLooksTable;
  own_looks: OwnLooksTable;
  nudge_sources: NudgeSourcesTable;
  nudge_items: NudgeItemsTable;
  nudge_asks: NudgeAsksTable;
  nudges: NudgesTable;
  own_designs: OwnDesignsTable;
  own_pictures: OwnPicturesTable;
  design_finds: DesignFindsTable;
  design_reviews: DesignReviewsTable;
  pending_texts: PendingTextsTable;
  settings: SettingsTable;
  audit: AuditTable;
  users: UsersTable;
  own_watches: OwnWatchesTable;
  watch_imports: WatchImportsTable;
  past_watch_queries: PastWatchQueriesTable;
  access_keys: AccessKeysTable;
  identities: IdentitiesTable;
  passkeys: PasskeysTable;
  sign_ins: SignInsTable;
  acknowledged: AcknowledgedTable;
  stars: StarsTable;
  quieted: QuietedTable;
  notes: NotesTable;
  config_generations: ConfigGenerationsTable;
  processes: ProcessesTable;
}

/** What a query runs on: the database itself, or an open transaction. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

// Free signals that say when to look (src/nudges). Times, JSON and booleans as in tables.ts.

/** A source as far as it concerns a court; '' where it concerns no single one. */
interface NudgeSourcesTable {
  source: string;
  court: string;
  /** When its feed is asked for again. */
  next_at: string;
  /** Who asks for it, and until when at most. */
  claimed_by: string | null;
  lease_until: string | null;
  asked_at: string | null;
  /** When it could last be read. */
  read_at: string | null;
  /** Since then, in a row. */
  failures: Default<number>;
  error: string | null;
  /** JSON of what is known of its feed (src/nudges/feed/feedState.ts). */
  state: Default<string>;
}

/** What was seen in a source already. */
interface NudgeItemsTable {
  source: string;
  court: string;
  /** The key of a feed's item, or the id of a call. */
  item: string;
  seen_at: string;
}

/** The checks that nudges asked for. */
interface NudgeAsksTable {
  id: Generated<number>;
  source: string;
  record_id: number;
  query_id: string;
  asked_at: string;
  /** What it was expected to cost; once the check has ended, what it cost. May be a fraction. */
  credits: number;
  check_id: number | null;
}

/** A signal about one record, and what came of it (src/nudges/ladder.ts). */
interface NudgesTable {
  id: Generated<number>;
  source: string;
  court: string;
  record_id: number;
  document: string | null;
  text: string;
  published_at: string | null;
  seen_at: string;
  state: 'due' | 'asked' | 'confirmed' | 'known' | 'late' | 'unasked';
  /** Checks that began after it and did not find it. */
  steps: Default<number>;
  ask_at: string;
  ask_id: number | null;
  settled_at: string | null;
  found_check: number | null;
  found_at: string | null;
}
