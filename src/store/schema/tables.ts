import { CamelCasePlugin, type Dialect, type Generated, Kysely, type Transaction } from 'kysely';
import type { OutboxTables } from './outboxTables.ts';
import type { SnapshotTables } from './snapshotTables.ts';

// Times are ISO texts in UTC with milliseconds, so that they sort. JSON is text. Booleans are 0 and 1.
// A name is `changeWatches` here and `change_watches` in the database, and so in raw SQL.

/** What a query runs on: the database itself, or an open transaction. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export function openTables(dialect: Dialect): Db {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
}

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
    beganAt: string;
    endedAt: string | null;
  };
  audit: {
    id: Generated<number>;
    at: string;
    /** The user's name; `local` without sign-in. */
    who: string;
    /** `watch.mute`, `alert.retry` … */
    what: string;
    subject: string;
    /** In words, without secrets. */
    detail: string;
  };
  settings: { name: string; value: string };
  /** A nudge source and a court; '' for a source that concerns no single court. */
  nudgeSources: {
    source: string;
    court: string;
    /** While a process polls the source: when another one may take over. */
    nextAt: string;
    readAt: string | null;
    /** Consecutive failed polls since `readAt`. */
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
    recordId: number;
    /** Distinguishes signals of one source about one record: the document's number, else the item's key. */
    item: string;
    document: string | null;
    publishedAt: string | null;
    seenAt: string;
    state: 'due' | 'asked' | 'confirmed' | 'known' | 'late' | 'unasked';
    /** Checks that began after the nudge and did not find its filing. */
    steps: Generated<number>;
    askAt: string;
    /** When a check was last requested, of which query, and at which expected credits on that day (UTC). */
    askedAt: string | null;
    queryId: string | null;
    credits: Generated<number>;
  };
  users: UsersTable;
  accessKeys: AccessKeysTable;
  /** An account at an OpenID provider, and the user that signs in with it. */
  identities: {
    /** The provider (`iss`) and its name for the account, which never changes (`sub`). */
    issuer: string;
    subject: string;
    userName: string;
    lastSeenAt: string;
    /** The issuer as the config wrote it then. */
    provider: string;
    /** JSON list of the user's groups that the config named then. */
    groups: string;
  };
  signIns: { id: Generated<number>; at: string; userName: string; address: string; accepted: number };
  notes: {
    id: Generated<number>;
    recordId: number;
    at: string;
    who: string;
    text: string;
    /** JSON list of the matters for which the author saw the record; null in the list is a watch without a matter. */
    matters: string;
  };
  /** The look of a stored picture (check/likeness). Only the version that made a look can read it. */
  pictureLooks: {
    path: string;
    version: number;
    /** 128 bytes for each figure of the picture; empty when the picture cannot be compared. */
    looks: Buffer;
    reason: string | null;
  };
  /** The figures of own designs, for watches with `similarTo`. */
  ownLooks: {
    watchId: string;
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
  ownDesigns: {
    watchId: string;
    /** A registration number as written, or the name of a design whose pictures were uploaded. */
    own: string;
    source: 'file' | 'page';
  };
  ownPictures: {
    id: Generated<number>;
    watchId: string;
    own: string;
    name: string;
    contentType: string;
    bytes: Buffer;
  };
  designFinds: DesignFindsTable;
  designReviews: DesignReviewsTable;
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
  userName: string;
  label: string;
  /** `feed`: the one feed that the key opens. `api`: the part that the key reads, null = all. */
  path: string | null;
  createdAt: string;
  expiresAt: string;
  /** Rounded to the hour; null: never used. */
  lastUsedAt: Generated<string | null>;
  /** The issuer, as the config writes it, that opened a session; null: a password did, or no session. */
  provider: Generated<string | null>;
}

export interface DesignFindsTable {
  watchId: string;
  recordId: number;
  /** The change that reported the design as new to the watch. */
  changeId: number;
  foundAt: string;
  /** JSON of the Find; null until compared. */
  find: string | null;
  rank: number | null;
  comparedAt: string | null;
  /** Why the design was not compared, as a sentence. */
  whyNot: string | null;
  waiting: number;
  checkedAt: string;
  /** Digest of the own designs compared with. Another digest means another portfolio. */
  ownSeen: string;
  /** JSON of the KnownFind that the alert about the new design named, or of null; null until that alert went out. */
  said: string | null;
}

export interface DesignReviewsTable {
  watchId: string;
  recordId: number;
  own: string;
  verdict: 'alike' | 'not alike' | 'ask counsel';
  note: string;
  /** 0 to 1, at the time of the review. */
  likeness: number | null;
  at: string;
  who: string;
}
