import type { FeedOptions } from './courtFeeds.ts';
import type { FaultOrder } from './faults/fault.ts';
import type { DesignHit, DocketHit, Operation } from './hits.ts';
import type { Patch, RecordType } from './records.ts';
import type { LoggedRequest } from './requestLog.ts';

/** A running sandbox: what its owner can ask of it and do to it. */
export interface Sandbox {
  /** Without trailing slash, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly stats: SandboxStats;
  /** The last calls of either operation, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** Moves the world on. @param days a whole number from 0 */
  advanceDays(days: number): void;
  /** Takes the place of the faults asked for before; none given ends them all. @throws TipstaffError `usage.fault` for an unknown name */
  setFaults(...faults: readonly (FaultOrder | string)[]): void;
  /** Changes the courts' feeds, and how late the service is. @throws TipstaffError `usage.fault` */
  setFeeds(options: FeedOptions): void;
  /** Puts a record in place whole. @returns its key */
  put(hit: DocketHit | DesignHit): string;
  /** Changes a record. @returns false when there is none of that key */
  patch(patch: Patch): boolean;
  /** @returns false when there is none of that key */
  remove(type: RecordType, key: string): boolean;
  /** @param credits undefined: without limit */
  setCredits(token: string, credits: number | undefined): void;
  /** Stops listening and cuts what is under way. */
  close(): Promise<void>;
}

export interface SandboxStats {
  /** The day of the world, `YYYY-MM-DD`. */
  readonly today: string;
  readonly dockets: number;
  readonly designs: number;
  /** Calls, refused ones included. */
  readonly requests: Readonly<Record<Operation, number>>;
  /** Calls for feeds, by court. */
  readonly feeds: Readonly<Record<string, number>>;
  /** Calls that got an error code. */
  readonly refused: number;
  readonly creditsSpent: number;
  /** By token; null: without limit. */
  readonly creditsLeft: Readonly<Record<string, number | null>>;
}
