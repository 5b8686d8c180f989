import type { Db, Trx } from './store.ts';

/** Something that a person did, which others may ask about. */
export interface AuditLine {
  /** ISO, UTC. */
  readonly at: string;
  /** The user's name; `local` where nobody signs in. */
  readonly who: string;
  /** `watch.mute`, `alert.retry` … */
  readonly what: string;
  /** The id or name of what it was done to. */
  readonly subject: string;
  /** In words; holds no secret. */
  readonly detail: string;
}

export async function noteAudit(trx: Trx, line: AuditLine): Promise<void> {
  await trx.insertInto('audit').values(line).execute();
}

/** The last lines, newest first; of one subject where it is given. */
export async function listAudit(
  db: Db,
  { subject, limit, offset = 0 }: { readonly subject?: string | undefined; readonly limit: number; offset?: number },
): Promise<AuditLine[]> {
  let query = db
    .selectFrom('audit')
    .select(['at', 'who', 'what', 'subject', 'detail'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  return query.execute();
}
