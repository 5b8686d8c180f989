import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { TipstaffError } from '../base/errors.ts';
import { createRedact, isPostgres } from '../base/redact.ts';
import type { Service } from '../check/admission/serviceKey.ts';
import { type Config, type NamesService, secretsOf } from '../config/config.ts';
import { listOwnWatches } from '../schedule/ownWatchesTable.ts';
import { openStore } from '../store/openStore.ts';
import { firstSetting, readSetting, type Store, signingKey, writeSetting } from '../store/store.ts';

export interface Program {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly redact: (text: string) => string;
  close(): Promise<void>;
}

export interface ProgramOptions {
  readonly config?: Config | undefined;
  /** Leaves out the watches of the page, for commands that show or correct them even if they are invalid. */
  readonly fileOnly?: boolean | undefined;
  /** For commands that only copy: a mistyped path would create an empty database and copy nothing. */
  readonly mustExist?: boolean | undefined;
  /** Used unless LOG_LEVEL is set. Default `warn`, on a terminal `error`, because commands print their results. */
  readonly logLevel?: string | undefined;
  readonly clock?: (() => Date) | undefined;
  /** How long to wait while another process holds the database. */
  readonly busySeconds?: number | undefined;
}

/** @throws ConfigError with every mistake; TipstaffError `store.*` or `config.no-database` */
export async function openProgram(options: ProgramOptions = {}): Promise<Program> {
  const config =
    options.config ?? (await import('../config/loadConfig.ts')).loadConfig({ env: process.env, cwd: process.cwd() });
  if (options.mustExist) requireDatabase(config.database);
  const redact = createRedact(secretsOf(config));
  // A blank LOG_LEVEL counts as unset.
  const level = process.env.LOG_LEVEL?.trim()
    ? config.logLevel
    : (options.logLevel ?? (process.stderr.isTTY ? 'error' : 'warn'));
  const log = openLog(level, redact);
  const store = await openStore(config.database, { busySeconds: options.busySeconds });
  const clock = options.clock ?? (() => new Date());
  const whole = options.fileOnly ? Promise.resolve(config) : withWatchesOfPage(config, store);
  const inForce = await whole.catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  return { config: inForce, store, log, redact, clock, close: () => store.close() };
}

function requireDatabase(database: string): void {
  const isThere = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  // If only the -wal is left, the store reports what was lost.
  if (isPostgres(database) || isThere(database) || isThere(`${database}-wal`)) return;
  throw new TipstaffError(
    'config.no-database',
    `There is no database at ${database}, so there is nothing to copy. Nothing was made or removed. Correct ` +
      '"database" in the config (TIPSTAFF_DATABASE); a relative path starts at the current directory.',
  );
}

/** Returns the program with another config. Its log redacts the secrets of both. @throws ConfigError */
export async function withConfig(program: Program, config: Config): Promise<Program> {
  const redact = createRedact([...secretsOf(program.config), ...secretsOf(config)]);
  const inForce = await withWatchesOfPage(config, program.store);
  return { ...program, config: inForce, redact, log: openLog(program.log.level, redact) };
}

async function withWatchesOfPage(config: Config, store: Store): Promise<Config> {
  const own = await listOwnWatches(store.db);
  if (own.length === 0) return config;
  const { withOwnWatches } = await import('../schedule/ownWatches.ts');
  return withOwnWatches(config, own);
}

const repeatMs = 60_000;

/** Redacts secrets, and logs a repeated error once a minute, since it could fill the disk. */
export function openLog(level: string, redact: (text: string) => string): Logger {
  const isRepeated = repeatFilter(() => performance.now());
  return pino(
    {
      name: 'tipstaff',
      level,
      hooks: {
        logMethod(args, method) {
          const [fields, words] = args as unknown as [unknown, unknown];
          if (!isRepeated(fields, words)) method.apply(this, args);
        },
      },
    },
    { write: (line: string) => process.stderr.write(redact(line)) },
  );
}

function repeatFilter(nowMs: () => number): (fields: unknown, words: unknown) => boolean {
  const lastMs = new Map<string, number>();
  return (fields, words) => {
    const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
    if (!(error instanceof Error)) return false;
    const key = `${words} ${error.message}`;
    for (const [old, atMs] of lastMs) if (nowMs() - atMs >= repeatMs) lastMs.delete(old);
    if (lastMs.has(key)) return true;
    lastMs.set(key, nowMs());
    return false;
  };
}

/** @param service absent: each picture of a design is a placeholder */
export async function openDelivery(program: Program, service?: Pick<Service, 'fetchPicture'>) {
  const { config, store, clock, log } = program;
  await store.queue.releaseDead();
  const fetchPicture = service?.fetchPicture;
  // Tells the messages of this installation from those of others.
  const make = () => randomUUID().replaceAll('-', '').slice(0, 12);
  const installation = await store.transaction((trx) => firstSetting(trx, 'installation', make));
  // Imported here because most commands send nothing.
  const { openChannels } = await import('../alerts/channels/openChannel.ts');
  const { retryChanged } = await import('../alerts/outbox/deliveriesTable.ts');
  const channels = await openChannels(config, { installation, clock, fetchPicture });
  await retryChanged(store.db, config, clock());
  return {
    parts: {
      store,
      channels: channels.byName,
      config,
      clock,
      log,
      pageUrl: config.http.publicUrl,
      signingKey: await signingKey(store),
    },
    close: () => channels.close(),
  };
}

const setting = 'service-origin';

/** Returns what identifies a service's records: its address without credentials and query, or `sandbox`. */
export function serviceOrigin(baseUrl: string): string {
  if (baseUrl === 'sandbox') return baseUrl;
  const { protocol, host, pathname } = new URL(baseUrl);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/** Refuses a different service: its records would all be reported as new. @param options.readOnly does not store it */
export async function requireSameService(
  store: Pick<Store, 'db' | 'name' | 'transaction'>,
  config: NamesService,
  { readOnly = false } = {},
): Promise<void> {
  const origin = serviceOrigin(config.service.baseUrl);
  const known = await readSetting<string>(store.db, setting);
  // If two processes start together, the first one decides.
  const claim = () => store.transaction((trx) => firstSetting(trx, setting, () => origin));
  const owner = known ?? (readOnly ? origin : await claim());
  if (owner !== origin) throw otherService(store.name, owner, origin);
}

/** @returns the former address @throws TipstaffError `store.other-service` between the sandbox and a real service */
export async function adoptService(store: Store, config: NamesService): Promise<string | undefined> {
  const origin = serviceOrigin(config.service.baseUrl);
  return store.transaction(async (trx) => {
    const known = await readSetting<string>(trx, setting);
    const isSandbox = [known, origin].includes('sandbox');
    if (known !== undefined && known !== origin && isSandbox) throw otherService(store.name, known, origin);
    await writeSetting(trx, setting, origin);
    return known;
  });
}

function otherService(database: string, known: string, origin: string): TipstaffError {
  const remedy = [known, origin].includes('sandbox')
    ? 'The sandbox shows made-up records, so the two never share a database.'
    : 'If the service has moved, accept its new address with: tipstaff migrate --adopt-service.';
  return new TipstaffError(
    'store.other-service',
    `The database ${database} holds records of ${named(known)}, but the config names ${named(origin)}: every ` +
      'difference between the two would be reported as news. Check service.baseUrl (TIPSTAFF_BASE_URL), or name ' +
      `another database under "database". ${remedy}`,
  );
}

function named(origin: string): string {
  return origin === 'sandbox' ? 'the built-in sandbox' : origin;
}
