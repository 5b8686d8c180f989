import { type Selectable, sql } from 'kysely';
import type { Tables } from './schema/tables.ts';
import { allOf, type Db, inOrder, type Span, selectSpan, type Trx } from './store.ts';

/** What the audit log calls each action, and the same in words. */
export const auditWords = {
  'alert.retry': 'tried to deliver an alert again',
  'alert.send': 'sent an alert again',
  'api.end': 'ended a key of a program',
  'change.acknowledge': 'acknowledged changes',
  'design.review': 'reviewed a pair of designs',
  'evidence.make': 'made an evidence file',
  'feed.end': 'ended the address of a feed',
  'feed.make': 'made an address for a feed',
  'key.make': 'made a key for a program',
  'record.heed': 'took back “false match”',
  'record.ignore': 'called a record a false match',
  'record.mute': 'muted a record',
  'record.note': 'wrote a note',
  'record.pause': 'paused a record',
  'record.resume': 'resumed a record',
  'record.star': 'starred a design',
  'record.unmute': 'ended the mute of a record',
  'record.unstar': 'took the star from a design',
  'retention.delete': 'deleted what was kept long enough',
  'session.end': 'ended a session',
  'sign-in': 'signed in',
  'sign-in.locked': 'was locked out after too many attempts to sign in',
  'sign-in.refused': 'was refused at sign-in',
  'sign-out': 'signed out',
  'user.add': 'added a user',
  'user.change': 'changed a user',
  'user.connect': 'connected a user with the provider',
  'user.disable': 'disabled a user',
  'user.disconnect': 'disconnected a user from the provider',
  'user.enable': 'enabled a user again',
  'user.password': 'set a password',
  'user.password.locked': 'was locked out after too many wrong passwords',
  'user.password.refused': 'gave a wrong current password',
  'user.remove': 'removed a user',
  'watch.add': 'added a watch',
  'watch.check': 'had a watch checked at once',
  'watch.edit': 'changed a watch',
  'watch.mute': 'muted a watch',
  'watch.own.numbers': 'added own designs by their numbers',
  'watch.own.pictures': 'added an own design by its pictures',
  'watch.own.remove': 'removed an own design',
  'watch.pause': 'paused a watch',
  'watch.quieten': 'stopped a kind of news of a watch',
  'watch.remove': 'removed a watch',
  'watch.report-again': 'had a kind of news reported again',
  'watch.resume': 'resumed a watch',
  'watch.unmute': 'ended the mute of a watch',
} as const;

export type AuditKind = keyof typeof auditWords;

export type By = Readonly<Pick<Tables['audit'], 'who' | 'at'>>;

export async function noteAudit(
  trx: Trx,
  { who, at }: By,
  what: AuditKind,
  subject: string,
  detail = '',
): Promise<void> {
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
export async function listAudit(db: Db, filter: AuditFilter & Span): Promise<Selectable<Tables['audit']>[]> {
  const { who, what, subject, from, before } = filter;
  let query = db.selectFrom('audit').selectAll();
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
  const lines = db.selectFrom('audit').distinct();
  return {
    who: await allOf(lines.select('who').orderBy('who'), 'who'),
    what: await allOf(lines.select('what').orderBy('what'), 'what'),
  };
}
