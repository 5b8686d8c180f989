CREATE TRIGGER "entries_deleted" after delete on entries begin
        insert into pending_texts (id) values (old.record_id * 1048576 + old.seq) on conflict do nothing; end;

CREATE TRIGGER "entries_inserted" after insert on entries begin
        insert into pending_texts (id) values (new.record_id * 1048576 + new.seq) on conflict do nothing; end;

CREATE TRIGGER "entries_updated" after update of description, document_number on entries begin
        insert into pending_texts (id) values (new.record_id * 1048576 + new.seq) on conflict do nothing; end;

CREATE TRIGGER "records_deleted" after delete on records begin
        insert into pending_texts (id) values (old.id * 1048576) on conflict do nothing; end;

CREATE TRIGGER "records_inserted" after insert on records begin
        insert into pending_texts (id) values (new.id * 1048576) on conflict do nothing; end;

CREATE TRIGGER "records_updated" after update of body on records begin
        insert into pending_texts (id) values (new.id * 1048576) on conflict do nothing; end;

CREATE TABLE "access_keys" (
  "digest" text primary key,
  "kind" text not null,
  "user_name" text not null references "users" ("name"),
  "label" text not null,
  "path" text,
  "created_at" text not null,
  "expires_at" text not null,
  "last_used_at" text
) strict;

CREATE TABLE "account_spending" (
  "account" text not null,
  "day" text not null,
  "credits" real not null,
  constraint "account_spending_key" primary key ("account", "day")
) strict, without rowid;

CREATE TABLE "acknowledged" (
  "change_id" integer primary key references "changes" ("id"),
  "at" text not null,
  "who" text not null
) strict;

CREATE TABLE "alert_changes" (
  "alert_id" integer not null references "alerts" ("id"),
  "change_id" integer not null references "changes" ("id"),
  "watch_id" text not null references "watches" ("id"),
  constraint "alert_changes_pk" primary key ("alert_id", "change_id", "watch_id")
) strict, without rowid;

CREATE TABLE "alerts" (
  "id" integer primary key autoincrement,
  "channel" text not null,
  "kind" text not null,
  "state" text not null,
  "created_at" text not null,
  "due_at" text not null,
  "attempts" integer default 0 not null,
  "claimed_by" text,
  "lease_until" text,
  "fence" integer default 0 not null,
  "last_answer" text,
  "ended_at" text,
  "payload" text,
  "moment" text,
  "coverage" text,
  "open_for" text,
  "subject" text
) strict;

CREATE TABLE "arrived_parts" (
  "alert_id" integer not null references "alerts" ("id"),
  "part" text not null,
  "refusal" text,
  constraint "arrived_parts_key" primary key ("alert_id", "part")
) strict, without rowid;

CREATE TABLE "audit" (
  "id" integer primary key autoincrement,
  "at" text not null,
  "who" text not null,
  "what" text not null,
  "subject" text not null,
  "detail" text not null
) strict;

CREATE TABLE "change_watches" (
  "change_id" integer not null references "changes" ("id"),
  "watch_id" text not null references "watches" ("id"),
  "filtered_out" text,
  "position" integer,
  "listed_at" text,
  "to_act" integer default 0 not null,
  constraint "change_watches_pk" primary key ("change_id", "watch_id")
) strict, without rowid;

CREATE TABLE "changes" (
  "id" integer primary key autoincrement,
  "check_id" integer not null references "checks" ("id"),
  "record_id" integer not null references "records" ("id"),
  "kind" text not null,
  "detected_at" text not null,
  "entry" text,
  "fields" text not null,
  "note" text,
  "rule" text not null
) strict;

CREATE TABLE "channels" (
  "id" text primary key,
  "paused_at" text,
  "paused_until" text,
  "pause_reason" text,
  "failures" integer default 0 not null,
  "failing_since" text,
  "retry_at" text
) strict;

CREATE TABLE "checks" (
  "id" integer primary key autoincrement,
  "query_id" text not null references "queries" ("id"),
  "started_at" text not null,
  "ended_at" text not null,
  "outcome" text not null,
  "reason" text,
  "requests" integer not null,
  "hits" integer not null,
  "total" integer,
  "evidence" text,
  "credits" real default 0 not null,
  "shares" text
) strict;

CREATE TABLE "config_generations" (
  "number" integer primary key,
  "digest" text not null,
  "watches" text not null,
  "brought_at" text not null
) strict;

CREATE TABLE "deliveries" (
  "id" integer primary key autoincrement,
  "alert_id" integer not null references "alerts" ("id"),
  "attempted_at" text not null,
  "outcome" text not null,
  "answer" text not null
) strict;

CREATE TABLE "design_finds" (
  "watch_id" text not null,
  "record_id" integer not null,
  "change_id" integer not null,
  "found_at" text not null,
  "own" text,
  "likeness" real,
  "rank" real,
  "picture" text,
  "own_picture" text,
  "compared_at" text,
  "why_not" text,
  "waiting" integer not null,
  "checked_at" text not null,
  "own_seen" text not null,
  "said_own" text,
  "said_likeness" real,
  constraint "design_finds_key" primary key ("watch_id", "record_id")
) strict, without rowid;

CREATE TABLE "design_reviews" (
  "watch_id" text not null,
  "record_id" integer not null,
  "own" text not null,
  "verdict" text not null,
  "note" text not null,
  "likeness" real,
  "at" text not null,
  "who" text not null,
  constraint "design_reviews_key" primary key ("watch_id", "record_id", "own")
) strict, without rowid;

CREATE TABLE "entries" (
  "record_id" integer not null references "records" ("id"),
  "seq" integer not null,
  "document_number" text not null,
  "date_filed" text not null,
  "description" text not null,
  "document_href" text,
  "pdf_url" text not null,
  "more" text,
  "first_check" integer,
  "reading" text,
  "entry_type" text,
  "reading_version" integer default 0 not null,
  constraint "entries_pk" primary key ("record_id", "seq")
) strict, without rowid;

CREATE TABLE "entry_dates" (
  "record_id" integer not null references "records" ("id"),
  "seq" integer not null,
  "position" integer not null,
  "act" text not null,
  "date" text,
  "time" text,
  "days" integer,
  "what" text not null,
  "words" text not null,
  "more" text not null,
  constraint "entry_dates_pk" primary key ("record_id", "seq", "position")
) strict, without rowid;

CREATE VIRTUAL TABLE entry_words using fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0');

CREATE TABLE 'entry_words_config'(
  k PRIMARY KEY, v
) WITHOUT ROWID;

CREATE TABLE 'entry_words_data'(
  id INTEGER PRIMARY KEY, block BLOB
);

CREATE TABLE 'entry_words_docsize'(
  id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER
);

CREATE TABLE 'entry_words_idx'(
  segid, term, pgno, PRIMARY KEY(segid, term)
) WITHOUT ROWID;

CREATE TABLE "held_changes" (
  "hold_id" integer not null references "holds" ("id"),
  "change_id" integer not null references "changes" ("id"),
  "watch_id" text not null,
  "channel" text not null,
  constraint "held_changes_pk" primary key ("hold_id", "change_id", "watch_id", "channel")
) strict, without rowid;

CREATE TABLE "holds" (
  "id" integer primary key autoincrement,
  "watch_id" text,
  "record_id" integer references "records" ("id"),
  "label" text not null,
  "author" text not null,
  "reason" text not null,
  "began_at" text not null,
  "until" text,
  "is_checked" integer not null,
  "ended_at" text,
  "ended_by" text
) strict;

CREATE TABLE "identities" (
  "issuer" text not null,
  "subject" text not null,
  "user_name" text not null references "users" ("name"),
  "connected_at" text not null,
  "last_seen_at" text not null,
  constraint "identities_key" primary key ("issuer", "subject")
) strict, without rowid;

CREATE TABLE "kysely_migration" (
  "name" varchar(255) not null primary key,
  "timestamp" varchar(255) not null
);

CREATE TABLE "kysely_migration_lock" (
  "id" varchar(255) not null primary key,
  "is_locked" integer default 0 not null
);

CREATE TABLE "memberships" (
  "query_id" text not null references "queries" ("id"),
  "record_id" integer not null references "records" ("id"),
  "found_check" integer,
  "whole_word" integer default 1 not null,
  "missed" integer default 0 not null,
  "gone_check" integer,
  constraint "memberships_pk" primary key ("query_id", "record_id")
) strict, without rowid;

CREATE TABLE "notes" (
  "id" integer primary key autoincrement,
  "record_id" integer not null references "records" ("id"),
  "at" text not null,
  "who" text not null,
  "text" text not null,
  "matters" text
) strict;

CREATE TABLE "nudge_asks" (
  "id" integer primary key autoincrement,
  "source" text not null,
  "record_id" integer not null references "records" ("id"),
  "query_id" text not null,
  "asked_at" text not null,
  "credits" real not null,
  "check_id" integer
) strict;

CREATE TABLE "nudge_items" (
  "source" text not null,
  "court" text not null,
  "item" text not null,
  "seen_at" text not null,
  constraint "nudge_items_key" primary key ("source", "court", "item")
) strict, without rowid;

CREATE TABLE "nudge_sources" (
  "source" text not null,
  "court" text not null,
  "next_at" text not null,
  "claimed_by" text,
  "lease_until" text,
  "asked_at" text,
  "read_at" text,
  "failures" integer default 0 not null,
  "error" text,
  "state" text default '{}' not null,
  constraint "nudge_sources_key" primary key ("source", "court")
) strict, without rowid;

CREATE TABLE "nudges" (
  "id" integer primary key autoincrement,
  "source" text not null,
  "court" text not null,
  "record_id" integer not null references "records" ("id"),
  "document" text,
  "text" text not null,
  "published_at" text,
  "seen_at" text not null,
  "state" text not null,
  "steps" integer default 0 not null,
  "ask_at" text not null,
  "ask_id" integer,
  "settled_at" text,
  "found_check" integer,
  "found_at" text
) strict;

CREATE TABLE "own_designs" (
  "watch_id" text not null,
  "own" text not null,
  "source" text not null,
  "added_at" text not null,
  "added_by" text not null,
  constraint "own_designs_key" primary key ("watch_id", "own")
) strict, without rowid;

CREATE TABLE "own_looks" (
  "watch_id" text not null,
  "seq" integer not null,
  "own" text not null,
  "picture" text not null,
  "version" integer not null,
  "looks" blob not null,
  constraint "own_looks_key" primary key ("watch_id", "seq")
) strict, without rowid;

CREATE TABLE "own_pictures" (
  "id" integer primary key autoincrement,
  "watch_id" text not null,
  "own" text not null,
  "name" text not null,
  "content_type" text not null,
  "bytes" blob not null
) strict;

CREATE TABLE "own_watches" (
  "id" text primary key,
  "body" text not null,
  "changed_by" text not null,
  "changed_at" text not null
) strict;

CREATE TABLE "past_watch_queries" (
  "watch_id" text not null,
  "query_id" text not null,
  "ended_at" text not null,
  constraint "past_watch_queries_pk" primary key ("watch_id", "query_id")
) strict;

CREATE TABLE "pending_texts" (
  "id" integer primary key
) strict;

CREATE TABLE "picture_looks" (
  "path" text primary key,
  "version" integer not null,
  "looks" blob not null,
  "reason" text
) strict;

CREATE TABLE "pictures" (
  "path" text primary key,
  "content_type" text not null,
  "bytes" blob not null,
  "kept_at" text not null
) strict;

CREATE TABLE "pictures_due" (
  "record_id" integer primary key references "records" ("id"),
  "tries" integer default 0 not null,
  "next_at" text not null
) strict;

CREATE TABLE "processes" (
  "id" text primary key,
  "host" text not null,
  "version" text not null,
  "roles" text not null,
  "config" text not null,
  "started_at" text not null,
  "seen_at" text not null,
  "reloaded" text
) strict;

CREATE TABLE "queries" (
  "id" text primary key,
  "operation" text not null,
  "body" text not null,
  "claimed_by" text,
  "lease_until" text,
  "fence" integer default 0 not null,
  "failures" integer default 0 not null,
  "last_result" text,
  "last_check" integer,
  "last_complete_check" integer,
  "reserved" real default 0 not null,
  "service" text,
  "nudge" text,
  "rhythm" text,
  "due_reason" text,
  "chosen_check" integer,
  "reserved_for" text
) strict;

CREATE TABLE "quieted" (
  "watch_id" text not null,
  "kind" text not null,
  "at" text not null,
  "who" text not null,
  constraint "quieted_key" primary key ("watch_id", "kind")
) strict, without rowid;

CREATE TABLE "raw_answers" (
  "check_id" integer not null references "checks" ("id"),
  "page" integer not null,
  "request" text not null,
  "received_at" text not null,
  "body" blob not null,
  constraint "raw_answers_pk" primary key ("check_id", "page")
) strict;

CREATE VIRTUAL TABLE record_words using fts5(name, numbers, about, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0');

CREATE TABLE 'record_words_config'(
  k PRIMARY KEY, v
) WITHOUT ROWID;

CREATE TABLE 'record_words_data'(
  id INTEGER PRIMARY KEY, block BLOB
);

CREATE TABLE 'record_words_docsize'(
  id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER
);

CREATE TABLE 'record_words_idx'(
  segid, term, pgno, PRIMARY KEY(segid, term)
) WITHOUT ROWID;

CREATE TABLE "records" (
  "id" integer primary key autoincrement,
  "type" text not null,
  "key" text not null,
  "other_key" text,
  "body" text not null,
  "shown_hash" text not null,
  "first_seen_at" text not null,
  "changed_at" text not null,
  "terminated" text,
  "expires" text,
  "registered" text,
  constraint "records_key" unique ("type", "key")
) strict;

CREATE TABLE "sent_messages" (
  "alert_id" integer not null references "alerts" ("id"),
  "part" text not null,
  "sent_at" text not null,
  "body" blob not null,
  constraint "sent_messages_key" primary key ("alert_id", "part")
);

CREATE TABLE "service_pace" (
  "service_key" text primary key,
  "next_start_ms" real default 0 not null,
  "not_before_ms" real default 0 not null,
  "slowdown" integer default 1 not null,
  "went_well" integer default 0 not null
) strict, without rowid;

CREATE TABLE "service_spending" (
  "service" text not null,
  "day" text not null,
  "operation" text not null,
  "requests" integer not null,
  "credits" real not null,
  constraint "service_spending_key" primary key ("service", "day", "operation")
) strict, without rowid;

CREATE TABLE "service_turns" (
  "holder" text primary key,
  "service_key" text not null,
  "ends_at_ms" real not null
) strict, without rowid;

CREATE TABLE "settings" (
  "name" text primary key,
  "value" text not null
) strict;

CREATE TABLE "sign_ins" (
  "id" integer primary key autoincrement,
  "at" text not null,
  "user_name" text not null,
  "address" text not null,
  "accepted" integer not null
) strict;

CREATE TABLE "spending" (
  "day" text not null,
  "operation" text not null,
  "requests" integer not null,
  "credits" real default 0 not null,
  constraint "spending_pk" primary key ("day", "operation")
) strict, without rowid;

CREATE TABLE "stars" (
  "record_id" integer primary key references "records" ("id"),
  "at" text not null,
  "who" text not null
) strict;

CREATE TABLE "troubles" (
  "id" integer primary key autoincrement,
  "kind" text not null,
  "subject" text not null,
  "detail" text not null,
  "began_at" text not null,
  "ended_at" text
) strict;

CREATE TABLE "users" (
  "name" text primary key,
  "role" text not null,
  "matters" text,
  "confidential" integer not null,
  "password" text,
  "created_at" text not null,
  "disabled" integer default 0 not null,
  "timezone" text,
  "locale" text,
  "folded" text default '' not null
) strict;

CREATE TABLE "watch_imports" (
  "id" integer primary key autoincrement,
  "at" text not null,
  "who" text not null,
  "before" text not null,
  "undone_at" text
) strict;

CREATE TABLE "watch_queries" (
  "watch_id" text not null references "watches" ("id"),
  "query_id" text not null references "queries" ("id"),
  "schedule" text not null,
  "timezone" text not null,
  "next_due_at" text,
  "baseline_started_at" text,
  "baseline_tries" integer default 0 not null,
  "baseline_at" text,
  "held_due_at" text,
  "priority" integer default 1 not null,
  constraint "watch_queries_pk" primary key ("watch_id", "query_id")
) strict, without rowid;

CREATE TABLE "watches" (
  "id" text primary key,
  "name" text not null,
  "matter" text,
  "seen_at" text not null,
  "removed_at" text,
  "settings" text
) strict;

CREATE INDEX "access_keys_user" on "access_keys" ("user_name");

CREATE INDEX "alert_changes_change" on "alert_changes" ("change_id");

CREATE INDEX "alerts_channel" on "alerts" ("channel", "state", "due_at");

CREATE UNIQUE INDEX alerts_open on alerts (channel, kind, open_for) where open_for is not null;

CREATE INDEX "alerts_state" on "alerts" ("state");

CREATE INDEX "change_watches_listed" on "change_watches" ("listed_at");

CREATE INDEX "change_watches_position" on "change_watches" ("position");

CREATE INDEX "change_watches_to_act" on "change_watches" ("watch_id", "change_id") where "to_act" = 1;

CREATE INDEX change_watches_unlisted on change_watches (change_id, watch_id) where position is null;

CREATE INDEX "change_watches_watch" on "change_watches" ("watch_id", "change_id");

CREATE INDEX "changes_check" on "changes" ("check_id");

CREATE INDEX "changes_detected" on "changes" ("detected_at", "id");

CREATE INDEX "changes_kind" on "changes" ("kind", "id");

CREATE INDEX "changes_record" on "changes" ("record_id", "id");

CREATE INDEX "checks_ended" on "checks" ("ended_at", "id");

CREATE INDEX "checks_query" on "checks" ("query_id", "id");

CREATE INDEX "deliveries_alert" on "deliveries" ("alert_id");

CREATE INDEX "design_finds_found" on "design_finds" ("watch_id", "found_at");

CREATE INDEX "design_finds_record" on "design_finds" ("record_id");

CREATE INDEX "design_reviews_at" on "design_reviews" ("watch_id", "at");

CREATE INDEX "entries_reading_version" on "entries" ("reading_version");

CREATE INDEX "entry_dates_date" on "entry_dates" ("date") where "date" is not null;

CREATE INDEX "holds_by_watch" on "holds" ("watch_id", "ended_at");

CREATE UNIQUE INDEX holds_one_running on holds
    (coalesce(watch_id, ''), coalesce(record_id, 0), is_checked) where ended_at is null;

CREATE INDEX "identities_user" on "identities" ("user_name");

CREATE INDEX "memberships_query_gone" on "memberships" ("query_id", "gone_check");

CREATE INDEX "memberships_record" on "memberships" ("record_id");

CREATE INDEX "notes_record" on "notes" ("record_id", "id");

CREATE INDEX "nudge_asks_asked" on "nudge_asks" ("asked_at");

CREATE INDEX "nudge_asks_check" on "nudge_asks" ("check_id");

CREATE INDEX "nudge_asks_record" on "nudge_asks" ("record_id", "asked_at");

CREATE INDEX "nudge_items_seen" on "nudge_items" ("seen_at");

CREATE INDEX "nudges_record" on "nudges" ("record_id", "state");

CREATE INDEX "nudges_settled" on "nudges" ("settled_at");

CREATE INDEX "nudges_state" on "nudges" ("state", "ask_at");

CREATE INDEX "own_pictures_design" on "own_pictures" ("watch_id", "own");

CREATE INDEX "pictures_due_next" on "pictures_due" ("next_at", "record_id");

CREATE INDEX "queries_reserved" on "queries" ("reserved") where "reserved" > 0;

CREATE INDEX "raw_answers_received" on "raw_answers" ("received_at");

CREATE INDEX "records_changed" on "records" ("type", "changed_at", "id");

CREATE INDEX "records_court_case" on "records" (lower(json_extract("body", '$.courtId')), (json_extract("body", '$.pacerCaseId'))) where "type" = 'docket';

CREATE INDEX "records_expires" on "records" ("expires") where "expires" is not null;

CREATE INDEX "records_other_key" on "records" ("other_key") where "other_key" is not null;

CREATE INDEX "records_registered" on "records" (type, coalesce(registered, first_seen_at), id);

CREATE INDEX "records_seen" on "records" ("type", "first_seen_at", "id");

CREATE INDEX "sent_messages_sent_at" on "sent_messages" ("sent_at");

CREATE INDEX "sign_ins_at" on "sign_ins" ("at");

CREATE UNIQUE INDEX troubles_open on troubles (kind, subject) where ended_at is null;

CREATE UNIQUE INDEX "users_folded" on "users" ("folded");

CREATE INDEX "watch_queries_due" on "watch_queries" ("next_due_at");

CREATE INDEX "watch_queries_query" on "watch_queries" ("query_id");
