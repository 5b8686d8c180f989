import type { Db } from '../database/store.ts';
import type { CheckRow } from './checksTable.ts';
import { checksOf } from './checksTable.ts';

/** The last checks of some queries together, newest first. */
export async function lastChecksOf(db: Db, queryIds: readonly string[], limit: number): Promise<CheckRow[]> {
  const checks = await Promise.all(queryIds.map((id) => checksOf(db, id, limit)));
  return checks
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, limit);
}
