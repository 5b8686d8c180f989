import type { Config } from '../config/config.ts';
import { nameAmongSeveral } from '../config/serviceOf.ts';
import type { SpendingTable } from '../database/schema/ledgerTables.ts';
import type { Db } from '../database/store.ts';
import { listSpending, listSpendingOfEach } from '../snapshot/spendingTable.ts';

/** A line of the ledger; with the name of the service where there are several. */
export interface SpendingLine extends SpendingTable {
  readonly service?: string | undefined;
}

/** What was spent from a day on (`YYYY-MM-DD`, UTC), the last day first: by operation, and by service where there are several. */
export async function spendingLines(
  db: Db,
  config: Pick<Config, 'services'>,
  sinceDay: string,
): Promise<SpendingLine[]> {
  if (nameAmongSeveral(config, undefined) === undefined) return listSpending(db, sinceDay);
  const lines = await listSpendingOfEach(db, sinceDay);
  return lines.map((line) => ({ ...line, service: nameAmongSeveral(config, line.service) }));
}
