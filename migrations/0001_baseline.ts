import type { Kysely } from 'kysely';
import { onSqlite, run } from './statements.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, tables);
  await run(db, onSqlite(db) ? ofSqlite : ofPostgres);
}

const tables = `
-- Watches, the queries they stand for, and when each is due.

create table watches (
  id text primary key,
  name text not null,
  matter text,
  removed_at text,
  settings text not null,
  past_queries text not null default '[]'
);

create table queries (
  id text primary key,
  operation text not null,
  body text not null,
  claimed_by text,
  lease_until text,
  fence integer not null default 0,
  begun integer not null default 0,
  failures integer not null default 0,
  last_result text,
  last_check integer,
  last_complete_check integer,
  reserved text,
  nudge text,
  rhythm text,
  due_reason text,
  checks_per_week real
);
create index queries_reserved on queries (id) where reserved is not null;

create table watch_queries (
  watch_id text not null references watches (id),
  query_id text not null references queries (id),
  schedule text not null,
  timezone text not null,
  began_at text not null,
  next_due_at text,
  baseline_started_at text,
  baseline_tries integer not null default 0,
  is_announced integer not null default 0,
  baseline_at text,
  held_due_at text,
  priority integer not null default 1,
  constraint watch_queries_pk primary key (watch_id, query_id)
) without rowid;
create index watch_queries_due on watch_queries (next_due_at);
create index watch_queries_query on watch_queries (query_id);

-- Records, their entries, and which query found which.

create table records (
  id integer primary key autoincrement,
  type text not null,
  key text not null,
  other_key text,
  body text not null,
  shown_hash text not null,
  first_seen_at text not null,
  changed_at text not null,
  terminated text,
  expires text,
  registered text,
  starred_at text,
  pictures_due_at text,
  pictures_tries integer not null default 0,
  constraint records_key unique (type, key)
);
create index records_changed on records (type, changed_at, id);
create index records_expires on records (expires) where expires is not null;
create index records_other_key on records (other_key) where other_key is not null;
create index records_pictures_due on records (pictures_due_at, id) where pictures_due_at is not null;
create index records_registered on records (type, coalesce(registered, first_seen_at), id);
create index records_seen on records (type, first_seen_at, id);
create index records_starred on records (starred_at) where starred_at is not null;

create table entries (
  record_id integer not null references records (id),
  seq integer not null,
  document_number text not null,
  date_filed text not null,
  description text not null,
  document_href text,
  pdf_url text not null,
  more text,
  first_check integer,
  reading text not null,
  entry_type text,
  reading_version integer not null default 0,
  constraint entries_pk primary key (record_id, seq)
) without rowid;
create index entries_reading_version on entries (reading_version);

create table entry_dates (
  record_id integer not null references records (id),
  seq integer not null,
  position integer not null,
  line text not null,
  date text,
  constraint entry_dates_pk primary key (record_id, seq, position)
) without rowid;
create index entry_dates_date on entry_dates (date) where date is not null;

create table memberships (
  query_id text not null references queries (id),
  record_id integer not null references records (id),
  found_check integer,
  missed integer not null default 0,
  absent_since text,
  gone_check integer,
  constraint memberships_pk primary key (query_id, record_id)
) without rowid;
create index memberships_query_gone on memberships (query_id, gone_check);
create index memberships_record on memberships (record_id);

create table left_out (
  query_id text not null,
  record_id integer not null references records (id),
  watch_id text not null,
  constraint left_out_pk primary key (query_id, record_id, watch_id)
) without rowid;
create index left_out_record on left_out (record_id);

-- Checks, what they found, and what they cost.

create table checks (
  id integer primary key autoincrement,
  query_id text not null references queries (id),
  started_at text not null,
  ended_at text not null,
  outcome text not null,
  cause text,
  reason text,
  requests integer not null,
  hits integer not null,
  total integer,
  evidence text,
  credits real not null default 0
);
create index checks_ended on checks (ended_at, id);
create index checks_query on checks (query_id, id);

create table raw_responses (
  check_id integer not null references checks (id),
  page integer not null,
  request text not null,
  received_at text not null,
  body blob not null,
  constraint raw_responses_pk primary key (check_id, page)
);
create index raw_responses_received on raw_responses (received_at);

create table changes (
  id integer primary key autoincrement,
  check_id integer not null references checks (id),
  record_id integer not null references records (id),
  kind text not null,
  detected_at text not null,
  entry text,
  fields text not null,
  note text,
  rule text not null,
  acknowledged_at text,
  acknowledged_by text
);
create index changes_acknowledged on changes (acknowledged_at) where acknowledged_at is not null;
create index changes_check on changes (check_id);
create index changes_detected on changes (detected_at, id);
create index changes_kind on changes (kind, id);
create index changes_record on changes (record_id, id);

create table change_watches (
  change_id integer not null references changes (id),
  watch_id text not null references watches (id),
  filtered_out text,
  position integer,
  listed_at text,
  to_act integer not null default 0,
  constraint change_watches_pk primary key (change_id, watch_id)
) without rowid;
create index change_watches_listed on change_watches (listed_at);
create index change_watches_position on change_watches (position);
create index change_watches_to_act on change_watches (watch_id, change_id) where to_act = 1;
create index change_watches_unlisted on change_watches (change_id, watch_id) where position is null;
create index change_watches_watch on change_watches (watch_id, change_id);

create table ledger (
  account text not null,
  day text not null,
  operation text not null,
  requests integer not null,
  credits real not null,
  constraint ledger_pk primary key (account, day, operation)
) without rowid;

create unlogged table service_pace (
  service_key text primary key,
  next_start_ms real not null default 0,
  not_before_ms real not null default 0,
  slowdown integer not null default 1,
  went_well integer not null default 0
) without rowid;

-- Alerts and incidents.

create table channels (
  id text primary key,
  paused_at text,
  pause_reason text,
  failures integer not null default 0,
  failing_since text,
  retry_at text,
  config text
);

create table alerts (
  id integer primary key autoincrement,
  channel text not null,
  kind text not null,
  state text not null,
  created_at text not null,
  due_at text not null,
  attempts integer not null default 0,
  claimed_by text,
  lease_until text,
  fence integer not null default 0,
  last_response text,
  ended_at text,
  payload text,
  batch_started_at text,
  coverage text,
  open_for text,
  subject text
);
create index alerts_channel on alerts (channel, state, due_at);
create unique index alerts_open on alerts (channel, kind, open_for) where open_for is not null;
create index alerts_state on alerts (state);

create table alert_changes (
  alert_id integer not null references alerts (id),
  change_id integer not null references changes (id),
  watch_id text not null references watches (id),
  constraint alert_changes_pk primary key (alert_id, change_id, watch_id)
) without rowid;
create index alert_changes_change on alert_changes (change_id);

create table arrived_parts (
  alert_id integer not null references alerts (id),
  part text not null,
  refusal text,
  constraint arrived_parts_key primary key (alert_id, part)
) without rowid;

create table sent_messages (
  alert_id integer not null references alerts (id),
  part text not null,
  sent_at text not null,
  body blob not null,
  constraint sent_messages_key primary key (alert_id, part)
);
create index sent_messages_sent_at on sent_messages (sent_at);

create table deliveries (
  id integer primary key autoincrement,
  alert_id integer not null references alerts (id),
  attempted_at text not null,
  outcome text not null,
  response text not null
);
create index deliveries_alert on deliveries (alert_id);

create table incidents (
  id integer primary key autoincrement,
  kind text not null,
  subject text not null,
  about text,
  cause text,
  since text,
  detail text not null,
  began_at text not null,
  ended_at text
);
create unique index incidents_open on incidents (kind, subject) where ended_at is null;

-- What is kept quiet.

create table holds (
  id integer primary key autoincrement,
  watch_id text,
  record_id integer references records (id),
  kind text,
  label text not null,
  author text not null,
  reason text not null,
  began_at text not null,
  until text,
  is_checked integer not null,
  ended_at text,
  ended_by text
);
create index holds_by_watch on holds (watch_id, ended_at);
create unique index holds_one_running on holds (coalesce(watch_id, ''), coalesce(record_id, 0), coalesce(kind, ''), is_checked)
  where ended_at is null;

create table held_changes (
  hold_id integer not null references holds (id),
  change_id integer not null references changes (id),
  watch_id text not null,
  channel text not null,
  constraint held_changes_pk primary key (hold_id, change_id, watch_id, channel)
) without rowid;

-- Pictures of designs, and which look alike.

create table pictures (
  path text primary key,
  content_type text not null,
  bytes blob not null,
  kept_at text not null
);

create table picture_looks (
  path text primary key,
  version integer not null,
  looks blob not null,
  reason text
);

create table own_designs (
  watch_id text not null,
  own text not null,
  source text not null,
  constraint own_designs_key primary key (watch_id, own)
) without rowid;

create table own_pictures (
  id integer primary key autoincrement,
  watch_id text not null,
  own text not null,
  name text not null,
  content_type text not null,
  bytes blob not null
);
create index own_pictures_design on own_pictures (watch_id, own);

create table own_looks (
  watch_id text not null,
  seq integer not null,
  own text not null,
  picture text not null,
  version integer not null,
  looks blob not null,
  constraint own_looks_key primary key (watch_id, seq)
) without rowid;

create table design_finds (
  watch_id text not null,
  record_id integer not null,
  change_id integer not null,
  found_at text not null,
  find text,
  rank real,
  compared_at text,
  why_not text,
  waiting integer not null,
  checked_at text not null,
  own_seen text not null,
  said text,
  constraint design_finds_key primary key (watch_id, record_id)
) without rowid;
create index design_finds_found on design_finds (watch_id, found_at);
create index design_finds_record on design_finds (record_id);

create table design_reviews (
  watch_id text not null,
  record_id integer not null,
  own text not null,
  verdict text not null,
  note text not null,
  likeness real,
  at text not null,
  who text not null,
  constraint design_reviews_key primary key (watch_id, record_id, own)
) without rowid;
create index design_reviews_at on design_reviews (watch_id, at);

-- Free signals, and the checks that they caused.

create table nudge_sources (
  source text not null,
  court text not null,
  next_at text not null,
  read_at text,
  failures integer not null default 0,
  error text,
  state text not null default '{}',
  constraint nudge_sources_key primary key (source, court)
) without rowid;

create table nudges (
  id integer primary key autoincrement,
  source text not null,
  court text not null,
  record_id integer not null references records (id),
  item text not null,
  document text,
  published_at text,
  seen_at text not null,
  state text not null,
  steps integer not null default 0,
  ask_at text not null,
  asked_at text,
  query_id text,
  credits real not null default 0
);
create index nudges_asked on nudges (asked_at);
create unique index nudges_item on nudges (source, court, record_id, item);
create index nudges_record on nudges (record_id, state);
create index nudges_seen on nudges (seen_at);
create index nudges_state on nudges (state, ask_at);

-- People, what they may see, and what they did and marked.

create table users (
  name text primary key,
  role text not null,
  matters text,
  confidential integer not null,
  password text,
  disabled integer not null default 0,
  timezone text,
  locale text,
  folded text not null default ''
);
create unique index users_folded on users (folded);

create table access_keys (
  digest text primary key,
  kind text not null,
  user_name text not null references users (name),
  label text not null,
  path text,
  created_at text not null,
  expires_at text not null,
  last_used_at text,
  provider text
);
create index access_keys_user on access_keys (user_name);

create table identities (
  issuer text not null,
  subject text not null,
  user_name text not null references users (name),
  last_seen_at text not null,
  provider text not null,
  groups text not null,
  constraint identities_key primary key (issuer, subject)
) without rowid;
create index identities_user on identities (user_name);

create table sign_ins (
  id integer primary key autoincrement,
  at text not null,
  user_name text not null,
  address text not null,
  accepted integer not null
);
create index sign_ins_at on sign_ins (at);

create table audit (
  id integer primary key autoincrement,
  at text not null,
  who text not null,
  what text not null,
  subject text not null,
  detail text not null
);

create table notes (
  id integer primary key autoincrement,
  record_id integer not null references records (id),
  at text not null,
  who text not null,
  text text not null,
  matters text not null
);
create index notes_record on notes (record_id, id);

-- Processes, and single values.

create table processes (
  id text primary key,
  host text not null,
  version text not null,
  roles text not null,
  config text not null,
  started_at text not null,
  seen_at text not null,
  reloaded text
);

create table settings (
  name text primary key,
  value text not null
);
`;

/**
 * Indexes of dockets by their numbers at the court, and of words for search (src/store/find/searchWordsTable.ts). The
 * word index stores no texts; its row ids are ids of records and of entry texts.
 */
const ofSqlite = `
create index records_court_case on records (lower(json_extract(body, '$.courtId')), json_extract(body, '$.pacerCaseId'))
  where type = 'docket';
create virtual table record_words using fts5(name, numbers, about,
  content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0');
create virtual table entry_words using fts5(text,
  content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 0');
`;

const ofPostgres = `
create index records_court_case on records (lower(body::json ->> 'courtId'), (body::json ->> 'pacerCaseId'))
  where type = 'docket';
create table record_words (rowid bigint primary key, words tsvector not null);
create table entry_words (rowid bigint primary key, words tsvector not null);
create index record_words_words on record_words using gin (words);
create index entry_words_words on entry_words using gin (words);
`;
