import { accessSync, constants, existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { reachChannel } from '../../alerts/channels/openChannel.ts';
import { countNotArrived } from '../../alerts/outbox/alertsTable.ts';
import { loadChannelStates } from '../../alerts/outbox/deliveriesTable.ts';
import { openIncidents } from '../../alerts/outbox/incidentsTable.ts';
import { ConfigError, TipstaffError } from '../../base/errors.ts';
import { reach } from '../../base/http.ts';
import { createRedact, isPostgres, shownDatabase } from '../../base/redact.ts';
import { dayMs } from '../../base/time.ts';
import { withMoments } from '../../base/words/readerDate.ts';
import { counted, withCommas } from '../../base/words/sentence.ts';
import { whyBudgetSpent } from '../../check/incidents/noteIncidents.ts';
import { type Config, isLimit, pageTimezone, secretsOf } from '../../config/config.ts';
import { urlOfHost } from '../../config/fields/fields.ts';
import { loadConfig } from '../../config/loadConfig.ts';
import { requireSameService } from '../../daemon/program.ts';
import { openProvider } from '../../people/signIn/provider.ts';
import { isOnlyLocal, requireSignIn } from '../../people/signIn/whoLooks.ts';
import { damageOf, diskOf, type LastBackup, lastBackupSetting } from '../../store/condition.ts';
import { readOnly } from '../../store/openStore.ts';
import { processName, type RunningProcess, rolesMissing, runningProcesses } from '../../store/processes.ts';
import { lastCheckEndedAt } from '../../store/snapshot/talliesTable.ts';
import { remedyFor, restoreWords } from '../../store/sqlite/dialect.ts';
import { tryToOpen, tryToWrite } from '../../store/sqlite/openFile.ts';
import { type Db, readSetting, type Trx } from '../../store/store.ts';
import { minute } from '../output.ts';
import {
  environmentFinding,
  type Finding,
  failed,
  failedAsSaid,
  found,
  ok,
  permissionFindings,
  portFinding,
  proxyFinding,
  reasonOf,
  serviceFindings,
  supervisorFinding,
  unlistedDaemon,
  warning,
  withCertificate,
} from './findings.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: () => Date;
}

/** Sends no message, makes no paid call and writes nothing. An invalid config is a finding too. */
export async function examine({ env, cwd, clock }: Surroundings): Promise<Finding[]> {
  const config = readConfig(env, cwd);
  const machine = [environmentFinding(env), await proxyFinding(env), supervisorFinding()];
  if (!('file' in config)) return [config, ...machine];
  const redact = createRedact(secretsOf(config));
  const [ofStore, ofSignIn] = await Promise.all([withDatabase(config, clock), signInFindings(config, clock)]);
  const permissions = await found('permissions', 'Check who may read the files named there.', () =>
    permissionFindings(config, env),
  );
  const all = [configFinding(config), ...machine, permissions, ...ofStore, ...ofSignIn];
  const words = (text: string) => withMoments(redact(text), (at) => minute(at, pageTimezone(config)));
  return all.map((one) => ({ ...one, detail: words(one.detail), todo: one.todo && words(one.todo) }));
}

function readConfig(env: Surroundings['env'], cwd: string): Config | Finding {
  try {
    return loadConfig({ env, cwd });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const words = error.mistakes.map((mistake) => mistake.text).join('; ');
    return failed('config', words, 'Correct watches.yaml or the environment; tipstaff validate shows each mistake.');
  }
}

function configFinding({ file, watches, channels, warnings }: Config): Finding {
  const counts = `${counted(watches.length, 'watch', 'watches')}, ${counted(Object.keys(channels).length, 'channel')}`;
  if (warnings.length === 0) return ok('config', `${file}: ${counts}`);
  return warning('config', warnings.join('; '), 'Correct the config if that is not what you want: tipstaff validate.');
}

async function withDatabase(config: Config, clock: () => Date): Promise<Finding[]> {
  let why: unknown;
  const look = async (db?: Parameters<typeof databaseFindings>[1]) => [
    ...(await databaseFindings(config, db, { now: clock(), why })),
    ...(await daemonFindings(config, db, clock())),
    ...(db === undefined ? [] : [await incidentsFinding(db), await budgetFinding(db, config, clock())]),
    ...(await serviceFindings(config, db, clock)),
    await found('users', 'Until then, tipstaff run does not start.', () => usersFinding(config, db)),
    ...(await channelFindings(config, db, clock)),
  ];
  try {
    const looked = await readOnly(config.database, look, (error) => {
      why = error;
    });
    if (looked !== undefined) return looked;
  } catch (error) {
    if (!(error instanceof TipstaffError) || error.code !== 'store.busy') throw error;
    why = error.cause;
  }
  return look();
}

async function channelFindings({ channels }: Config, db: Db | undefined, clock: () => Date): Promise<Finding[]> {
  const todo = 'Nothing reaches this channel. Correct its config or start its server; then: tipstaff send-test CHANNEL';
  const looks = Object.values(channels).map((channel) => {
    const check = `channel ${channel.name}`;
    return found(check, todo.replace('CHANNEL', channel.name), async () => {
      const { detail, certificateUntil } = await reachChannel(channel);
      const reached = withCertificate(check, detail, certificateUntil, clock());
      return db === undefined ? reached : storedFinding(db, channel.name, reached, clock());
    });
  });
  return Promise.all(looks);
}

/** Adds what the channel has not accepted: that its server responds does not show this. */
export async function storedFinding(db: Db, name: string, reached: Finding, now: Date): Promise<Finding> {
  const { pausedAt, pauseReason, failingSince } = (await loadChannelStates(db)).get(name) ?? {};
  const undelivered = await countNotArrived(db, now, { channel: name });
  const facts = [
    ...(pausedAt ? [`it has refused all alerts since ${pausedAt}: ${pauseReason}`] : []),
    ...(failingSince && !pausedAt ? [`it has accepted nothing since ${failingSince}`] : []),
    ...(undelivered > 0 ? [`${counted(undelivered, 'alert')} undelivered`] : []),
  ];
  if (facts.length === 0) return reached;
  const retry = undelivered > 0 ? ', and tipstaff alerts retry' : '';
  const todo = `See why: tipstaff alerts --undelivered. Correct the channel, then: tipstaff send-test ${name}${retry}`;
  const both = [todo, ...(reached.todo === null ? [] : [reached.todo])].join('. ');
  return (pausedAt ? failed : warning)(reached.check, `${reached.detail}, but ${facts.join('; ')}`, both);
}

async function signInFindings({ http }: Config, clock: () => Date): Promise<Finding[]> {
  const { oidc } = http.signIn;
  if (oidc === undefined) return [];
  const todo =
    'Nobody can sign in with it until that is corrected. http.signIn.oidc.issuer is the address without ' +
    '/.well-known/openid-configuration.';
  const look = async () => {
    const { certificateUntil } = await reach(oidc.issuer, { method: 'GET' });
    await openProvider(oidc).begin(http.publicUrl ?? urlOfHost(http.host));
    return withCertificate('sign-in', `${oidc.issuer} responds`, certificateUntil, clock());
  };
  return [await found('sign-in', todo, look)];
}

async function usersFinding(config: Config, db: Db | undefined): Promise<Finding> {
  await requireSignIn(db, config);
  const detail = isOnlyLocal(config)
    ? 'only this machine reaches the pages'
    : 'everybody who reaches the pages signs in';
  return ok('users', detail);
}

const leastFreeMegabytes = 100;
const oldBackupDays = 7;

/** @param db undefined if this version can read none @param options.why undefined if only the schema differs */
async function databaseFindings(
  config: Config,
  db: Db | undefined,
  { now, why }: { readonly now: Date; readonly why: unknown },
): Promise<Finding[]> {
  const { database } = config;
  if (isPostgres(database)) return [await contentFinding(config, db, why)];
  const disk = await found('disk', folderWords(database), () => diskFinding(database));
  if (db === undefined) return [await contentFinding(config, db, why), disk];
  const backup = await found('backup', 'Make one: tipstaff backup FILE.', () => backupFinding(db, now));
  return [await contentFinding(config, db, why), disk, backup];
}

async function incidentsFinding(db: Db): Promise<Finding> {
  const { length } = await openIncidents(db);
  if (length === 0) return ok('incidents', 'none is open');
  return warning('incidents', `${length} open`, 'See what each needs: tipstaff status.');
}

async function budgetFinding(db: Db, config: Config, now: Date): Promise<Finding> {
  const spent = await whyBudgetSpent(db, config, now);
  if (spent === undefined) return ok('budget', isLimit(config.budget) ? 'pays for checks' : 'none is set');
  return warning('budget', spent.reason, 'See what is spent: tipstaff credits.');
}

async function contentFinding(config: Config, db: Db | undefined, why: unknown): Promise<Finding> {
  const { database } = config;
  const name = shownDatabase(database);
  if (db !== undefined) return integrityFinding(config, db);
  const isThere = isPostgres(database) || existsSync(database);
  if (!isThere && !existsSync(dirname(database)))
    return failed('database', `${name} is not there, and neither is its folder`, folderWords(database));
  if (!isThere && existsSync(`${database}-wal`))
    return failed('database', `${name} is missing, and its -wal is left`, restoreWords);
  if (!isThere && !mayWrite(dirname(database)))
    return failed('database', `${name} is not there, and its folder cannot be written`, folderWords(database));
  if (!isThere || reasonOf(why).includes('kysely_migration')) {
    const detail = isThere ? `${name} is empty` : `${name} is not there yet`;
    const todo = 'The first start makes it. If Tipstaff ran here before, put it back, or: tipstaff restore FILE.';
    return warning('database', detail, todo);
  }
  try {
    if (!isPostgres(database)) tryToOpen(database);
    if (why === undefined) return failed('database', `${name} is older or newer`, 'Update it: tipstaff migrate.');
    if (!isPostgres(database) || why instanceof TipstaffError) throw why;
    throw (await import('../../store/postgres/postgresErrors.ts')).cannotOpen(why, name);
  } catch (error) {
    return refusalFinding(name, error);
  }
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function refusalFinding(name: string, error: unknown): Finding {
  if (error instanceof TipstaffError) return failedAsSaid('database', error, 'Until then, no command works on it.');
  return failed('database', `${name} refuses: ${reasonOf(error)}`, remedyFor(error) ?? restoreWords);
}

function folderWords(database: string): string {
  return `Make the folder ${dirname(database)}, and let the user that Tipstaff runs as read and write it.`;
}

async function integrityFinding(config: Config, db: Db): Promise<Finding> {
  const { database } = config;
  const name = shownDatabase(database);
  try {
    const damage = await damageOf(db);
    if (damage.length > 0) return failed('database', `${name} is damaged: ${damage.join('; ')}`, restoreWords);
    if (!isPostgres(database)) tryToWrite(database);
    if (!isPostgres(database) && !mayWrite(dirname(database)))
      return failed('database', `the folder of ${name} cannot be written`, folderWords(database));
    const store = { name, db, transaction: <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work) };
    await requireSameService(store, config, { readOnly: true });
    if ((await lastCheckEndedAt(db)) !== undefined) return ok('database', `${name} is intact`);
    const todo = 'Check now: tipstaff check. If Tipstaff ran before, correct "database" (TIPSTAFF_DATABASE).';
    return warning('database', `${name} is new and empty: no watch was ever checked in it`, todo);
  } catch (error) {
    return refusalFinding(name, error);
  }
}

/** Migrating the schema takes as much space as the database, and so does a backup beside it. */
function diskFinding(database: string): Finding {
  const { folder, freeMegabytes: free, databaseMegabytes: size } = diskOf(database);
  const detail = `${withCommas(free)} MB free in ${folder}, the database has ${withCommas(size)} MB`;
  const todo =
    `Make room for ${withCommas(Math.max(size, leastFreeMegabytes))} MB in ${folder}: an upgrade and a ` +
    'backup take as much as the database.';
  if (free < leastFreeMegabytes) return failed('disk', detail, todo);
  return free < size ? warning('disk', detail, todo) : ok('disk', detail);
}

async function backupFinding(db: Db, now: Date): Promise<Finding> {
  const todo = 'Have cron call: tipstaff backup --to FOLDER --keep 7.';
  const last = await readSetting<LastBackup>(db, lastBackupSetting);
  if (last === undefined) return warning('backup', 'this database has no record of one', todo);
  const days = Math.floor((now.getTime() - Date.parse(last.at)) / dayMs);
  const detail = `the last was made ${days === 0 ? 'today' : `${counted(days, 'day')} ago`}: ${last.file}`;
  return days > oldBackupDays ? warning('backup', detail, todo) : ok('backup', detail);
}

async function daemonFindings({ http }: Config, db: Db | undefined, now: Date): Promise<Finding[]> {
  const running = db === undefined ? [] : await runningProcesses(db, now);
  const unlisted = running.length > 0 ? undefined : await unlistedDaemon(http);
  if (unlisted !== undefined) return [unlisted, await portFinding(http, [{ host: hostname() }])];
  const port = await portFinding(http, running);
  return db === undefined ? [port] : [daemonWords(running), port];
}

function daemonWords(running: readonly RunningProcess[]): Finding {
  const list = running.map((one) => `${one.version} on ${processName(one)}`).join(', ');
  const [missing] = rolesMissing(running);
  if (missing !== undefined && list !== '') {
    const todo = `Start one: tipstaff run, or tipstaff run --only ${missing}.`;
    return failed('daemon', `running: ${list}; none has the role ${missing}`, todo);
  }
  if (list !== '') return ok('daemon', `running: ${list}`);
  return warning('daemon', 'none runs on this database', 'Start one: tipstaff run, or systemctl start tipstaff.');
}
