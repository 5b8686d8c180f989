/** The configs that processes brought, each once per time that it came into force (src/store/processes/generations.ts). */
export interface ConfigGenerationsTable {
  /** Rising: the highest is in force. */
  number: number;
  /** Of what all processes must agree on (src/config/configDigest.ts). */
  digest: string;
  /** JSON: the ids of the watches of its file. */
  watches: string;
  brought_at: string;
}

/** The daemons that run, or ran until they were killed (src/store/processes/processes.ts). */
export interface ProcessesTable {
  /** As leases name it. */
  id: string;
  host: string;
  version: string;
  /** JSON: what it does, `["check","deliver","web"]`. */
  roles: string;
  /** Digest of its config. */
  config: string;
  started_at: string;
  /** When it last said that it runs. */
  seen_at: string;
}
