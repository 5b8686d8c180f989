import { hash } from 'node:crypto';
import { madeOnce } from '../base/calls.ts';
import { isMap } from '../base/json.ts';
import { hide, type Secret } from '../base/redact.ts';
import type { ChangeKind } from '../records/diff/change.ts';
import { type ChannelConfig, maskChannel, secretsOfChannel, signingKey } from './channels.ts';
import { databaseSecret, maskedAt, type SecretForms, secretsAt, secretText, webhookUrl } from './fields/secret.ts';
import type { NudgeSource } from './readNudges.ts';
import type { ServiceFields, Settings, WatchDefaults } from './settingsSchema.ts';
import type { LogLevel } from './variables.ts';
import type { DesignFields, DocketFields, WatchFields } from './watchSchema.ts';

type Top = Readonly<Omit<Settings, 'service' | 'channels' | 'defaults' | 'watches' | 'operators' | 'nudges'>>;

/** The config with defaults and environment variables applied, and with the searches of every watch. */
export interface Config extends Top {
  readonly file: string;
  readonly stamp: string; // Of the files as they were before they were read (`stampOf`).
  readonly service: ServiceConfig; // `baseUrl` is `sandbox`, or an http(s) URL without a trailing slash.
  /** Absolute path of the SQLite file. A relative path in the config counts from the working directory. */
  readonly database: string;
  readonly logLevel: LogLevel;
  readonly operators: readonly string[];
  readonly channels: Readonly<Record<string, ChannelConfig>>;
  readonly nudges: Readonly<Record<string, NudgeSource>>;
  readonly defaults: Readonly<WatchDefaults>;
  readonly watches: readonly WatchConfig[];
  /** By id. Undefined when only the file was read (see `withOwnWatches`). */
  readonly ownWatches?: ReadonlyMap<string, OwnWatch> | undefined;
  readonly warnings: readonly string[];
  /** Values that the service gets in another form than written, each with file, line and column. */
  readonly readings: readonly string[];
}

export type ServiceConfig = Readonly<ServiceFields & { token: string }>;

/** Credits per UTC day and month; undefined = no limit. */
export type Budget = Readonly<Settings['budget']>;

export type OidcConfig = NonNullable<Settings['http']['signIn']['oidc']>;

export type DeliveryConfig = Readonly<Settings['delivery']>;

/** Each value of a list in the file is a separate search. */
export type DocketSearch = Readonly<{ type: 'dockets' } & OneOfEach<Omit<DocketFields, 'wholeWord' | 'court'>>>;

/** One source. Each value of a list in the file is a separate search. */
export type DesignSearch = Readonly<
  { type: 'designs'; source: string } & OneOfEach<Omit<DesignFields, 'source' | 'wholeWord'>>
>;

// biome-ignore format: a list of words
type WatchOption =
  | 'matter' | 'tags' | 'urgent' | 'confidential' | 'similarTo' | 'budget' | 'priority' | 'tell' | 'report'
  | 'important' | 'mute';
export interface WatchConfig extends Readonly<Pick<WatchFields, WatchOption>> {
  readonly id: string;
  readonly name: string;
  /** One search for each combination of the file's lists of sources, holders, numbers and so on. */
  readonly searches: readonly (DocketSearch | DesignSearch)[];
  /** Whether to filter out hits that match holder, company or product only inside a longer word. */
  readonly wholeWord: boolean;
  /** Ids of the courts whose cases count; other cases are filtered out. Undefined = every court. */
  readonly courts?: readonly string[] | undefined;
  readonly schedule: string;
  readonly timezone: string;
  readonly notify: readonly string[];
  readonly announce: boolean;
}

export function openName({ id, confidential, matter }: Pick<WatchConfig, 'id' | 'confidential' | 'matter'>): string {
  if (!confidential) return id;
  return matter === undefined ? 'a confidential watch' : `matter ${matter}`;
}

/** Whether hits of the watch's queries may be filtered out. */
export function filtersHits({ wholeWord, courts }: Pick<WatchConfig, 'wholeWord' | 'courts'>): boolean {
  return wholeWord || courts !== undefined;
}

export function tells({ tell }: Pick<WatchConfig, 'tell'>, kind: ChangeKind): boolean {
  return tell === undefined || tell.includes(kind);
}

export function whyFiltered({ wholeWord, courts }: Pick<WatchConfig, 'wholeWord' | 'courts'>): string {
  const inWord = wholeWord ? ['the name was only inside a longer word'] : [];
  return [...inWord, ...(courts === undefined ? [] : ['the case is in another court'])].join(', or ');
}

export type OneOfEach<Fields> = {
  [Key in keyof Fields]: Fields[Key] extends readonly (infer One)[] | undefined ? One | undefined : Fields[Key];
};

export function countCombinations(fields: object): number {
  return Object.values(fields).reduce<number>((count, value) => count * (Array.isArray(value) ? value.length : 1), 1);
}

/** Varies the first list slowest: `{ a: [1, 2], b: 3 }` → `{ a: 1, b: 3 }`, `{ a: 2, b: 3 }`. */
export function combinationsOf<Fields extends object>(fields: Fields): OneOfEach<Fields>[] {
  const none: Record<string, unknown>[] = [{}];
  const made = Object.entries(fields).reduce((combinations, [key, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return combinations.flatMap((each) => values.map((one) => ({ ...each, [key]: one })));
  }, none);
  return made as OneOfEach<Fields>[];
}

/** Returns the zone for people who set none, on the pages and the command line. */
export function pageTimezone({ http, watches }: Pick<Config, 'http' | 'watches'>): string {
  return http.timezone ?? watches[0]?.timezone ?? 'UTC';
}

export interface NamesService {
  readonly service: { readonly baseUrl: string };
}

export function usesSandbox({ service }: NamesService): boolean {
  return service.baseUrl === 'sandbox';
}

export type WatchBody = Readonly<Record<string, unknown>>;

/** A watch stored in the database instead of in watches.yaml. */
export type OwnWatch = Readonly<{ id: string; body: WatchBody; changedBy: string; changedAt: string }>;

export function isLimit(budget: Budget | undefined): budget is Budget {
  return budget?.perDay !== undefined || budget?.perMonth !== undefined;
}

export function watchesOfFile({ watches, ownWatches }: Pick<Config, 'watches' | 'ownWatches'>): readonly WatchConfig[] {
  return ownWatches === undefined || ownWatches.size === 0 ? watches : watches.filter(({ id }) => !ownWatches.has(id));
}

type Watches = readonly WatchConfig[];

export const idsOf = madeOnce((watches: Watches): readonly string[] => watches.map(({ id }) => id));

export const watchesById = madeOnce(
  (watches: Watches): ReadonlyMap<string, WatchConfig> => new Map(watches.map((watch) => [watch.id, watch])),
);

const byKind = madeOnce((watches: Watches) =>
  Object.groupBy(watches, ({ searches: [first] }) => first?.type ?? 'dockets'),
);

export function watchesFor(watches: Watches, kind: 'dockets' | 'designs'): Watches {
  return byKind(watches)[kind] ?? [];
}

export const mattersOf = madeOnce((watches: readonly Pick<WatchConfig, 'matter'>[]): readonly string[] =>
  [...new Set(watches.flatMap(({ matter }) => matter ?? []))].sort(),
);

/** Returns the same list without a filter. */
export function narrowed(
  watches: Watches,
  { matter, watch }: { readonly matter?: string | undefined; readonly watch?: string | undefined },
): Watches {
  if (matter === undefined && watch === undefined) return watches;
  return watches.filter(
    (one) => (matter === undefined || one.matter === matter) && (watch === undefined || one.id === watch),
  );
}

const ownSecrets: SecretForms = {
  // The token of the sandbox is no secret, and messages need the word.
  'service.token': { ...secretText, secretsIn: (token) => (token === 'sandbox' ? [] : [hide(token)]) },
  database: databaseSecret,
  'watchdog.url': webhookUrl,
  'http.metricsToken': secretText,
  'http.signIn.oidc.clientSecret': secretText,
};

const nudgeSecrets: SecretForms = { secret: signingKey };

export function secretsOf(
  config: Pick<Config, 'service' | 'channels' | 'database'> & Partial<Pick<Config, 'http' | 'watchdog' | 'nudges'>>,
): Secret[] {
  return [
    ...secretsAt(config, ownSecrets),
    ...Object.values(config.channels).flatMap(secretsOfChannel),
    ...Object.values(config.nudges ?? {}).flatMap((source) => secretsAt(source, nudgeSecrets)),
  ];
}

/** Returns a config that is safe to show. Hosts of URLs stay. */
export function maskedConfig(config: Config): Config {
  const nudges = Object.entries(config.nudges).map(([name, source]) => [name, maskedAt(source, nudgeSecrets)]);
  return { ...maskedAt(config, ownSecrets), channels: maskedChannels(config), nudges: Object.fromEntries(nudges) };
}

function maskedChannels({ channels }: Config): Config['channels'] {
  return Object.fromEntries(Object.entries(channels).map(([name, channel]) => [name, maskChannel(channel)]));
}

/** Digests what all processes on one database must agree on, without secrets, `http`, `database` and file paths. */
export const configDigest = madeOnce((config: Config): string => {
  const { defaults, goneAfterChecks } = config;
  const channels = maskedChannels(config);
  const operators = config.operators.toSorted();
  const watches = watchesOfFile(config).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const text = JSON.stringify({ channels, defaults, goneAfterChecks, operators, watches }, inOrder);
  return hash('sha256', text, 'hex').slice(0, 16);
});

function inOrder(key: string, value: unknown): unknown {
  if (key === 'privateKeyFile') return undefined;
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
