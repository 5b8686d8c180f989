import type { Generated } from 'kysely';
import type { Default } from './outboxTables.ts';

// Free signals that say when to look (src/nudges). Times, JSON and booleans as in tables.ts.

/** A source as far as it concerns a court; '' where it concerns no single one. */
export interface NudgeSourcesTable {
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
export interface NudgeItemsTable {
  source: string;
  court: string;
  /** The key of a feed's item, or the id of a call. */
  item: string;
  seen_at: string;
}

/** The checks that nudges asked for. */
export interface NudgeAsksTable {
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
export interface NudgesTable {
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
