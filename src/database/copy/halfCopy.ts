import { TipstaffError } from '../../errors.ts';
import { readSetting, type Store } from '../store.ts';

/** The setting that marks a store as half a copy, and names the source. */
export const mark = 'copying';

/** @throws TipstaffError `store.half-copy` for a store into which a copy was begun but not finished */
export async function requireWhole({ db, name }: Pick<Store, 'db' | 'name'>): Promise<void> {
  const from = await readSetting<string>(db, mark);
  if (from === undefined) return;
  throw new TipstaffError(
    'store.half-copy',
    `The database ${name} is half a copy of ${from}: copying was interrupted. Run tipstaff copy again, with ${from} under "database" in the config and this database as --to.`,
  );
}
