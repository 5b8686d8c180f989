import type { Generated } from 'kysely';

// Users, what they show instead of a password, and their attempts to sign in. Times, JSON and booleans as in tables.ts.

export interface UsersTable {
  name: string;
  /** The name as `foldName` makes it: unique. */
  folded: string;
  role: 'reader' | 'editor' | 'admin';
  /** JSON list of the matters that they may see; null = all. */
  matters: string | null;
  /** 1 when they may read confidential watches. */
  confidential: number;
  /** How a password is checked (src/people/signIn/attempts.ts); null: they sign in by a trusted header only. */
  password: string | null;
  /** 1: they may not sign in for now. */
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
  /** When they last signed in by it. */
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

// What people mark for their colleagues. Times, JSON and booleans as in tables.ts.

/** Designs that somebody has starred. */
export interface StarsTable {
  record_id: number;
  at: string;
  who: string;
}

export interface AcknowledgedTable {
  change_id: number;
  at: string;
  who: string;
}

export interface NotesTable {
  id: Generated<number>;
  record_id: number;
  at: string;
  who: string;
  text: string;
  /** JSON: the matters for which its author saw the record, null for a watch without one; null of an older version. */
  matters: string | null;
}
