import type { ChangeKind } from '../diff/change.ts';

/** The checked configuration: defaults applied, environment put in, every watch resolved to its queries' fields. */
export interface Config {
  /** Absolute path of the file it came from. */
  readonly file: string;
  readonly service: ServiceConfig;
  /** Absolute path of the SQLite file, or a postgres:// URL (not supported yet: refused by validation). */
  readonly database: string;
  /** Credits; undefined = no limit. Days and months are UTC. */
  readonly budget: { readonly perDay?: number | undefined; readonly perMonth?: number | undefined };
  readonly http: { readonly host: string; readonly port: number };
  /** Channel names told of Tipstaff's own troubles. */
  readonly operators: readonly string[];
  readonly goneAfterChecks: number;
  readonly retainRawDays: number;
  /** Due times are spread over at most so many seconds after the scheduled one. */
  readonly spreadSeconds: number;
  readonly delivery: DeliveryConfig;
  readonly channels: Readonly<Record<string, ChannelConfig>>;
  readonly watches: readonly WatchConfig[];
  /** Things that work, but probably not as meant; each with file, line and column. */
  readonly warnings: readonly string[];
}

export interface ServiceConfig {
  /** `sandbox` or an http(s) URL without trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutSeconds: number;
  readonly requestsPerSecond: number;
  readonly concurrency: number;
  readonly retries: number;
  readonly retryBaseSeconds: number;
  readonly maxAnswerMegabytes: number;
  readonly prices: { readonly pacer: number; readonly wipo: number; readonly litigation: number };
  readonly pageSizes: { readonly size: number; readonly entrySize: number; readonly num: number };
}

export interface DeliveryConfig {
  readonly retryBaseSeconds: number;
  readonly retryMaxSeconds: number;
  readonly giveUpAfterHours: number;
}

export type ChannelConfig = EmailChannelConfig | SlackChannelConfig;

interface AnyChannel {
  readonly name: string;
  /** Cron expression of the digest; undefined = at once. */
  readonly digest?: string | undefined;
  /** IANA zone in which `digest` is read and dates are written for the reader. */
  readonly timezone: string;
}

export interface EmailChannelConfig extends AnyChannel {
  readonly type: 'email';
  readonly smtpUrl: string;
  readonly from: string;
  readonly to: readonly string[];
}

export interface SlackChannelConfig extends AnyChannel {
  readonly type: 'slack';
  readonly webhookUrl: string;
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
  /** Hold back hits that match holder, company or product only inside a longer word. */
  readonly wholeWord: boolean;
  readonly schedule: string;
  readonly timezone: string;
  /** Channel names. */
  readonly notify: readonly string[];
  /** Kinds of change to tell; undefined = every kind. */
  readonly tell?: readonly ChangeKind[] | undefined;
  /** Send a line on the baseline: what it found. */
  readonly announce: boolean;
}
