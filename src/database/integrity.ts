import { sql } from 'kysely';
import { type Db, hasOneWriter } from './store.ts';

const mostFaults = 3;

/**
 * What SQLite finds damaged when it reads every page and index; nothing on Postgres, which checks what it reads by
 * itself.
 */
export async function damageOf(db: Db): Promise<string[]> {
  if (!hasOneWriter(db)) return [];
  const { rows } = await sql<{
    integrity_check: string;
  }>`pragma integrity_check(${sql.raw(String(mostFaults))})`.execute(db);
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

/** The setting in which `backup` notes when it last made a copy, and where. */
export const lastBackupSetting = 'last-backup';

export interface LastBackup {
  /** ISO time. */
  readonly at: string;
  readonly file: string;
}
