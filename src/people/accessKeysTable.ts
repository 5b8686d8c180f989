import { hash, randomBytes } from 'node:crypto';
import type { AccessKeysTable } from '../store/schema/tables.ts';
import type { Db, Trx } from '../store/store.ts';

/** What a user presents instead of a password: a session, a program's key, or the address of one feed. */
export interface AccessKey extends Readonly<Pick<AccessKeysTable, 'kind' | 'userName' | 'label' | 'expiresAt'>> {
  readonly path?: string | null | undefined;
  readonly provider?: string | null | undefined;
}

export type ListedKey = NonNullable<Awaited<ReturnType<typeof endListedKey>>>;

export const apiLists = ['watches', 'cases', 'designs', 'changes', 'alerts', 'checks', 'credits', 'dates'] as const;
export const keyScopes = ['all', 'feeds', 'api', ...apiLists] as const;
export type KeyScope = (typeof keyScopes)[number];

export function pathOfScope(scope: KeyScope): string | undefined {
  if (scope === 'all') return undefined;
  if (scope === 'feeds') return '/feeds';
  return scope === 'api' ? '/api/v1' : `/api/v1/${scope}`;
}

export const isWithin = (path: string, part: string): boolean => path === part || path.startsWith(`${part}/`);

/** The expiry of a key that only its user ends. */
export const untilEnded = '9999-12-31T00:00:00.000Z';

const listedAtMost = 500;
const useNotedEveryMs = 3_600_000;

/** @returns the key, which is stored nowhere */
export async function makeAccessKey(db: Db, key: AccessKey, now: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const { path = null, provider = null, ...more } = key;
  const row = { ...more, path, provider, digest: digestOf(secret), createdAt: now.toISOString() };
  await db.insertInto('accessKeys').values(row).execute();
  return secret;
}

export async function findAccessKey(db: Db, kind: AccessKeysTable['kind'], secret: string, now: Date) {
  return db
    .selectFrom('accessKeys')
    .selectAll()
    .where('digest', '=', digestOf(secret))
    .where('kind', '=', kind)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
}

export function isUseNews({ lastUsedAt }: Pick<ListedKey, 'lastUsedAt'>, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) > useNotedEveryMs;
}

export async function noteUse(trx: Trx, digest: string, now: Date): Promise<void> {
  await trx.updateTable('accessKeys').set({ lastUsedAt: now.toISOString() }).where('digest', '=', digest).execute();
}

export async function listAccessKeys(db: Db, userName: string, now: Date) {
  return db
    .selectFrom('accessKeys')
    .selectAll()
    .where('userName', '=', userName)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('createdAt', 'desc')
    .limit(listedAtMost)
    .execute();
}

export async function endListedKey(db: Db, digest: string) {
  return db.deleteFrom('accessKeys').where('digest', '=', digest).returningAll().executeTakeFirst();
}

export async function endAccessKeysOf(db: Db, userName: string, kind?: AccessKeysTable['kind'], except?: string) {
  let ended = db.deleteFrom('accessKeys').where('userName', '=', userName);
  if (kind !== undefined) ended = ended.where('kind', '=', kind);
  if (except !== undefined) ended = ended.where('digest', '<>', except);
  await ended.execute();
}

export const digestOf = (secret: string): string => hash('sha256', secret, 'base64url');
