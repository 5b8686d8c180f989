import { copiedAwayWords, readCopiedAway } from '../database/copy/copiedAway.ts';
import { beginIncident, endIncident } from '../outbox/incidents.ts';
import type { Program } from './program.ts';

const [kind, subject] = ['copied-away', 'database'] as const;

/** For a daemon's start: a database that was replaced by a copy must not be used beside it unnoticed. */
export async function noteCopiedAway(parts: Pick<Program, 'store' | 'config' | 'clock'> & Log): Promise<void> {
  const { store, clock, log } = parts;
  const copied = await readCopiedAway(store.db);
  if (copied === undefined) {
    const detail = `${store.name} is the database to use.`;
    await store.transaction((trx) => endIncident(trx, parts, { kind, subject, detail }, clock()));
    return;
  }
  const detail = copiedAwayWords(store.name, copied);
  log.warn(detail);
  await store.transaction((trx) => beginIncident(trx, parts, { kind, subject, detail }, clock()));
}

interface Log {
  readonly log: Pick<Program['log'], 'info' | 'warn'>;
}
