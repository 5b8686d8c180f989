import type { ChannelConfig } from '../channels/kinds.ts';
import type { ChangeKind } from '../diff/change.ts';
import type { ReportFilter } from '../reading/reportFilter.ts';

/** The checked configuration: defaults applied, environment put in, every watch resolved to its queries' fields. */
export interface Config {
  /** Absolute path of the file it came from. */
  readonly file: string;
  readonly service: ServiceConfig;
  /** Absolute path of the SQLite file (a relative one counts from the working directory). postgres:// is refused for now. */
  readonly database: string;
  /** Credits; undefined = no limit. Days and months are UTC. */
  readonly budget: { readonly perDay?: number | undefined; readonly perMonth?: number | undefined };
  /** `port` 0 takes any free one. `publicUrl`: what readers reach the page by, for links in alerts; no trailing slash. */
  readonly http: { readonly host: string; readonly port: number; readonly publicUrl?: string | undefined };
  /** pino's level, from LOG_LEVEL; default `info`. */
  readonly logLevel: LogLevel;
  /** Channel names notified of Tipstaff's own incidents. */
  readonly operators: readonly string[];
  /** A record is gone after so many complete checks in a row without it. */
  readonly goneAfterChecks: number;
  /** Days that raw answers are kept for replay; 0 = not at all. */
  readonly retainRawDays: number;
  /** Due times are spread over at most so many seconds after the scheduled one. */
  readonly spreadSeconds: number;
  readonly delivery: DeliveryConfig;
  readonly channels: Readonly<Record<string, ChannelConfig>>;
  readonly watches: readonly WatchConfig[];
  /** Things that work, but probably not as meant; each with file, line and column. */
  readonly warnings: readonly string[];
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface ServiceConfig {
  /** `sandbox` or an http(s) URL without trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutSeconds: number;
  readonly requestsPerSecond: number;
  readonly concurrency: number;
  readonly retries: number;
  readonly retryBaseSeconds: number;
  /** The wait after a check that failed for a passing reason; doubled with each further failure, up to an hour. */
  readonly recheckBaseSeconds: number;
  readonly maxAnswerMegabytes: number;
  readonly prices: { readonly pacer: number; readonly wipo: number; readonly litigation: number };
  readonly pageSizes: { readonly size: number; readonly entrySize: number; readonly num: number };
}

export interface DeliveryConfig {
  readonly retryBaseSeconds: number;
  readonly retryMaxSeconds: number;
  readonly giveUpAfterHours: number;
}

export interface DocketSearch {
  readonly type: 'dockets';
  readonly patentNumber?: string | undefined;
  readonly companyName?: string | undefined;
  readonly caseNumber?: string | undefined;
}

/** One source; a list in the file became one search each. */
export interface DesignSearch {
  readonly type: 'designs';
  readonly source: string;
  readonly holder?: string | undefined;
  readonly locarno?: string | undefined;
  readonly product?: string | undefined;
  readonly registrationNumber?: string | undefined;
  readonly id?: string | undefined;
  readonly idPrefix?: string | undefined;
  readonly designated?: string | undefined;
  readonly status?: string | undefined;
  readonly registered?: string | undefined;
  readonly expires?: string | undefined;
  readonly litigation?: boolean | undefined;
}

export interface WatchConfig {
  readonly id: string;
  readonly name: string;
  readonly matter?: string | undefined;
  /** One a source for designs; exactly one for dockets. */
  readonly searches: readonly (DocketSearch | DesignSearch)[];
  /** Filter out hits that match holder, company or product only inside a longer word. */
  readonly wholeWord: boolean;
  readonly schedule: string;
  readonly timezone: string;
  /** Channel names. */
  readonly notify: readonly string[];
  /** Kinds of change to report; undefined = every kind. */
  readonly tell?: readonly ChangeKind[] | undefined;
  /** Send a line on the baseline: what it found. */
  readonly announce: boolean;
  /** Which entries of its dockets it reports; undefined = all. */
  readonly report?: ReportFilter | undefined;
  /** Words, or kinds of change, that matter more in an alert. */
  readonly important?: readonly string[] | undefined;
  /** Words, or kinds of change, that are counted in an alert instead of shown. */
  readonly mute?: readonly string[] | undefined;
  /** Send what is important at once, even where the channel has a digest. Default false. */
  readonly urgent?: boolean | undefined;
  /** Keep names out of Slack, subjects and logs. Default false. */
  readonly confidential?: boolean | undefined;
}
