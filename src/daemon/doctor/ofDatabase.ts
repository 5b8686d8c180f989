import { existsSync } from 'node:fs';
import { dayMs } from '../../base/time.ts';
import { counted, withCommas } from '../../base/words/sentence.ts';
import type { Config } from '../../config/config.ts';
import { isPostgres, shownDatabase } from '../../config/fields/databaseUrl.ts';
import { damageOf, diskOf, type LastBackup, lastBackupSetting } from '../../store/condition.ts';
import { runningProcesses } from '../../store/processes.ts';
import { type Db, readSetting } from '../../store/store.ts';
import { type Finding, failed, found, ok, reasonOf, warning } from './finding.ts';

const leastFreeMegabytes = 100;
const oldBackupDays = 7;

/**
 * The database as it is, read only. @param db undefined: there is none, or none that this version can read as it is.
 * @param options.why it cannot; undefined where it only has another schema
 */
export async function databaseFindings(
  config: Config,
  db: Db | undefined,
  { now, why }: { readonly now: Date; readonly why: unknown },
): Promise<Finding[]> {
  const { database } = config;
  if (isPostgres(database))
    return [
      await contentFinding(config, db, why),
      daemonWords(db === undefined ? [] : await runningProcesses(db, now)),
    ];
  const disk = await found('disk', 'Make the folder of the database readable.', () => diskFinding(database));
  if (db === undefined) return [await contentFinding(config, db, why), disk];
  const backup = await found('backup', 'Make one: tipstaff backup FILE.', () => backupFinding(db, now));
  return [await contentFinding(config, db, why), disk, backup, daemonWords(await runningProcesses(db, now))];
}

function contentFinding({ database }: Config, db: Db | undefined, why: unknown): Promise<Finding> | Finding {
  const name = shownDatabase(database);
  if (db !== undefined) return found('database', restoreWords, () => integrityFinding(name, db));
  const reason = why === undefined ? 'it cannot be opened, or is of another version' : reasonOf(why);
  const isThere = isPostgres(database) || existsSync(database);
  if (!isThere || reason.includes('kysely_migration')) {
    const detail = isThere ? `${name} is empty` : `${name} is not there yet`;
    return warning('database', detail, 'The first start makes it. If Tipstaff ran here before, put it back.');
  }
  const detail = `${name} cannot be read as it is: ${reason}`;
  return failed('database', detail, 'tipstaff migrate brings it up to date, or says what is wrong.');
}

const restoreWords = 'Stop the daemon, then: tipstaff restore FILE, with the last good backup.';

async function integrityFinding(name: string, db: Db): Promise<Finding> {
  const damage = await damageOf(db);
  if (damage.length > 0) return failed('database', `${name} is damaged: ${damage.join('; ')}`, restoreWords);
  return ok('database', `${name} is whole`);
}

/** Bringing the schema up to date takes as much room as the database, and so does a backup beside it. */
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
  if (last === undefined) return warning('backup', 'none was made with tipstaff backup', todo);
  const days = Math.floor((now.getTime() - Date.parse(last.at)) / dayMs);
  const detail = `the last was made ${days === 0 ? 'today' : `${counted(days, 'day')} ago`}: ${last.file}`;
  return days > oldBackupDays ? warning('backup', detail, todo) : ok('backup', detail);
}

function daemonWords(running: readonly { host: string; version: string }[]): Finding {
  const list = running.map(({ host, version }) => `${version} on ${host}`).join(', ');
  if (list !== '') return ok('daemon', `running: ${list}`);
  return warning('daemon', 'none runs on this database', 'Start one: tipstaff run, or systemctl start tipstaff.');
}
