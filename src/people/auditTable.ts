import { sql } from 'kysely';
import { inOrder, type Span, selectSpan } from '../store/span.ts';
import type { Db, Trx } from '../store/store.ts';

/** Something that a person did and that others may ask about. */
export interface AuditLine {
  readonly at: string;
  /** The user's name; `local` where nobody signs in. */
  readonly who: string;
  /** `watch.mute`, `alert.retry` … */
  readonly what: string;
  readonly subject: string;
  /** In words, without secrets. */
  readonly detail: string;
}

/** Who did something, and when (ISO). */
export type By = Pick<AuditLine, 'who' | 'at'>;

export async function noteAudit(trx: Trx, { who, at }: By, what: string, subject: string, detail = ''): Promise<void> {
  await trx.insertInto('audit').values({ at, who, what, subject, detail }).execute();
}

/**
 * Which lines: by whom, of which kind (`user` includes `user.add`, `user.remove` …), about
 * which subject, of which time (ISO).
 */
export interface AuditFilter {
  readonly who?: string | undefined;
  readonly what?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** The last first. */
export async function listAudit(db: Db, filter: AuditFilter & Span): Promise<(AuditLine & { readonly id: number })[]> {
  const { who, what, subject, from, before } = filter;
  let query = db.selectFrom('audit').select(['id', 'at', 'who', 'what', 'subject', 'detail']);
  if (who !== undefined) query = query.where('who', '=', who);
  // `/` is the character after the dot, so all that begins with `user.` is between the two.
  if (what !== undefined)
    query = query.where((eb) =>
      eb.or([eb('what', '=', what), eb.and([eb('what', '>=', `${what}.`), eb('what', '<', `${what}/`)])]),
    );
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (before !== undefined) query = query.where('at', '<', before);
  return inOrder(await selectSpan(query, [sql.ref('id')], filter).execute(), filter);
}

export async function auditNames(db: Db): Promise<{ who: string[]; what: string[] }> {
  const who = await db.selectFrom('audit').select('who').distinct().orderBy('who').execute();
  const what = await db.selectFrom('audit').select('what').distinct().orderBy('what').execute();
  return { who: who.map((row) => row.who), what: what.map((row) => row.what) };
}

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
