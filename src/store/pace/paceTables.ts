import type { Default } from '../outbox/outboxTables.ts';

// The pace of a key (sharedPace.ts), in milliseconds since 1970: the database counts with them.

export interface ServicePaceTable {
  service_key: string;
  next_start_ms: Default<number>;
  not_before_ms: Default<number>;
  slowdown: Default<number>;
  went_well: Default<number>;
}

/** The calls of a key that may be under way at a time, numbered from 1. */
export interface ServiceTurnsTable {
  service_key: string;
  number: number;
  holder: Default<string | null>;
  ends_at_ms: Default<number>;
}
