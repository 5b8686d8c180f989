import { TipstaffError } from '../../errors.ts';
import { readSetting, type Store } from '../store.ts';

/** The setting by which a store says that it is half a copy, and of what. */
export const mark = 'copying';

/** @throws TipstaffError `store.half-copy` for a store that a copy was begun into and not ended. */
export async function requireWhole({ db, name }: Pick<Store, 'db' | 'name'>): Promise<void> {
  const from = await readSetting<string>(db, mark);
  if (from === undefined) return;
  throw new TipstaffError(
    'store.half-copy',
    `The database ${name} is half a copy of ${from}: copying was interrupted. Copy again, with ${from} under "database" in the config and this one as --to: tipstaff copy.`,
  );
}
