import type { Generated } from 'kysely';

// Users, what they show instead of a password, and their attempts to sign in. Times, JSON and booleans as in tables.ts.

export interface UsersTable {
  name: string;
  /** The name as `foldName` makes it: unique. */
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
  /** What it is for, in its user's words; '' for sessions. */
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

/** An account of an OpenID provider, and the user that it is here. */
export interface IdentitiesTable {
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
}

export interface SignInsTable {
  id: Generated<number>;
  at: string;
  user_name: string;
  address: string;
  accepted: number;
}

export interface NotesTable {
  id: Generated<number>;
  record_id: number;
  at: string;
  who: string;
  text: string;
  /** JSON: the matters for which its author saw the record, null for a watch without one. */
  matters: string;
}

/** How a stored picture looks (src/looks): nothing of it can be read without the version that made it. */
export interface PictureLooksTable {
  path: string;
  version: number;
  /** 128 bytes for each figure of the picture; none where it cannot be compared. */
  looks: Buffer;
  reason: string | null;
}

/** The figures of the own designs of a watch with `similarTo`. */
export interface OwnLooksTable {
  watch_id: string;
  seq: number;
  /** The registration number, or the folder's name. */
  own: string;
  /** The path of the stored picture, or the name of a file. */
  picture: string;
  version: number;
  /** 128 bytes for each variant of the figure. */
  looks: Buffer;
}

/** The own designs of a watch by their registration numbers, beside those of its config. */
export interface OwnDesignsTable {
  watch_id: string;
  /** As it was written: a registration number, or the name of a design whose pictures were uploaded. */
  own: string;
  source: 'file' | 'page';
  added_at: string;
  added_by: string;
}

export interface OwnPicturesTable {
  id: Generated<number>;
  watch_id: string;
  own: string;
  name: string;
  content_type: string;
  bytes: Buffer;
}

/** A new design of a watch, and which of one's own it looks most like. */
export interface DesignFindsTable {
  watch_id: string;
  record_id: number;
  change_id: number;
  found_at: string;
  /** Which of one's own is most similar; null until it was compared. */
  own: string | null;
  /** 0 to 1 */
  likeness: number | null;
  /** The likeness, and what the class adds to it. */
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

/** What somebody said of a design beside one of the own designs of a watch. */
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
