import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { waitingChannels } from '../alerts/outbox/alertsTable.ts';
import { codeOf, messageOf, TipstaffError } from '../base/errors.ts';
import { isPostgres } from '../base/redact.ts';
import type { Config } from '../config/config.ts';
import { lastCompletePerWatch } from '../schedule/watchStatusQueries.ts';
import { damageOf } from '../store/condition.ts';
import { openStore, readOnly } from '../store/openStore.ts';
import { runningProcesses } from '../store/processes.ts';
import { countChangesSince, lastCheckEndedAt } from '../store/snapshot/talliesTable.ts';
import { foldLog } from '../store/sqlite/openFile.ts';
import type { Store } from '../store/store.ts';
import { requireSameService } from './program.ts';

export type Restorable = Awaited<ReturnType<typeof openBackup>>;

/** Copies a backup beside the database and examines the copy. @throws `usage.restore`, `store.in-use`, `.damaged`, … */
export async function openBackup(file: string, config: Config, clock: () => Date) {
  const { database } = config;
  requireFiles(file, database);
  await refuseWhileInUse(database, clock());
  const copy = `${database}.restoring`;
  const drop = () => removeWithCompanions(copy);
  drop();
  try {
    copyFileSync(file, copy);
    const found = await lookAtCopy(copy, file, config);
    /** @returns path of the former database or, without it, its -wal; null: neither. If this throws, nothing moved. */
    const use = async () => {
      const now = clock();
      await refuseWhileInUse(database, now);
      return putInPlace(copy, database, now.toISOString().replaceAll(':', '-'));
    };
    return { ...found, use, drop };
  } catch (error) {
    drop();
    const code = error instanceof TipstaffError ? error.code : 'store.restore';
    throw new TipstaffError(code, whyNotRestored(error, code, file).replaceAll(copy, file), { cause: error });
  }
}

function whyNotRestored(error: unknown, code: string, file: string): string {
  const isOfOther = error instanceof Error && /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error.cause));
  if (isOfOther) return `${file} is not a backup of Tipstaff, or is damaged. Name another file.`;
  const isMoved = code === 'store.other-service';
  const next = isMoved ? ' For that, restore the backup with the former address in the config first.' : '';
  return `${file} cannot be restored. ${messageOf(error)}${next}`;
}

function requireFiles(file: string, database: string): void {
  const refuse = (why: string) => new TipstaffError('usage.restore', why);
  if (isPostgres(database))
    throw refuse('The database is kept by Postgres, whose own tools restore it: pg_restore (docs/running.md).');
  if (!existsSync(file)) throw refuse(`There is no file ${file}.`);
  if (file === database) throw refuse(`${file} is the database itself: name a backup of it.`);
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw refuse(
      `${file} is in use, or was not closed: ${file}-wal is beside it. Make a backup of it with tipstaff backup.`,
    );
}

async function refuseWhileInUse(database: string, now: Date): Promise<void> {
  const running = (await readOnly(database, (db) => runningProcesses(db, now))) ?? [];
  if (running.length > 0) {
    const where = running.map(({ host }) => host).join(', ');
    throw new TipstaffError('store.in-use', `A daemon on ${where} runs on ${database}. Stop it first, then restore.`);
  }
}

async function lookAtCopy(copy: string, file: string, config: Config) {
  const store: Store = await openStore(copy, { keepsFormer: false });
  try {
    const damage = await damageOf(store.db);
    if (damage.length > 0)
      throw new TipstaffError('store.damaged', `${file} is damaged: ${damage.join('; ')}. Take another backup.`);
    await requireSameService(store, config, { readOnly: true });
    const until = (await lastCheckEndedAt(store.db)) ?? null;
    if (until === null && (await lastCompletePerWatch(store.db)).size === 0)
      throw new TipstaffError(
        'usage.restore',
        'It has no watch and no check, like a file that a full disk left empty: every watch would take a new ' +
          'baseline, and what was filed meanwhile would not be reported. Take another backup.',
      );
    const waiting = await waitingChannels(store.db);
    // Alerts that the backup has as waiting will be sent, even if they were sent since.
    const alertsAgain = waiting.reduce((sum, { alerts }) => sum + alerts, 0);
    const changesAgain = await readOnly(config.database, async (db) => {
      // A database without a check was made anew, and knows nothing of what came after the backup.
      return (await lastCheckEndedAt(db)) === undefined ? null : countChangesSince(db, until ?? '');
    });
    // `changesAgain`: what came after the backup; null if the current database cannot tell.
    return { until, migrated: store.migrated, alertsAgain, changesAgain: changesAgain ?? null };
  } finally {
    await store.close();
  }
}

const companions = ['', '-wal', '-shm'] as const;

function removeWithCompanions(file: string): void {
  for (const end of companions) rmSync(`${file}${end}`, { force: true });
}

/**
 * At every moment, one complete database has this name: a daemon that finds none creates a new one, and every watch
 * would take a new baseline. So the former -wal is first merged into its file, and the decisive step is one rename.
 * Only a damaged database keeps its -wal, which the new one must not find.
 */
function putInPlace(copy: string, database: string, stamp: string): string | null {
  toDisk(copy);
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0) foldLog(database);
  const former = `${database}.before-restore-${stamp}`;
  const kept = companions.filter((end) => existsSync(`${database}${end}`));
  for (const end of kept) (end === '' ? keepAlso : renameSync)(`${database}${end}`, `${former}${end}`);
  toDisk(dirname(database));
  try {
    renameSync(copy, database);
  } catch (error) {
    for (const end of kept.filter((end) => end !== '')) renameSync(`${former}${end}`, `${database}${end}`);
    rmSync(former, { force: true });
    throw error;
  }
  toDisk(dirname(database));
  removeWithCompanions(copy);
  return kept[0] === undefined ? null : `${former}${kept[0]}`;
}

/** Gives a file a second name, or copies it if the file system cannot. */
function keepAlso(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL);
    toDisk(name);
  }
}

function toDisk(path: string): void {
  const open = openSync(path, 'r');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}
