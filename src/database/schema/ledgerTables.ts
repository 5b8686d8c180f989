import type { Generated } from 'kysely';

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
