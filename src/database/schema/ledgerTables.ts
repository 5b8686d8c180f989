import type { Generated } from 'kysely';
import type { Default } from './outboxTables.ts';

// Every check, and what was spent. Times, JSON and booleans as in tables.ts.

export interface ChecksTable {
  id: Generated<number>;
  query_id: string;
  started_at: string;
  ended_at: string;
  outcome: 'complete' | 'partial' | 'failed' | 'skipped';
  reason: string | null;
  requests: number;
  credits: number;
  hits: number;
  total: number | null;
  /** JSON of what proves the outcome: pages, entry counts, what was unreadable. */
  evidence: string | null;
  /**
   * JSON: what each watch paid of it, by watch id; null: no budget of a watch or matter was asked, all its watches
   * share it.
   */
  shares: Default<string | null>;
}

export interface SpendingTable {
  /** `YYYY-MM-DD`, UTC */
  day: string;
  operation: 'pacer' | 'wipo';
  requests: number;
  credits: number;
}

/** The part of `spending` that belongs to a service with a name of its own. */
export interface ServiceSpendingTable extends SpendingTable {
  service: string;
}

/** What was charged to the budget of a watch or of a matter: its part of `spending`. */
export interface AccountSpendingTable {
  /** `watch widget`, `matter M-2026-014` */
  account: string;
  /** `YYYY-MM-DD`, UTC */
  day: string;
  credits: number;
}
