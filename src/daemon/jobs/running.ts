import { notifyOperators } from '../../alerts/outbox/incidents.ts';
import { loadKeySuspension } from '../../check/admission/keySuspension.ts';
import { configDigest } from '../../config/configDigest.ts';
import { retrySkipped } from '../../store/claims/due.ts';
import { type FollowedWatches, followWatches } from '../followWatches.ts';
import type { Program } from '../program.ts';
import { connect, openService, requireSameService } from '../service.ts';
import type { DaemonParts } from './jobs.ts';
import { collectStops, startLoops } from './loops.ts';

interface PreparedPages {
  use(): void;
  drop(): Promise<void>;
}

interface Running {
  /**
   * Works under another config from now on, and lets what is under way end under the former one.
   * @param preparePages what shows the other config, in the moment in which it comes into force
   * @throws why it cannot be in force; then everything goes on as before.
   */
  replace(next: Program, preparePages: (parts: DaemonParts) => Promise<PreparedPages>): Promise<void>;
  /** Abandons what is under way. Within 5 s. */
  stop(): Promise<void>;
}

/** @param first its service is closed by whoever opened it */
export async function startRunning(first: DaemonParts): Promise<Running> {
  let current = { parts: first, loops: await startLoops(first), close: async () => {} };
  const ending = new Set<typeof current>();
  const end = (former: typeof current) => {
    ending.add(former);
    const { log } = former.parts.program;
    void former.loops
      .finish()
      .then(former.close)
      .catch((err: unknown) => log.error({ err }, 'parts of the former config could not be ended'))
      .finally(() => ending.delete(former));
  };
  return {
    async replace(next, preparePages) {
      const { add, stopAll } = collectStops();
      const { loops } = current;
      try {
        const service = await openNext(next, first);
        add(() => service.close());
        let inForce: FollowedWatches | undefined;
        const parts: DaemonParts = {
          ...first,
          program: next,
          service,
          get inForce() {
            return inForce ?? first.inForce;
          },
        };
        const pages = await preparePages(parts);
        add(() => pages.drop());
        add(async () => loops.resume());
        await loops.pause();
        const isOther = configDigest(next.config) !== configDigest(current.parts.program.config);
        inForce = await followWatches(next, isOther ? 'reload' : 'look');
        await resumeChecks(next);
        const started = { parts, loops: await startLoops(parts), close: () => service.close() };
        end(current);
        current = started;
        pages.use();
      } catch (error) {
        await stopAll();
        throw error;
      }
    },
    async stop() {
      await Promise.all([current, ...ending].map(async ({ loops, close }) => loops.stop().finally(close)));
    },
  };
}

/** The sandbox goes on: its world is where it is by now. */
async function openNext(next: Program, { service }: DaemonParts) {
  if (next.config.service.baseUrl !== 'sandbox') return openService(next);
  await requireSameService(next.store, next.config);
  return connect(next, service.baseUrl);
}

const firstStep = '0001_baseline';

/** What every start of a daemon does with the database, once its watches are stored. */
export async function prepareDatabase(program: Program): Promise<void> {
  const { store, log } = program;
  await resumeChecks(program);
  if (store.migrated.includes(firstStep)) await announceNewDatabase(program);
  else if (store.migrated.length > 0) log.info({ steps: store.migrated }, 'the database was brought up to date');
}

/** What another config does, at a start and in a reload: a key or a budget may be another one. */
async function resumeChecks({ store, config, clock }: Program): Promise<void> {
  if ((await loadKeySuspension(store.db, config.service)) === undefined) await retrySkipped(store.db, clock());
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
