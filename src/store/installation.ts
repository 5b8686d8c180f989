import { randomBytes } from 'node:crypto';
import type { Db } from './store.ts';

const settingName = 'installation';

/** What tells this database's messages from those of any other Tipstaff: eight hex digits, drawn once and kept. */
export async function readInstallation(db: Db): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name: settingName, value: JSON.stringify(randomBytes(4).toString('hex')) })
    // A second process may draw at the same moment: the first one's stays.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('settings').select('value').where('name', '=', settingName).executeTakeFirstOrThrow();
  return JSON.parse(row.value) as string;
}
