import type { Db } from '../database/store.ts';

/** An account of an OpenID provider: who issued it, and the issuer's own name of it, which never changes. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** The user that an account is here; undefined: it is not known. */
export async function userOfIdentity(db: Db, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('user_name')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_name;
}

/** By which provider somebody comes in, and when they last did (ISO, UTC). */
export interface Connected {
  readonly issuer: string;
  readonly lastSeenAt: string;
}

export async function identityOf(db: Db, userName: string): Promise<Connected | undefined> {
  const row = await db
    .selectFrom('identities')
    .select(['issuer', 'last_seen_at'])
    .where('user_name', '=', userName)
    .orderBy('last_seen_at', 'desc')
    .executeTakeFirst();
  return row && { issuer: row.issuer, lastSeenAt: row.last_seen_at };
}

export async function usersWithIdentity(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('identities').select('user_name').distinct().execute();
  return new Set(rows.map((row) => row.user_name));
}

export async function noteIdentity(db: Db, { issuer, subject }: Identity, userName: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto('identities')
    .values({ issuer, subject, user_name: userName, connected_at: at, last_seen_at: at })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ last_seen_at: at }))
    .execute();
}

/** From then on none of their accounts is theirs here. */
export async function forgetIdentities(db: Db, userName: string): Promise<void> {
  await db.deleteFrom('identities').where('user_name', '=', userName).execute();
}
