import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { openStore } from '../../src/store/openStore.ts';
import { writeSetting } from '../../src/store/store.ts';
import { aWatch } from '../schedule/aWatch.ts';

/**
 * Leaves `backup.db` in a folder, and `tipstaff.db` as a killed daemon leaves it: what was committed since the backup
 * is only in its -wal.
 */
export async function leaveKilled(folder: string): Promise<void> {
  const [database, backup] = [join(folder, 'tipstaff.db'), join(folder, 'backup.db')];
  const store = await openStore(database);
  // A database without a watch is refused as empty.
  await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, new Date('2026-11-20T12:00:00.000Z'));
  await writeSetting(store.db, 'last', 'in the backup');
  await store.backup(backup);
  await store.close();
  const daemon = await openStore(database);
  await writeSetting(daemon.db, 'last', 'committed since');
  const ends = ['', '-wal'].map((end) => `${database}${end}`);
  for (const file of ends) copyFileSync(file, `${file}.kept`);
  await daemon.close();
  for (const file of ends) renameSync(`${file}.kept`, file);
}

/** Returns what was last written to a database, or what is wrong with that database. */
export function lastIn(database: string): unknown {
  if (!existsSync(database)) return 'nothing: it is gone';
  const file = new SQLite(database);
  try {
    const whole = file.pragma('quick_check', { simple: true });
    const value = file.prepare(`select value from settings where name = 'last'`).pluck().get();
    return whole === 'ok' ? JSON.parse(String(value)) : whole;
  } finally {
    file.close();
  }
}
