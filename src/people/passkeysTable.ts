import type { Selectable } from 'kysely';
import type { PasskeysTable } from '../database/schema/accessTables.ts';
import type { Db } from '../database/store.ts';

/** A key that stays in somebody's device; we know its public half alone. */
export interface Passkey {
  /** As the device names it, base64url. */
  readonly id: string;
  readonly userName: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** How often the device says that it was used; many say 0 for ever. */
  readonly counter: number;
  /** How browsers reach the device: `internal`, `usb` … */
  readonly transports: readonly string[];
  readonly label: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | undefined;
  /** The last challenge that it signed to sign in. */
  readonly lastChallenge: string | undefined;
}

export async function listPasskeys(db: Db, userName: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_name', '=', userName)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

export async function findPasskey(db: Db, id: string): Promise<Passkey | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

export async function anyPasskey(db: Db): Promise<boolean> {
  return (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function addPasskey(db: Db, passkey: Passkey): Promise<void> {
  const { id, userName, publicKey, counter, transports, label, createdAt } = passkey;
  const values = { id, user_name: userName, public_key: publicKey, label, created_at: createdAt };
  await db
    .insertInto('passkeys')
    .values({ ...values, counter: String(counter), transports: JSON.stringify(transports) })
    .execute();
}

/** Notes that a passkey signed this challenge, and how often it says that it was used. */
export async function notePasskeyUse(
  db: Db,
  id: string,
  { counter, challenge }: { readonly counter: number; readonly challenge: string },
  now: Date,
): Promise<void> {
  const used = { counter: String(counter), last_challenge: challenge, last_used_at: now.toISOString() };
  await db.updateTable('passkeys').set(used).where('id', '=', id).execute();
}

/** @returns what it was called; undefined where this user has none of that id */
export async function removePasskey(db: Db, userName: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('user_name', '=', userName)
    .where('id', '=', id)
    .returning('label')
    .executeTakeFirst();
  return row?.label;
}

export async function forgetPasskeys(db: Db, userName: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_name', '=', userName).execute();
}

function fromRow(row: Selectable<PasskeysTable>): Passkey {
  return {
    id: row.id,
    userName: row.user_name,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: JSON.parse(row.transports) as string[],
    label: row.label,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    lastChallenge: row.last_challenge ?? undefined,
  };
}
