import { type Db, readSetting, type Trx, writeSetting } from '../database/store.ts';

/** What may be deleted by its age; src/program/maintenance.ts does it. */
export type Aged = 'checks' | 'deliveries' | 'audit' | 'signIns';

const retainedSetting = 'retained-since';

/** ISO: what is older was deleted by its age. */
type RetainedSince = Readonly<Partial<Record<Aged, string>>>;

/** To be written in the transaction that deletes. A later limit stays where an earlier one is named. */
export async function noteRetained(trx: Trx, what: Aged, since: string): Promise<void> {
  const known = (await readSetting<RetainedSince>(trx, retainedSetting)) ?? {};
  const latest = [known[what] ?? '', since].sort().at(-1);
  await writeSetting(trx, retainedSetting, { ...known, [what]: latest });
}

/**
 * What evidence of a period lacks because of its age, in sentences: whoever reads it must not take the silence between
 * two checks for a gap.
 * @param from ISO, the beginning of the period
 */
export async function lacksByAge(db: Db, from: string): Promise<string[]> {
  const { checks } = (await readSetting<RetainedSince>(db, retainedSetting)) ?? {};
  if (checks === undefined || from >= checks) return [];
  return [`Complete checks without news before ${checks} were deleted by their age; all others are there.`];
}
