import type { Logger } from 'pino';
import type { Incident } from '../alerts/outbox/incidents.ts';
import type { Config } from '../config/config.ts';
import type { SearchClient } from '../service/http/client.ts';
import type { Outcome } from '../store/snapshot/checksTable.ts';
import type { Store } from '../store/store.ts';
import type { Watches } from './audience/recipients.ts';

/** What a check works with, built once at start. */
export interface CheckParts {
  readonly store: Store;
  readonly config: Config;
  readonly watches: Watches;
  readonly client: SearchClient;
  /** Undefined where no pictures are kept. */
  readonly keepPictures?: KeepPictures | undefined;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** What became of one check, for the caller's line, log and metrics. */
export interface CheckSummary {
  /** undefined for a dry run, which stores no check. */
  readonly checkId?: number | undefined;
  readonly queryId: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly requests: number;
  readonly credits: number;
  /** Distinct hits that the service showed. */
  readonly hits: number;
  readonly changes: readonly FoundChange[];
}

export interface FoundChange {
  /** 0 in a dry run. */
  readonly id: number;
  readonly kind: string;
  readonly label: string;
  readonly title: string;
  readonly watchIds: readonly string[];
}

/** Keeps the pictures of designs that a check found, once it is committed. */
export type KeepPictures = (
  parts: Pick<CheckParts, 'config' | 'watches'>,
  changes: readonly FoundChange[],
  signal: AbortSignal | undefined,
) => Promise<void>;

/** Begins an incident, or ends it. */
export type SetIncident = (active: boolean, incident: Incident) => Promise<void>;
