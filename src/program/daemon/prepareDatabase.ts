import { loadKeySuspension } from '../../check/admission/keySuspension.ts';
import { everyService } from '../../config/config.ts';
import { retrySkipped } from '../../database/claims/due.ts';
import { copiedAwayWords, readCopiedAway } from '../../database/copy/copyStore.ts';
import { beginIncident, endIncident, notifyOperators } from '../../outbox/incidents.ts';
import type { Program } from '../program.ts';

const firstStep = '0001_watches';

/** What every start of a daemon does with the database, once its watches are stored. */
export async function prepareDatabase(program: Program): Promise<void> {
  const { store, log } = program;
  await resumeChecks(program);
  if (store.migrated.includes(firstStep)) await announceNewDatabase(program);
  else if (store.migrated.length > 0) log.info({ steps: store.migrated }, 'the database was brought up to date');
  await noteCopiedAway(program);
}

/** What another config does, at a start and in a reload: a key or a budget may be another one. */
export async function resumeChecks({ store, config, clock }: Program): Promise<void> {
  for (const key of everyService(config)) {
    if ((await loadKeySuspension(store.db, key)) === undefined) await retrySkipped(store.db, clock(), key.name);
  }
}

/** A database that was there before may be gone: nobody should learn that only from missing news. */
async function announceNewDatabase({ store, config, clock, log }: Program): Promise<void> {
  const { operators } = config;
  const database = store.name;
  const detail =
    `${database} was made at this start, so that every watch takes a baseline: what is there by now is ` +
    'not reported. If Tipstaff ran here before, stop it and put its database or a backup back.';
  log.warn(detail);
  const incident = { kind: 'new-database', subject: database, detail } as const;
  await store.transaction((trx) => notifyOperators(trx, operators, incident, 'began', { now: clock() }));
}

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
