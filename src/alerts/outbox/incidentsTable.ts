import { hash } from 'node:crypto';
import type { Db } from '../../store/store.ts';

/** Postgres refuses an index row over 2,704 bytes. This allows four bytes per character, and room for the kind. */
const longestSubject = 500;

/** Replaces the end of a longer subject by its digest, so that equal subjects stay equal. Idempotent. */
function storedSubject(subject: string): string {
  if (subject.length <= longestSubject) return subject;
  const digest = hash('sha256', subject, 'hex').slice(0, 16);
  return `${subject.slice(0, longestSubject - digest.length - 2).toWellFormed()}… ${digest}`;
}

/** @returns undefined if the incident was open already */
export async function openIncident(
  db: Db,
  incident: Pick<OpenIncident, 'kind' | 'subject' | 'detail'> & Facts & { readonly now: string },
) {
  const { kind, about = null, cause = null, since = null, detail, now } = incident;
  const subject = storedSubject(incident.subject);
  return db
    .insertInto('incidents')
    .values({ kind, subject, about, cause, since, detail, beganAt: now, endedAt: null })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('endedAt', 'is', null).doNothing())
    .returning(incidentColumns)
    .executeTakeFirst();
}

/** @returns undefined when none was open */
export async function closeIncident(db: Db, incident: { kind: string; subject: string; now: string }) {
  return db
    .updateTable('incidents')
    .set({ endedAt: incident.now })
    .where('kind', '=', incident.kind)
    .where('subject', '=', storedSubject(incident.subject))
    .where('endedAt', 'is', null)
    .returning(incidentColumns)
    .executeTakeFirst();
}

/** Notes an incident that is notified once and never open. @returns false if it was noted before */
export async function noteOnce(db: Db, note: { kind: string; subject: string; detail: string; now: string }) {
  const incidents = db.selectFrom('incidents').select('id').where('kind', '=', note.kind);
  const known = await incidents.where('subject', '=', storedSubject(note.subject)).executeTakeFirst();
  if (known !== undefined || !(await openIncident(db, note))) return false;
  await closeIncident(db, note);
  return true;
}

export type OpenIncident = Awaited<ReturnType<typeof openIncidents>>[number];

type Facts = Partial<Record<'about' | 'cause' | 'since', string | null | undefined>>;

const incidentColumns = ['kind', 'subject', 'about', 'cause', 'since', 'detail', 'beganAt'] as const;

export async function openIncidents(db: Db, kind?: string) {
  const open = db.selectFrom('incidents').select(incidentColumns);
  const wanted = kind === undefined ? open : open.where('kind', '=', kind);
  return wanted.where('endedAt', 'is', null).orderBy('id').execute();
}
