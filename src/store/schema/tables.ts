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
    /** What a `subject` in words is about: the budget account, the machine or the nudge source. */
    about: Generated<string | null>;
    /** The period of a budget, `day` or `month`; for a watch's incident, the kind of incident that caused it. */
    cause: Generated<string | null>;
    /** When the incident really began, if it was noticed later. */
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
  /** A nudge source and a court; '' for a source that concerns no single court. */
  nudge_sources: {
    source: string;
    court: string;
    /** While a process polls the source: when another one may take over. */
    next_at: string;
    read_at: string | null;
    /** Consecutive failed polls since `read_at`. */
    failures: Generated<number>;
    error: string | null;
    /** JSON of what is known of the source's feed (src/schedule/nudges/feed/feedSourcesTable.ts). */
    state: Generated<string>;
  };
  /** A signal about one record, and its result (src/schedule/nudges/signals.ts). */
  nudges: {
    id: Generated<number>;
    source: string;
    court: string;
    record_id: number;
    /** Distinguishes signals of one source about one record: the document's number, else the item's key. */
    item: string;
    document: string | null;
    published_at: string | null;
    seen_at: string;
    state: 'due' | 'asked' | 'confirmed' | 'known' | 'late' | 'unasked';
    /** Checks that began after the nudge and did not find its filing. */
    steps: Generated<number>;
    ask_at: string;
    /** When a check was last requested, of which query, and at which expected credits on that day (UTC). */
    asked_at: string | null;
    query_id: string | null;
    credits: Generated<number>;
  };
  users: UsersTable;
  access_keys: AccessKeysTable;
  /** An account at an OpenID provider, and the user that signs in with it. */
  identities: {
    /** The provider (`iss`) and its name for the account, which never changes (`sub`). */
    issuer: string;
    subject: string;
    user_name: string;
    last_seen_at: string;
    /** The issuer as the config wrote it then. */
    provider: string;
    /** JSON list of the user's groups that the config named then. */
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
    /** JSON list of the matters for which the author saw the record; null in the list is a watch without a matter. */
    matters: string;
  };
  /** The look of a stored picture (check/likeness). Only the version that made a look can read it. */
  picture_looks: {
    path: string;
    version: number;
    /** 128 bytes for each figure of the picture; empty when the picture cannot be compared. */
    looks: Buffer;
    reason: string | null;
  };
  /** The figures of own designs, for watches with `similarTo`. */
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
  /** The own designs of a watch beside those of its config. */
  own_designs: {
    watch_id: string;
    /** A registration number as written, or the name of a design whose pictures were uploaded. */
    own: string;
    source: 'file' | 'page';
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
  /** JSON list of the matters that the user may see; null = all. */
  matters: string | null;
  confidential: number;
  /** How to check the password (src/people/signIn/attempts.ts); null: a provider or a trusted header signs in. */
  password: string | null;
  disabled: Generated<number>;
  /** The user's own IANA zone and BCP 47 locale; null = those of the config. */
  timezone: string | null;
  locale: string | null;
}

export interface AccessKeysTable {
  /** SHA-256 of the key, base64url, so that nobody who reads the database can use it as a key. */
  digest: string;
  /** `feed`: the secret address of one calendar or feed. */
  kind: 'session' | 'api' | 'feed';
  user_name: string;
  label: string;
  /** `feed`: the one feed that the key opens. `api`: the part that the key reads, null = all. */
  path: string | null;
  created_at: string;
  expires_at: string;
  /** Rounded to the hour; null: never used. */
  last_used_at: Generated<string | null>;
  /** The issuer, as the config writes it, that opened a session; null: a password did, or no session. */
  provider: Generated<string | null>;
}

export interface DesignFindsTable {
  watch_id: string;
  record_id: number;
  change_id: number;
  found_at: string;
  /** JSON of the Find; null until compared. */
  find: string | null;
  /** The rank of the find, to sort by. */
  rank: number | null;
  compared_at: string | null;
  why_not: string | null;
  waiting: number;
  checked_at: string;
  /** Digest of the own designs compared with. Another digest means another portfolio. */
  own_seen: string;
  /** JSON of the KnownFind that the alert about the new design named, or of null; null until that alert went out. */
  said: string | null;
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
