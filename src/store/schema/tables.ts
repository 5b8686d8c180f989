import type { Generated, Kysely, Transaction } from 'kysely';
import type { OutboxTables } from './outboxTables.ts';
import type { SnapshotTables } from './snapshotTables.ts';

// Times are ISO texts in UTC with milliseconds, so that they sort. JSON is text. Booleans are 0 and 1.

/** What a query runs on: the database itself, or an open transaction. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** The schema, as `migrations/` builds it. */
export interface Tables extends OutboxTables, SnapshotTables {
  incidents: {
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
  };
  audit: {
    id: Generated<number>;
    at: string;
    who: string;
    what: string;
    subject: string;
    detail: string;
  };
  settings: {
    name: string;
    value: string;
  };
  /** A source as far as it concerns a court; '' where it concerns no single one. */
  nudge_sources: {
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
  };
  /** A signal about one record, and what came of it (src/schedule/nudges/signals.ts). */
  nudges: {
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
  };
  users: UsersTable;
  access_keys: AccessKeysTable;
  /** An account of an OpenID provider, and the user that it is here. */
  identities: {
    /** The provider, and its own name of the account, which never changes (`iss`, `sub`). */
    issuer: string;
    subject: string;
    user_name: string;
    connected_at: string;
    last_seen_at: string;
    /** The issuer, as the config had it then. */
    provider: string;
    /** JSON list: those of their groups that the config named then. */
    groups: string;
  };
  sign_ins: {
    id: Generated<number>;
    at: string;
    user_name: string;
    address: string;
    accepted: number;
  };
  notes: {
    id: Generated<number>;
    record_id: number;
    at: string;
    who: string;
    text: string;
    /** JSON: the matters for which its author saw the record, null for a watch without one. */
    matters: string;
  };
  /** How a stored picture looks (src/looks): nothing of it can be read without the version that made it. */
  picture_looks: {
    path: string;
    version: number;
    /** 128 bytes for each figure of the picture; none where it cannot be compared. */
    looks: Buffer;
    reason: string | null;
  };
  /** The figures of the own designs of a watch with `similarTo`. */
  own_looks: {
    watch_id: string;
    seq: number;
    /** The registration number, or the folder's name. */
    own: string;
    /** The path of the stored picture, or the name of a file. */
    picture: string;
    version: number;
    /** 128 bytes for each variant of the figure. */
    looks: Buffer;
  };
  /** The own designs of a watch by their registration numbers, beside those of its config. */
  own_designs: {
    watch_id: string;
    /** As it was written: a registration number, or the name of a design whose pictures were uploaded. */
    own: string;
    source: 'file' | 'page';
    added_at: string;
    added_by: string;
  };
  own_pictures: {
    id: Generated<number>;
    watch_id: string;
    own: string;
    name: string;
    content_type: string;
    bytes: Buffer;
  };
  design_finds: DesignFindsTable;
  design_reviews: DesignReviewsTable;
}

export interface UsersTable {
  name: string;
  folded: string;
  role: 'reader' | 'editor' | 'admin';
  /** JSON list of the matters that they may see; null = all. */
  matters: string | null;
  confidential: number;
  /** How a password is checked (src/people/signIn/attempts.ts); null: they sign in by a trusted header only. */
  password: string | null;
  disabled: Generated<number>;
  /** IANA zone and BCP 47 locale of their own; null = those of the config. */
  timezone: string | null;
  locale: string | null;
  created_at: string;
}

export interface AccessKeysTable {
  /** SHA-256 of the key, base64url. Nobody who reads the database can use it as a key. */
  digest: string;
  /** `feed`: the secret address of one calendar or feed. */
  kind: 'session' | 'api' | 'feed';
  user_name: string;
  label: string;
  /** For a secret address: the one feed that it opens; for a program's key the part that it reads, null = all. */
  path: string | null;
  created_at: string;
  expires_at: string;
  /** To the hour; null: never used. */
  last_used_at: Generated<string | null>;
  /** The issuer, as the config has it, by which a session was opened; null: by a password, and for other kinds. */
  provider: Generated<string | null>;
}

export interface DesignFindsTable {
  watch_id: string;
  record_id: number;
  change_id: number;
  found_at: string;
  /** Which of one's own is most similar; null until it was compared. */
  own: string | null;
  /** 0 to 1 */
  likeness: number | null;
  rank: number | null;
  /** The paths of the two pictures that are most similar; of one's own it may be the name of a file. */
  picture: string | null;
  own_picture: string | null;
  compared_at: string | null;
  why_not: string | null;
  waiting: number;
  checked_at: string;
  /** With which own designs it was compared: another text is another portfolio. */
  own_seen: string;
  /** Which own design the message of the new one named, '' for none; null until it went out. */
  said_own: string | null;
  said_likeness: number | null;
}

export interface DesignReviewsTable {
  watch_id: string;
  record_id: number;
  own: string;
  verdict: 'alike' | 'not alike' | 'ask counsel';
  note: string;
  likeness: number | null;
  at: string;
  who: string;
}
