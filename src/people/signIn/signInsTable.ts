import type { Db } from '../../store/store.ts';

export async function noteSignIn(
  db: Db,
  attempt: { readonly userName: string; readonly address: string; readonly accepted: boolean; readonly now: Date },
): Promise<number> {
  const { userName, address, accepted, now } = attempt;
  const row = await db
    .insertInto('sign_ins')
    .values({ at: now.toISOString(), user_name: userName, address, accepted: accepted ? 1 : 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function acceptSignIn(db: Db, id: number): Promise<void> {
  await db.updateTable('sign_ins').set({ accepted: 1 }).where('id', '=', id).execute();
}

/** The refused attempts from this address since `since` (ISO): for this name, and whatever the name. */
export async function refusedSince(
  db: Db,
  who: { readonly userName: string; readonly address: string },
  since: string,
): Promise<{ ofName: number; ofAddress: number }> {
  const rows = await db
    .selectFrom('sign_ins')
    .select('user_name')
    .where('at', '>=', since)
    .where('accepted', '=', 0)
    .where('address', '=', who.address)
    .execute();
  return { ofName: rows.filter((row) => row.user_name === who.userName).length, ofAddress: rows.length };
}

/** @returns how many */
export async function deleteSignInsBefore(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sign_ins').where('at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
