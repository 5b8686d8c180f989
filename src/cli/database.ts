import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { messageOf, TipstaffError } from '../base/errors.ts';
import { isPostgres } from '../base/redact.ts';
import { dayMs } from '../base/time.ts';
import { counted, withCommas } from '../base/words/sentence.ts';
import { pageTimezone } from '../config/config.ts';
import { loadConfig } from '../config/loadConfig.ts';
import { adoptService, type Program, serviceOrigin } from '../daemon/program.ts';
import { openBackup, type Restorable } from '../daemon/restore.ts';
import { bytesPerMegabyte, type LastBackup, lastBackupSetting } from '../store/condition.ts';
import { copyStore } from '../store/copy/copyStore.ts';
import { openStore } from '../store/openStore.ts';
import { writeSetting } from '../store/store.ts';
import { print, printError, startProgress, table, zonedMinute } from './output.ts';
import { type Answer, answering, giveAnswer, wholeNumber } from './withProgram.ts';

type BackupOptions = { readonly to?: string; readonly keep?: number };

export function backupCommand(): Command {
  return new Command()
    .argument('[file]', 'a file that does not exist yet')
    .option('--to <folder>', 'for cron: into a file of this folder, named by the time')
    .option('--keep <number>', 'with --to: keep this many backups in that folder, and remove older ones', wholeNumber())
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nTo restore: stop the daemon, then tipstaff restore FILE.')
    .action((file: string | undefined, options: BackupOptions, command: Command) => {
      if ((file === undefined) === (options.to === undefined))
        throw new TipstaffError('usage.backup', 'Name either a file, or a folder with --to.');
      if (options.keep !== undefined && options.to === undefined)
        throw new TipstaffError('usage.backup', '--keep needs --to.');
      return answering(backUp, { mustExist: true })(file, options, command);
    });
}

async function backUp(
  { store, clock }: Program,
  file: string | undefined,
  { to, keep }: BackupOptions,
): Promise<Answer> {
  const now = clock().toISOString();
  if (to !== undefined) makeFolder(resolve(to));
  const target = to === undefined ? resolve(file ?? '') : resolve(to, `tipstaff-${now.replaceAll(':', '-')}.db`);
  await store.backup(target);
  const last: LastBackup = { at: now, file: target };
  await store.transaction((trx) => writeSetting(trx, lastBackupSetting, last));
  const removed = to === undefined || keep === undefined ? [] : removeOld(resolve(to), keep);
  const { size: bytes } = statSync(target);
  const written = `Wrote ${target}, ${(bytes / bytesPerMegabyte).toFixed(1)} MB.`;
  return { words: [written, ...removed.map((old) => `Removed ${old}.`)], json: { file: target, bytes, removed } };
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
  } catch (cause) {
    const words = `The folder ${folder} cannot be made: ${messageOf(cause)}. Name one in which you may write.`;
    throw new TipstaffError('usage.backup', words, { cause });
  }
}

/** Makes one folder at a time: where none can be made, as in /proc, a recursive `mkdirSync` never returns. */
function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Removes only our own backups, whose names sort by time, and leftovers of killed processes. */
function removeOld(folder: string, keep: number): string[] {
  const ours = readdirSync(folder).filter((name) =>
    /^tipstaff-\d{4}-\d\d-\d\dT[\d.-]+Z\.db(\.unfinished)?$/.test(name),
  );
  const whole = ours.filter((name) => name.endsWith('.db')).sort();
  const left = ours.filter(
    (name) => !whole.includes(name) && statSync(join(folder, name)).mtimeMs < Date.now() - dayMs,
  );
  const old = [...whole.slice(0, -keep), ...left].map((name) => join(folder, name));
  for (const file of old) rmSync(file);
  return old;
}

export function restoreCommand(): Command {
  return new Command()
    .argument('<file>', 'a file that tipstaff backup made')
    .option('--yes', 'do not ask')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nThe backup is updated in a copy. It is refused if it is damaged, if it is of another service or of a newer ' +
        'program,\nor if a daemon runs. The former database is kept beside it.\nExit code: 0 restored, 1 not, ' +
        '2 wrong usage or config.',
    )
    .action(restore);
}

async function restore(asked: string, options: { readonly yes?: boolean; readonly json?: boolean }): Promise<void> {
  const file = resolve(asked);
  const config = loadConfig({ env: process.env, cwd: process.cwd() });
  const backup = await openBackup(file, config, () => new Date());
  const { use, drop, ...facts } = backup;
  if (!options.json) print(wordsOf(backup, pageTimezone(config)));
  try {
    if (!options.yes && !(await isConfirmed(`Replace ${config.database} with ${file}? (yes/no) `))) {
      printError('Nothing was changed.');
      process.exitCode = 1;
      return;
    }
    const former = await use();
    const words =
      `Restored ${config.database}.${former === null ? '' : ` The former one is kept as ${former}.`} Start the ` +
      'daemon. To see who may sign in now: tipstaff users';
    giveAnswer({ words, json: { restored: config.database, from: file, former, ...facts } }, options);
  } finally {
    drop();
  }
}

function wordsOf({ until, migrated, changesAgain, alertsAgain }: Restorable, timezone: string): string {
  const last = until === null ? 'it keeps no check' : `its last check ended ${zonedMinute(until, timezone)}`;
  const upToDate = migrated.length === 0 ? '' : ` It was brought up to date: ${migrated.join(', ')}.`;
  const changes =
    changesAgain === 0
      ? 'No change was found since.'
      : `${changesAgain === null ? 'What was' : counted(changesAgain, 'change')} found since will be found and ` +
        'reported again, under new ids. A watch made on the page since is not in the backup: what it found is lost.';
  const alerts =
    alertsAgain === 0
      ? ''
      : ` ${counted(alertsAgain, 'alert')} waiting in it will be sent, even if sent already since the backup.`;
  return (
    `The backup is intact; ${last}.${upToDate} ${changes}${alerts} Users, keys, watches of the page, mutes ` +
    'and pauses are those of the backup. Budgets no longer count what was spent since.'
  );
}

async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new TipstaffError('usage.restore', 'There is no terminal to ask for a confirmation: confirm with --yes.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(question).finally(() => lines.close());
  return /^y(es)?$/i.test(answer.trim());
}

export function copyCommand(): Command {
  return new Command()
    .requiredOption('--to <database>', 'a new file, or the address of an empty Postgres database')
    .option('--json', 'one JSON object per table on stdout')
    .addHelpText(
      'after',
      '\nCopies the whole database of the config in one transaction and compares the counts. Stop the daemons first: ' +
        'it\nrefuses while one runs. Then name the copy under "database", start the daemons and remove the former ' +
        'database:\nwith both, waiting alerts would be sent twice.',
    )
    .action(answering(copy, { mustExist: true }));
}

async function copy({ store, clock }: Program, { to }: { readonly to: string }): Promise<Answer> {
  const target = await openStore(isPostgres(to) ? to : resolve(to));
  const progress = startProgress();
  const onProgress = (table: string, rows: number, of: number) =>
    progress.say(`copied ${withCommas(rows)} of ${withCommas(of)} rows of ${table}`);
  try {
    const tables = await copyStore(store, target, { now: clock(), onProgress });
    const listed = table(tables, { TABLE: (one) => one.table, ROWS: ({ rows }) => withCommas(rows) });
    const next =
      `Copied ${store.name} to ${target.name}: every row arrived. Next: name the copy under "database" in the ` +
      'config, then start the daemons.';
    return { words: [listed, next], json: tables };
  } catch (error) {
    throw target.explain(error);
  } finally {
    progress.end();
    await target.close();
  }
}

export function migrateCommand(): Command {
  return new Command()
    .option('--adopt-service', 'the service has moved: the database belongs to the one in the config from now on')
    .option('--json', 'one JSON object on stdout')
    .action(answering(migrate));
}

async function migrate({ config, store }: Program, asked: { readonly adoptService?: boolean }): Promise<Answer> {
  const { migrated, name: database } = store;
  const applied = migrated.length === 0 ? `${database} is up to date.` : `${database}: applied ${migrated.join(', ')}.`;
  if (!asked.adoptService) return { words: applied, json: { database, migrated } };
  const { baseUrl } = config.service;
  const serviceBefore = (await adoptService(store, config)) ?? null;
  return {
    words: [applied, `It belongs to ${baseUrl} from now on.`],
    json: { database, migrated, service: serviceOrigin(baseUrl), serviceBefore },
  };
}
