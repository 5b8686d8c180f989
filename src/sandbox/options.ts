import type { PaceLimits } from './accounts.ts';
import type { FeedOptions } from './courtFeeds.ts';
import type { FaultOrder } from './faults/fault.ts';
import type { Prices } from './searchService.ts';

/** How a sandbox is to be; everything has a default. */
export interface SandboxOptions {
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default 0: any that is free. */
  readonly port?: number | undefined;
  /** Bearer tokens, each with its credits (undefined: without limit). Default: `sandbox`, without limit. */
  readonly tokens?: readonly string[] | Readonly<Record<string, number | undefined>> | undefined;
  /** NDJSON files of hits, `.gz` too. Given: they are all there is, unless `world` is given as well. */
  readonly records?: readonly string[] | undefined;
  /** The made-up world, or `none`: then there is only what is put. Default: there is one, unless there are `records`. */
  readonly world?: WorldOptions | 'none' | undefined;
  /** A day of the world passes every so many seconds. Absent: it does not by itself. */
  readonly daySeconds?: number | undefined;
  readonly faults?: readonly (FaultOrder | string)[] | undefined;
  /** The courts' feeds, and how late the service is. */
  readonly feeds?: FeedOptions | undefined;
  /** Refuse bad tokens by a code inside HTTP 200 (3000, 3001) or by HTTP 401. Default code. */
  readonly accountErrors?: 'code' | 'http' | undefined;
  /** Calls refused as too fast (4029). Default: none. */
  readonly pace?: PaceLimits | undefined;
  /** Credits. Default 12, 2, 12. */
  readonly prices?: Partial<Prices> | undefined;
  /** Caps of the page sizes. Default 50, 200, 100. */
  readonly caps?: { readonly size?: number; readonly entrySize?: number; readonly num?: number } | undefined;
  /** Whether responses state their `pointCost`. Default false. */
  readonly pointCost?: boolean | undefined;
  /** Before every response. Default 0. */
  readonly latencyMilliseconds?: number | undefined;
  /** How many of the last calls are kept. Default 1000. */
  readonly keepRequests?: number | undefined;
  /** The address that picture links begin with, where the sandbox is reached by another one than its own. No trailing slash. */
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

export function tokensOf(tokens: SandboxOptions['tokens']): Readonly<Record<string, number | undefined>> {
  const given = tokens ?? ['sandbox'];
  return isList(given) ? Object.fromEntries(given.map((token) => [token, undefined])) : given;
}

function isList(tokens: NonNullable<SandboxOptions['tokens']>): tokens is readonly string[] {
  return Array.isArray(tokens);
}
