/**
 * The configs that processes brought: one row each time that one came into force (src/database/generations.ts).
 */
export interface ConfigGenerationsTable {
  /** The highest is in force. */
  number: number;
  /** Digest of what all processes must agree on (src/config/configDigest.ts). */
  digest: string;
  /** JSON: the ids of the watches of its file. */
  watches: string;
  brought_at: string;
}

/** The daemons that run, or ran until they were killed (src/database/processes.ts). */
export interface ProcessesTable {
  /** The name under which it holds leases. */
  id: string;
  host: string;
  version: string;
  /** JSON: what it does, `["check","deliver","web"]`. */
  roles: string;
  /** Digest of its config. */
  config: string;
  started_at: string;
  /** When it last reported that it runs. */
  seen_at: string;
}
