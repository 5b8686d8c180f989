import type { Generated } from 'kysely';

// What people mark for their colleagues. Times, JSON and booleans as in tables.ts.

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
