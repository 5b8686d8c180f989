import type { PaceLimits, Tokens } from './accounts.ts';
import type { FeedOptions } from './courtFeeds.ts';
import type { FaultOrder } from './faults/fault.ts';
import type { DesignHit, DocketHit, Operation } from './hits.ts';
import type { Patch, RecordType } from './records.ts';
import type { Caps } from './searchPage.ts';
import type { LoggedRequest, Prices } from './searchService.ts';

/** Options of a sandbox. All are optional. */
export interface SandboxOptions {
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Bearer tokens, each with its credits (undefined: unlimited). Default: `sandbox`, unlimited. */
  readonly tokens?: Tokens | undefined;
  /** NDJSON files of hits, also `.gz`. With files, there is no world unless `world` is given too. */
  readonly records?: readonly string[] | undefined;
  /** The invented world, or `none` for no records except those put by command. Default: a world, unless `records`. */
  readonly world?: WorldOptions | 'none' | undefined;
  /** A day of the world passes in this many seconds. Absent: none passes by itself. */
  readonly daySeconds?: number | undefined;
  readonly faults?: readonly (FaultOrder | string)[] | undefined;
  readonly feeds?: FeedOptions | undefined;
  /** How to refuse a bad token: by a code inside HTTP 200 (3000, 3001) or by HTTP 401. Default `code`. */
  readonly accountErrors?: 'code' | 'http' | undefined;
  /** Limits above which calls are refused as too fast (4029). Default: none. */
  readonly pace?: PaceLimits | undefined;
  /** Credits per page. Default 12, 2, 12. */
  readonly prices?: Partial<Prices> | undefined;
  /** Largest page sizes. Default 50, 200, 100. */
  readonly caps?: Partial<Caps> | undefined;
  /** True: responses state their `pointCost`. Default false. */
  readonly pointCost?: boolean | undefined;
  /** Delay before every response. Default 0. */
  readonly latencyMilliseconds?: number | undefined;
  /** Number of calls kept in `requests`. Default 1000. */
  readonly keepRequests?: number | undefined;
  /** Beginning of picture links, if the sandbox is not reached by its own address. Without a trailing slash. */
  readonly publicUrl?: string | undefined;
  readonly clock?: (() => Date) | undefined;
}

export interface WorldOptions {
  /** Equal seeds give equal worlds. Default `tipstaff`. */
  readonly seed?: string | undefined;
  /** About this many dockets and designs, besides those for the default watches. Default 400. */
  readonly size?: number | undefined;
  /** `YYYY-MM-DD`: the world stays on this day until it is moved. Absent: it follows the real date. */
  readonly startsOn?: string | undefined;
}

/** A running sandbox. */
export interface Sandbox {
  /** Without a trailing slash, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly stats: SandboxStats;
  /** The last calls of both operations, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** Moves the world forward. @param days a whole number from 0 */
  advanceDays(days: number): void;
  /** Replaces all faults; without arguments, ends them. @throws SandboxError for an unknown name */
  setFaults(...faults: readonly (FaultOrder | string)[]): void;
  /** Changes the courts' feeds and the delay of the service. @throws SandboxError for an unknown fault */
  setFeeds(options: FeedOptions): void;
  /** Adds or replaces a whole record. @returns its key */
  put(hit: DocketHit | DesignHit): string;
  /** Changes a record. @returns false if the key is unknown */
  patch(patch: Patch): boolean;
  /** @returns false if the key is unknown */
  remove(type: RecordType, key: string): boolean;
  /** @param credits undefined: unlimited */
  setCredits(token: string, credits: number | undefined): void;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

export interface SandboxStats {
  /** The day of the world, `YYYY-MM-DD`. */
  readonly today: string;
  readonly dockets: number;
  readonly designs: number;
  /** Number of calls, including refused ones. */
  readonly requests: Readonly<Record<Operation, number>>;
  readonly feeds: Readonly<Record<string, number>>;
  readonly refused: number;
  readonly creditsSpent: number;
  /** By token; null: unlimited. */
  readonly creditsLeft: Readonly<Record<string, number | null>>;
}
