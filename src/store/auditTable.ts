import { sql } from 'kysely';
import { type Db, inOrder, type Span, selectSpan, type Trx } from './store.ts';

export interface AuditLine {
  readonly at: string;
  readonly who: string; // The user's name; `local` without sign-in.
  readonly what: string; // `watch.mute`, `alert.retry` …
  readonly subject: string;
  readonly detail: string; // In words, without secrets.
}

export type By = Pick<AuditLine, 'who' | 'at'>;

export async function noteAudit(trx: Trx, { who, at }: By, what: string, subject: string, detail = ''): Promise<void> {
  await trx.insertInto('audit').values({ at, who, what, subject, detail }).execute();
}

/** `what` matches a name or its first part: `user` includes `user.add` and `user.remove`. Times are ISO. */
export interface AuditFilter {
  readonly who?: string | undefined;
  readonly what?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** Returns the newest lines first. */
export async function listAudit(db: Db, filter: AuditFilter & Span): Promise<(AuditLine & { readonly id: number })[]> {
  const { who, what, subject, from, before } = filter;
  let query = db.selectFrom('audit').select(['id', 'at', 'who', 'what', 'subject', 'detail']);
  if (who !== undefined) query = query.where('who', '=', who);
  // `/` is the character after the dot, so everything that begins with `user.` sorts between the two.
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
