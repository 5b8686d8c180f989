import { isIP } from 'node:net';
import { z } from 'zod';
import { isPostgres } from '../base/redact.ts';
import {
  field,
  flag,
  isLoopback,
  keyed,
  listOf,
  locale,
  network,
  number,
  readUrl,
  refuse,
  text,
  url,
  urlOfHost,
} from './fields/fields.ts';
import { isTreeMap, oneOf, type Path, type Report } from './fields/finding.ts';
import { duration, interval, schedule, timezone } from './fields/schedule.ts';

const issuer = field('the https URL of the provider, its issuer', (value) => {
  const parsed = readUrl(value);
  if (parsed === undefined) return refuse({ why: 'it is not a URL' });
  const isSafe = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(value));
  if (!isSafe) return refuse({ why: 'only a provider on this machine may use http' });
  if (parsed.username || parsed.password) return refuse({ why: 'the secret belongs in clientSecret' });
  if (parsed.search || parsed.hash) return refuse({ why: 'it has a query or a fragment' });
  const before = value.replace(/\/\.well-known\/.*$/, '');
  return before === value ? value : refuse({ why: 'Tipstaff finds the rest', suggestion: before });
});

/** RFC 6749, section 3.3. */
const scope = field('a scope, one word', (value) =>
  /^[\u0021\u0023-\u005b\u005d-\u007e]+$/.test(value) ? value : refuse({ why: 'it is not one word' }),
);

/** The lowest first. */
export const userRoles = ['reader', 'editor', 'admin'] as const;

/** A user in several groups gets the highest role and the matters of all of them. */
const group = keyed({
  group: text('the name of a group, as the provider sends it'),
  role: oneOf(userRoles),
  matters: listOf(text('the name of a matter'), 'a list of matters').optional(),
  confidential: flag.default(false),
});

const oidc = keyed({
  issuer,
  clientId: text('the client id that the provider gave'),
  clientSecret: text('the client secret that the provider gave').optional(),
  label: text('what the button says').default('your organization'),
  scopes: listOf(scope, 'a list of scopes').default(['openid', 'profile', 'email']),
  userClaim: text('the name of a claim').default('preferred_username'),
  groupsClaim: text('the name of a claim').default('groups'),
  groups: listOf(group, 'a list of maps of group, role, matters, confidential').default([]),
  sessionHours: number({ least: 0.1, most: 336, unit: 'hours' }).default(12),
});

const signInSchema = keyed({ oidc: oidc.optional(), passwords: flag.default(true) });

function validateSignIn({ host, publicUrl, trustedHeader, signIn }: Settings['http'], report: Report): void {
  const at = (...keys: string[]) => ['http', ...keys];
  const isLocal = isLoopback(urlOfHost(host));
  if (signIn.oidc !== undefined && publicUrl === undefined && !isLocal) {
    const accepted = 'the URL by which readers reach the pages: the provider sends them back there';
    report.mistake({ path: at('publicUrl'), accepted });
  }
  if (signIn.oidc !== undefined && publicUrl?.startsWith('http:') && !isLoopback(publicUrl)) {
    report.warning({ path: at('publicUrl'), why: 'sign-ins travel unencrypted', accepted: 'an https URL' });
  }
  if (!signIn.passwords && signIn.oidc === undefined && trustedHeader === undefined) {
    const why = 'nobody could sign in';
    report.mistake({ path: at('signIn', 'passwords'), why, accepted: 'true, or oidc or trustedHeader beside it' });
  }
}

const baseUrl = field("the http(s) URL before /api/v3 (TIPSTAFF_BASE_URL), or 'sandbox'", (value) => {
  if (value === 'sandbox') return value;
  const parsed = readUrl(value);
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    return refuse({ suggestion: /^sand/i.test(value) ? 'sandbox' : undefined });
  }
  if (parsed.username || parsed.password) return refuse({ why: 'the token belongs in service.token' });
  if (parsed.search || parsed.hash) return refuse({ why: 'it has a query or a fragment' });
  const trimmed = value.replace(/\/+$/, '');
  const before = trimmed.replace(/\/api(\/v\d+.*)?$/, '');
  return before === trimmed ? trimmed : refuse({ why: '/api/v3 is added by Tipstaff', suggestion: before });
});

const databaseField = field(
  'the path of a file, or the URL of a Postgres database: postgres://user:password@host:5432/name',
  (value) => {
    if (isPostgres(value)) return objectionTo(value) ?? value;
    if (/^[a-z][a-z0-9+.-]+:/i.test(value)) return refuse({ why: 'only a SQLite file and Postgres can be used' });
    if (value === ':memory:') return refuse({ why: 'the state must outlive the process' });
    return value.includes('\u0000') ? refuse() : value;
  },
);

function objectionTo(address: string) {
  const url = readUrl(address);
  if (url === undefined)
    return refuse({ why: 'it is not a URL; in a password, write @ : / ? # % as %40 %3A %2F %3F %23 %25' });
  if (url.hostname === '' && !url.searchParams.has('host')) return refuse({ why: 'it names no host' });
  return url.pathname.length > 1 ? undefined : refuse({ why: 'it names no database: add /NAME at its end' });
}

const token = field('the bearer token, one word', (value) =>
  /^[\u0021-\u007e]+$/.test(value) ? value : refuse({ why: 'it has blanks, or characters that a header cannot have' }),
);

const seconds = (least: number, most: number) => number({ least, most, unit: 'seconds' });
const credits = number({ least: 0, most: 1_000_000, unit: 'credits' });
const pageSize = number({ least: 1, most: 10_000, whole: true });

export const serviceSchema = keyed({
  baseUrl,
  token: token.optional(),
  timeoutSeconds: seconds(0.1, 600).default(60),
  requestsPerSecond: number({ least: 0.01, most: 1000 }).default(2),
  concurrency: number({ least: 1, most: 100, whole: true }).default(2),
  retries: number({ least: 0, most: 20, whole: true }).default(4),
  retryBaseSeconds: seconds(0.001, 600).default(1),
  recheckBaseSeconds: seconds(0.001, 3600).default(60),
  maxResponseMegabytes: number({ least: 1, most: 1024, unit: 'megabytes' }).default(16),
  prices: keyed({ pacer: credits.default(12), wipo: credits.default(2), litigation: credits.default(12) }).prefault({}),
  pageSizes: keyed({
    size: pageSize.default(50),
    entrySize: pageSize.default(200),
    num: pageSize.default(100),
  }).prefault({}),
});

const budgetCredits = number({ least: 1, most: 1_000_000_000, whole: true, unit: 'credits' });
export const budget = keyed({ perDay: budgetCredits.optional(), perMonth: budgetCredits.optional() });

const matter = keyed({ budget: budget.optional() });

const http = keyed({
  host: field('a host name or an address to listen on', (value) =>
    /^[A-Za-z0-9.:_-]+$/.test(value) ? value : refuse({ why: /\//.test(value) ? 'it is a URL' : undefined }),
  ).default('127.0.0.1'),
  port: number({ least: 0, most: 65_535, whole: true }).default(8080),
  publicUrl: url('an http(s) URL', ['http:', 'https:'])
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  timezone: timezone.optional(),
  locale: locale.optional(),
  trustedHeader: keyed({
    name: field('the name of a header', (value) => (/^[A-Za-z0-9-]+$/.test(value) ? value : refuse())),
    from: listOf(
      field('the address of the proxy', (value) =>
        isIP(value) === 0 ? refuse({ why: 'it is not an IP address' }) : value,
      ),
      'a list of the IP addresses of proxies',
    ),
  }).optional(),
  trustedProxies: listOf(network, 'a list of IP addresses or networks of proxies').default(['127.0.0.1', '::1']),
  hsts: flag.default(false),
  accessLog: flag.default(false),
  maxConnections: number({ least: 10, most: 10_000, whole: true }).default(200),
  metricsToken: token.optional(),
  signIn: signInSchema.prefault({}),
});

const delivery = keyed({
  retryBaseSeconds: seconds(0.001, 86_400).default(30),
  retryMaxSeconds: seconds(0.001, 604_800).default(3600),
  giveUpAfterHours: number({ least: 0.001, most: 8760, unit: 'hours' }).default(72),
  groupSeconds: seconds(0, 600).default(60),
});

const keepPictures = keyed({
  perDesign: number({ least: 0, most: 20, whole: true, unit: 'pictures' }).default(3),
  megabytes: number({ least: 1, most: 1_000_000, unit: 'megabytes' }).default(1000),
});

const nudgeLimits = keyed({
  /** Seconds in which a burst of signals becomes one check. */
  settle: duration('0s', '30m').default(120),
  /** Seconds between two checks that nudges cause for one record. */
  perRecord: duration('1m', '24h').default(600),
  perDay: number({ least: 0, most: 1_000_000_000, whole: true, unit: 'credits' }).default(240),
});

const days = (least: number) => number({ least, most: 36_500, whole: true, unit: 'days' }).optional();

/** Days; absent: never deleted. See src/daemon/maintenance.ts. */
const retention = keyed({
  checksDays: days(366),
  deliveriesDays: days(30),
  sentDays: days(1).default(90),
  auditDays: days(90),
  signInsDays: days(30).default(90),
});

/** See src/daemon/jobs/jobs.ts. */
const watchdog = keyed({
  url: url('the http(s) URL that is called while all is well', ['https:', 'http:']),
  everySeconds: seconds(1, 86_400).default(60),
});

export const channelNames = listOf(text('the name of a channel'), 'a list of channel names');

/** When credits run short, the first of these are skipped first. */
export const priority = oneOf(['low', 'normal', 'high'] as const);

export const defaultsSchema = keyed({
  schedule: schedule.default('0 7 * * 1-5'),
  /** For adaptive schedules, in hours. */
  atLeastEvery: interval.optional(),
  atMostEvery: interval.optional(),
  timezone: timezone.default('America/New_York'),
  notify: channelNames.optional(),
  announce: flag.default(true),
  priority: priority.optional(),
});

/** docs/config.md explains each key. `unknown` parts are read separately, so mistakes there affect nothing else. */
export const settingsSchema = keyed({
  service: z.unknown().optional(),
  database: databaseField.default('./tipstaff.db'),
  budget: budget.prefault({}),
  matters: z.record(z.string(), matter, { error: 'a map from the name of each matter to its settings' }).default({}),
  http: http.prefault({}),
  operators: channelNames.default([]),
  goneAfterChecks: number({ least: 1, most: 100, whole: true, unit: 'checks' }).default(3),
  retainRawDays: number({ least: 0, most: 3650, unit: 'days' }).default(30),
  retention: retention.prefault({}),
  keepPictures: keepPictures.prefault({}),
  spreadSeconds: seconds(0, 3600).default(60),
  delivery: delivery.prefault({}),
  watchdog: watchdog.optional(),
  nudges: z.unknown().optional(),
  nudgeLimits: nudgeLimits.prefault({}),
  channels: z.unknown().optional(),
  defaults: z.unknown().optional(),
  watches: z.unknown().optional(),
});

export type ServiceFields = z.output<typeof serviceSchema>;
export type Settings = z.output<typeof settingsSchema>;
export type WatchDefaults = z.output<typeof defaultsSchema>;

/** Checks each rule only when the values that it needs are valid. */
export function validateSettings(settings: Partial<Settings>, report: Report): void {
  const { delivery, budget, matters = {}, http, operators } = settings;
  if (delivery !== undefined && delivery.retryMaxSeconds < delivery.retryBaseSeconds) {
    const accepted = `at least retryBaseSeconds, ${delivery.retryBaseSeconds}`;
    report.mistake({ path: ['delivery', 'retryMaxSeconds'], accepted });
  }
  if (budget !== undefined) validateBudget(budget, ['budget'], report);
  for (const [name, { budget: own = {} }] of Object.entries(matters))
    validateBudget(own, ['matters', name, 'budget'], report);
  if (http !== undefined) validateSignIn(http, report);
  if (operators?.length === 0) {
    const why = "nobody is notified of Tipstaff's own incidents";
    report.warning({ path: ['operators'], why, accepted: 'a channel' });
  }
}

export function validateBudget({ perDay, perMonth }: Settings['budget'], path: Path, report: Report): void {
  if (perDay === undefined || perMonth === undefined || perDay <= perMonth) return;
  const why = 'a day may cost more than its month';
  report.warning({ path: [...path, 'perDay'], why, accepted: `at most perMonth, ${perMonth}` });
}

/** Checks nothing for the sandbox, which accepts anything. */
export function validateService(service: Partial<ServiceFields>, raw: unknown, report: Report): void {
  const warning = (key: string, why: string, accepted: string) =>
    report.warning({ path: ['service', key], why, accepted });
  if (service.baseUrl === undefined || service.baseUrl === 'sandbox') return;
  const local = isLoopback(service.baseUrl);
  if (isTreeMap(raw) && raw.token === undefined) {
    const accepted = 'the bearer token: TIPSTAFF_TOKEN, TIPSTAFF_TOKEN_FILE or service.token';
    report.mistake({ path: ['service', 'token'], accepted });
  }
  if (local) return;
  if (service.token === 'sandbox') warning('token', 'only the sandbox takes the token sandbox', 'set TIPSTAFF_TOKEN');
  if (service.baseUrl.startsWith('http:')) {
    warning('baseUrl', 'the token travels unencrypted', 'better an https URL');
  }
  if (service.timeoutSeconds !== undefined && service.timeoutSeconds < 45) {
    const why = 'the service itself may take 30 seconds, and a call that we give up on may be charged';
    warning('timeoutSeconds', why, 'better 45 or more');
  }
  for (const key of ['requestsPerSecond', 'concurrency'] as const) {
    if ((service[key] ?? 0) > 2) warning(key, 'the service has refused 3 in a test', 'better at most 2');
  }
}
