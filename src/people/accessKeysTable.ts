import { hash, randomBytes } from 'node:crypto';
import type { AccessKeysTable } from '../store/schema/tables.ts';
import type { Db, Trx } from '../store/store.ts';

/** What a user presents instead of a password: a session, a program's key, or the address of one feed. */
export interface AccessKey {
  readonly kind: AccessKeysTable['kind'];
  readonly userName: string;
  readonly label: string;
  /** For a secret address: the one feed it opens. For a program's key: the part it reads; none = all. */
  readonly path?: string | null | undefined;
  readonly expiresAt: string;
  /** The issuer, as the config writes it, that opened a session; none: a password did. */
  readonly provider?: string | null | undefined;
}

export type ListedKey = NonNullable<Awaited<ReturnType<typeof endListedKey>>>;

/** `last_used_at` is rounded to the hour. */
const columns = [
  'digest',
  'kind',
  'user_name as userName',
  'label',
  'path',
  'provider',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
] as const;

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
  await db
    .insertInto('access_keys')
    .values({
      digest: digestOf(secret),
      kind: key.kind,
      user_name: key.userName,
      label: key.label,
      path: key.path ?? null,
      created_at: now.toISOString(),
      expires_at: key.expiresAt,
      provider: key.provider ?? null,
    })
    .execute();
  return secret;
}

export async function findAccessKey(db: Db, kind: AccessKeysTable['kind'], secret: string, now: Date) {
  return db
    .selectFrom('access_keys')
    .select(columns)
    .where('digest', '=', digestOf(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

export function isUseNews({ lastUsedAt }: Pick<ListedKey, 'lastUsedAt'>, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) > useNotedEveryMs;
}

export async function noteUse(trx: Trx, digest: string, now: Date): Promise<void> {
  await trx.updateTable('access_keys').set({ last_used_at: now.toISOString() }).where('digest', '=', digest).execute();
}

export async function listAccessKeys(db: Db, filter: Partial<Pick<AccessKey, 'kind' | 'userName'>>, now: Date) {
  let query = db
    .selectFrom('access_keys')
    .select(columns)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .limit(listedAtMost);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.userName !== undefined) query = query.where('user_name', '=', filter.userName);
  return query.execute();
}

export async function endListedKey(db: Db, digest: string) {
  return db.deleteFrom('access_keys').where('digest', '=', digest).returning(columns).executeTakeFirst();
}

export async function endAccessKeysOf(db: Db, userName: string, kind?: AccessKeysTable['kind'], except?: string) {
  let ended = db.deleteFrom('access_keys').where('user_name', '=', userName);
  if (kind !== undefined) ended = ended.where('kind', '=', kind);
  if (except !== undefined) ended = ended.where('digest', '<>', except);
  await ended.execute();
}

export const digestOf = (secret: string): string => hash('sha256', secret, 'base64url');
