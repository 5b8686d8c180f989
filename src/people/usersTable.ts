import type { Selectable } from 'kysely';
import { dayMs } from '../base/time.ts';
import { nobodySignedIn } from '../base/words/watchWords.ts';
import { type AuditKind, type By, noteAudit } from '../store/auditTable.ts';
import type { UsersTable } from '../store/schema/tables.ts';
import { type Db, isAny, oneAtATime, type Trx } from '../store/store.ts';
import { type AccessKey, endAccessKeysOf, type KeyScope, makeAccessKey, pathOfScope } from './accessKeysTable.ts';

export interface User {
  readonly name: string;
  readonly role: UsersTable['role'];
  /** undefined = every matter. */
  readonly matters: readonly string[] | undefined;
  readonly confidential: boolean;
  /** Made by `hashPassword`; undefined: a trusted header or a provider signs in. */
  readonly password: string | undefined;
  readonly disabled?: boolean | undefined;
  /** The user's own zone and locale; undefined = those of the config. */
  readonly timezone?: string | undefined;
  readonly locale?: string | undefined;
}

export interface UserChange {
  readonly what: AuditKind;
  readonly fields: Partial<User>;
  /** Which access ends; `all`: sessions, keys and addresses. Default: none. */
  readonly ends?: 'sessions' | 'all' | undefined;
  /** For the audit log; by default what ended. */
  readonly detail?: string | undefined;
}

export const keysEnded = 'their keys and calendar addresses are ended';

export async function changeUser(trx: Trx, user: User, change: UserChange, by: By): Promise<void> {
  const { what, fields, ends, detail = ends === 'all' ? keysEnded : '' } = change;
  await saveUser(trx, { ...user, ...fields });
  if (ends !== undefined) await endAccessKeysOf(trx, user.name, ends === 'all' ? undefined : 'session');
  await noteAudit(trx, by, what, user.name, detail);
}

export const usualKeyDays = 90;
export const mostKeyDays = 730;

export function keyDaysMistake(days: string): string | undefined {
  const isRight = /^[1-9]\d{0,2}$/.test(days) && Number(days) <= mostKeyDays;
  return isRight ? undefined : `A key is valid for 1 to ${mostKeyDays} days.`;
}

export async function makeUserKey(
  trx: Trx,
  { userName, label, scope, days }: Pick<AccessKey, 'userName' | 'label'> & { scope: KeyScope; days: number },
  by: By,
): Promise<{ readonly key: string; readonly expiresAt: string }> {
  const now = new Date(by.at);
  const expiresAt = new Date(now.getTime() + days * dayMs).toISOString();
  const detail = `${label}${label && ', '}reads ${scope}, until ${expiresAt.slice(0, 10)}`;
  await noteAudit(trx, by, 'key.make', userName, detail);
  const made = { kind: 'api', userName, label, path: pathOfScope(scope), expiresAt } as const;
  return { key: await makeAccessKey(trx, made, now), expiresAt };
}

export function seenWords({ matters }: Pick<User, 'matters'>): string {
  if (matters === undefined) return 'every matter';
  return matters.length === 0 ? 'nothing' : matters.join(', ');
}

export function describeUser(user: Pick<User, 'role' | 'matters' | 'confidential'>): string {
  return `${user.role}; sees ${seenWords(user)}${user.confidential ? '; reads confidential watches' : ''}`;
}

export const lockUsers = (trx: Trx): Promise<void> => oneAtATime(trx, 'users');

export async function listUsers(db: Db): Promise<User[]> {
  return (await db.selectFrom('users').selectAll().orderBy('name').execute()).map(fromRow);
}

/** Returns equal texts for all spellings of a name: a provider may send `Ada@firm` today and `ada@firm` tomorrow. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

const authors = [nobodySignedIn, 'tipstaff', 'unknown', 'removal of the watch'];

export function nameMistake(name: string): string | undefined {
  const folded = foldName(name.trim());
  if (folded === '') return 'Give the user a name.';
  if (authors.includes(folded) || /^a (link|reader) of /.test(folded)) return `The name ${name} is taken.`;
  return name.includes('/') ? 'A name contains no slash.' : undefined;
}

/** @param name in upper or lower case; the result has the user's own spelling */
export async function findUser(db: Db, name: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('folded', '=', foldName(name)).executeTakeFirst();
  return row && fromRow(row);
}

export async function anyUser(db: Db): Promise<boolean> {
  return isAny(db.selectFrom('users'));
}

export async function saveUser(db: Db, user: User): Promise<void> {
  const row = {
    role: user.role,
    matters: user.matters === undefined ? null : JSON.stringify(user.matters),
    confidential: user.confidential ? 1 : 0,
    password: user.password ?? null,
    disabled: user.disabled ? 1 : 0,
    timezone: user.timezone ?? null,
    locale: user.locale ?? null,
  };
  await db
    .insertInto('users')
    .values({ name: user.name, folded: foldName(user.name), ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export async function removeUser(db: Db, name: string): Promise<void> {
  await endAccessKeysOf(db, name);
  await forgetIdentities(db, name);
  await db.deleteFrom('users').where('name', '=', name).execute();
}

function fromRow(row: Selectable<UsersTable>): User {
  return {
    name: row.name,
    role: row.role,
    matters: row.matters === null ? undefined : (JSON.parse(row.matters) as string[]),
    confidential: row.confidential === 1,
    password: row.password ?? undefined,
    disabled: row.disabled === 1,
    timezone: row.timezone ?? undefined,
    locale: row.locale ?? undefined,
  };
}

export type Identity = { readonly issuer: string; readonly subject: string };

export async function userOfIdentity(db: Db, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('userName')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.userName;
}

export interface Connected {
  readonly provider: string;
  readonly groups: readonly string[];
  readonly lastSeenAt: string;
}

/** Returns the accounts of each user, the last used first. @param userName limits the result to one user */
export async function loadConnected(db: Db, userName?: string): Promise<ReadonlyMap<string, readonly Connected[]>> {
  let query = db
    .selectFrom('identities')
    .select(['userName', 'provider', 'groups', 'lastSeenAt'])
    .orderBy('lastSeenAt', 'desc');
  if (userName !== undefined) query = query.where('userName', '=', userName);
  const connected = (await query.execute()).map(({ userName, provider, groups, lastSeenAt }) => {
    return { userName, provider, groups: JSON.parse(groups) as string[], lastSeenAt };
  });
  return Map.groupBy(connected, (one) => one.userName);
}

export async function connectedOf(db: Db, userName: string): Promise<readonly Connected[]> {
  return (await loadConnected(db, userName)).get(userName) ?? [];
}

export async function noteIdentity(
  db: Db,
  { issuer, subject }: Identity,
  { userName, provider, groups }: { readonly userName: string } & Omit<Connected, 'lastSeenAt'>,
  now: Date,
): Promise<void> {
  const seen = { lastSeenAt: now.toISOString(), provider, groups: JSON.stringify(groups) };
  await db
    .insertInto('identities')
    .values({ issuer, subject, userName, ...seen })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(seen))
    .execute();
}

export async function forgetIdentities(db: Db, userName: string): Promise<void> {
  await db.deleteFrom('identities').where('userName', '=', userName).execute();
}

type Whence = { readonly userName: string; readonly address: string };

export async function noteSignIn(db: Db, { userName, address, now }: Whence & { readonly now: Date }): Promise<number> {
  const row = await db
    .insertInto('signIns')
    .values({ at: now.toISOString(), userName, address, accepted: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function acceptSignIn(db: Db, id: number): Promise<void> {
  await db.updateTable('signIns').set({ accepted: 1 }).where('id', '=', id).execute();
}

export async function refusedSince(db: Db, who: Whence, since: string): Promise<{ ofName: number; ofAddress: number }> {
  const rows = await db
    .selectFrom('signIns')
    .select('userName')
    .where('at', '>=', since)
    .where('accepted', '=', 0)
    .where('address', '=', who.address)
    .execute();
  return { ofName: rows.filter((row) => row.userName === who.userName).length, ofAddress: rows.length };
}
