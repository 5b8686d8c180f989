import type { Default } from './outboxTables.ts';

/** The pace of a key (sharedPace.ts), in milliseconds since 1970. */
export interface ServicePaceTable {
  service_key: string;
  next_start_ms: Default<number>;
  not_before_ms: Default<number>;
  slowdown: Default<number>;
  went_well: Default<number>;
  /** JSON: the turns of the calls under way. */
  turns: Default<string>;
  /** Counts the changes of the row: whoever changes it says which version it has seen. */
  version: Default<number>;
}
