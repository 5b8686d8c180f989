import type { PaceLimits, Tokens } from './accounts.ts';
import type { FeedOptions } from './courtFeeds.ts';
import type { FaultOrder } from './faults/fault.ts';
import type { DesignHit, DocketHit, Operation } from './hits.ts';
import type { Patch, RecordType } from './records.ts';
import type { Caps } from './searchPage.ts';
import type { LoggedRequest, Prices } from './searchService.ts';

/** How a sandbox is to be; everything has a default. */
export interface SandboxOptions {
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default 0: any that is free. */
  readonly port?: number | undefined;
  /** Bearer tokens, each with its credits (undefined: without limit). Default: `sandbox`, without limit. */
  readonly tokens?: Tokens | undefined;
  /** NDJSON files of hits, `.gz` too. Given: they are all there is, unless `world` is given as well. */
  readonly records?: readonly string[] | undefined;
  /**
   * The made-up world, or `none`: then there is only what is put. Default: there is one, unless there are `records`.
   */
  readonly world?: WorldOptions | 'none' | undefined;
  /** A day of the world passes every so many seconds. Absent: it does not by itself. */
  readonly daySeconds?: number | undefined;
  readonly faults?: readonly (FaultOrder | string)[] | undefined;
  readonly feeds?: FeedOptions | undefined;
  /** Refuse bad tokens by a code inside HTTP 200 (3000, 3001) or by HTTP 401. Default code. */
  readonly accountErrors?: 'code' | 'http' | undefined;
  /** Calls refused as too fast (4029). Default: none. */
  readonly pace?: PaceLimits | undefined;
  /** Credits. Default 12, 2, 12. */
  readonly prices?: Partial<Prices> | undefined;
  /** Caps of the page sizes. Default 50, 200, 100. */
  readonly caps?: Partial<Caps> | undefined;
  /** Whether responses state their `pointCost`. Default false. */
  readonly pointCost?: boolean | undefined;
  /** Before every response. Default 0. */
  readonly latencyMilliseconds?: number | undefined;
  /** How many of the last calls are kept. Default 1000. */
  readonly keepRequests?: number | undefined;
  /**
   * The address that picture links begin with, where the sandbox is reached by another one than its own. No trailing
   * slash.
   */
  readonly publicUrl?: string | undefined;
  readonly clock?: (() => Date) | undefined;
}

export interface WorldOptions {
  /** The same seed gives the same world. Default `tipstaff`. */
  readonly seed?: string | undefined;
  /** About so many dockets and as many designs, beside those of the default watches. Default 400. */
  readonly size?: number | undefined;
  /** `YYYY-MM-DD`: where the world stands until it is moved. Absent: at the real date, and moving with it. */
  readonly startsOn?: string | undefined;
}

/** A running sandbox: what its owner can ask of it and do to it. */
export interface Sandbox {
  /** Without trailing slash, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly stats: SandboxStats;
  /** The last calls of either operation, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** Moves the world on. @param days a whole number from 0 */
  advanceDays(days: number): void;
  /**
   * Takes the place of the faults asked for before; none given ends them all. @throws TipstaffError `usage.fault` for
   * an unknown name
   */
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
  readonly feeds: Readonly<Record<string, number>>;
  readonly refused: number;
  readonly creditsSpent: number;
  /** By token; null: without limit. */
  readonly creditsLeft: Readonly<Record<string, number | null>>;
}
