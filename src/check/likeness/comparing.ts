import type { Logger } from 'pino';
import { TipstaffError } from '../../base/errors.ts';
import { daysAgo, minuteMs } from '../../base/time.ts';
import type { Config, WatchConfig } from '../../config/config.ts';
import { type FetchPicture, imagePathOf, NoPicture } from '../../records/design.ts';
import type { Job } from '../../schedule/jobs.ts';
import { type DueFind, waitingAtOnce, waitingFinds } from '../../store/snapshot/findsTable.ts';
import { loadPicture, loadRecords } from '../../store/snapshot/recordsTable.ts';
import { type Db, readSetting, type Store } from '../../store/store.ts';
import { comparedDays, compareFinds } from './compareFinds.ts';
import { partOfPace, restMs, retriesMs } from './firstPictures.ts';
import { keepLooks, loadLooksOf, lookAtStored, orderWanted, ownDesignsState, pathsOf } from './looksTable.ts';
import { fetchOwnPictures, followPortfolio, lookAtOwn } from './ownDesigns.ts';
import { type Looker, openLooker } from './pictures/lookAt.ts';

interface PictureParts {
  readonly store: Store;
  readonly clock: () => Date;
  readonly fetchPicture: FetchPicture;
  readonly fetchUnkept: FetchPicture;
}

type KeepComparingParts = PictureParts & Readonly<{ log: Logger; config: () => Config }>;

const looksSeconds = 5;

const picturesAtOnce = 25;
/** Own pictures may change, so they are examined again after this time; sooner if some could not be compared. */
const ownAgainMs = 10 * minuteMs;
const ownMissingMs = minuteMs;

export function comparingJob(parts: KeepComparingParts): Job {
  const { store, clock, log } = parts;
  const looker = openLooker();
  const ending = new AbortController();
  const own = seeOwnNowAndThen(parts, looker, ending.signal);
  const ahead = lookAheadAtPace(parts, looker, ending.signal);
  let isPossible = true;
  const look = async () => {
    const config = parts.config();
    const comparing = config.watches.filter(({ similarTo }) => similarTo !== undefined);
    const all = comparing.length === 0 && (await readSetting(store.db, orderWanted)) === true;
    if (comparing.length === 0 && !all) return;
    await lookAtStored(store.db, looker, picturesAtOnce, ending.signal);
    for (const watch of comparing) {
      if (ending.signal.aborted) return;
      await own(watch);
      await compareFinds({ store, config }, watch, clock());
    }
    await ahead(comparing);
  };
  return {
    name: 'designs compared',
    when: looksSeconds,
    work: async () => {
      try {
        if (isPossible) await look();
      } catch (error) {
        if (ending.signal.aborted) return;
        if (!isWithoutDecoder(error)) throw error;
        isPossible = false;
        log.warn(error.message);
      }
    },
    breakOff: () => ending.abort(new Error('Tipstaff is stopping')),
    close: () => looker.close(),
  };
}

function seeOwnNowAndThen(
  { store, clock, log, config, fetchPicture }: KeepComparingParts,
  looker: Looker,
  signal: AbortSignal,
) {
  const said = new Set<string>();
  const seen = new Map<string, { readonly state: string; readonly until: number }>();
  const stateOf = async ({ id, similarTo }: WatchConfig) =>
    JSON.stringify([similarTo, await ownDesignsState(store.db, id)]);
  return async (watch: WatchConfig): Promise<void> => {
    const state = await stateOf(watch);
    const last = seen.get(watch.id);
    if (last?.state === state && performance.now() < last.until) return;
    const ofFile = await followPortfolio({ store, config: config(), log, clock }, watch);
    await fetchOwnPictures(store.db, watch, fetchPicture, signal);
    const problems = [...ofFile, ...(await lookAtOwn({ store, looker, now: clock() }, watch))];
    const until = performance.now() + (problems.length > 0 ? ownMissingMs : ownAgainMs);
    seen.set(watch.id, { state: await stateOf(watch), until });
    for (const problem of problems) {
      if (!said.has(problem)) log.warn({ watch: watch.id, problem }, 'one of your own designs is not compared');
      said.add(problem);
    }
  };
}

/** Examines one design at a time, so that checks hardly wait for pictures. */
function lookAheadAtPace(parts: KeepComparingParts, looker: Looker, signal: AbortSignal) {
  const { store, clock, fetchUnkept, log } = parts;
  const tried = new Map<number, { readonly tries: number; readonly again: number }>();
  let restUntil = 0;
  const next = async (watch: WatchConfig): Promise<DueFind | undefined> => {
    const since = daysAgo(clock(), comparedDays);
    for (let offset = 0; ; offset += waitingAtOnce) {
      const waiting = await waitingFinds(store.db, watch.id, since, offset);
      const next = waiting.find(({ recordId }) => (tried.get(recordId)?.again ?? 0) <= performance.now());
      if (next !== undefined || waiting.length < waitingAtOnce) return next;
    }
  };
  const look = async (watch: WatchConfig, find: DueFind) => {
    const { tries } = tried.get(find.recordId) ?? { tries: 0 };
    const { asked, missing } = await lookAhead({ db: store.db, looker, fetchPicture: fetchUnkept }, find, signal);
    const wait = asked > missing ? 0 : (retriesMs[tries] ?? Number.POSITIVE_INFINITY);
    tried.set(find.recordId, { tries: tries + 1, again: performance.now() + wait });
    const config = parts.config();
    await compareFinds({ store, config }, watch, clock(), [find]);
    restUntil = performance.now() + (asked * 1000) / (config.service.requestsPerSecond * partOfPace);
  };
  return async (comparing: readonly WatchConfig[]): Promise<void> => {
    for (const watch of comparing) {
      if (signal.aborted || performance.now() < restUntil) return;
      try {
        const find = await next(watch);
        if (find !== undefined) await look(watch, find);
      } catch (error) {
        if (isWithoutDecoder(error) || signal.aborted) throw error;
        restUntil = performance.now() + restMs;
        log.debug({ err: error }, 'pictures of new designs are examined later: the service cannot be asked now');
      }
    }
  };
}

type CompareNowParts = PictureParts & { readonly config: Config };

export async function compareNow(parts: CompareNowParts, signal: AbortSignal): Promise<void> {
  const comparing = parts.config.watches.filter(({ similarTo }) => similarTo !== undefined);
  if (comparing.length === 0) return;
  const looker = openLooker();
  try {
    for (const watch of comparing) await compareWatch(parts, watch, looker, signal);
  } catch (error) {
    if (!isWithoutDecoder(error)) throw error;
  } finally {
    await looker.close();
  }
}

async function compareWatch(
  { store, config, clock, fetchPicture, fetchUnkept }: CompareNowParts,
  watch: WatchConfig,
  looker: Looker,
  signal: AbortSignal,
): Promise<void> {
  const { db } = store;
  if ((await compareFinds({ store, config }, watch, clock())) === 0) return;
  await fetchOwnPictures(db, watch, fetchPicture, signal);
  await lookAtOwn({ store, looker, now: clock() }, watch);
  const waiting = await waitingFinds(db, watch.id, '');
  for (const find of waiting) await lookAhead({ db, looker, fetchPicture: fetchUnkept }, find, signal);
  await compareFinds({ store, config }, watch, clock(), waiting);
}

/** Examines pictures without storing them: most designs are never shown. @throws if the service cannot be asked now */
export async function lookAhead(
  { db, looker, fetchPicture }: { readonly db: Db; readonly looker: Looker; readonly fetchPicture: FetchPicture },
  { recordId }: Pick<DueFind, 'recordId'>,
  signal: AbortSignal,
): Promise<{ readonly asked: number; readonly missing: number }> {
  const design = (await loadRecords(db, [recordId])).get(recordId)?.record;
  if (design?.type !== 'design') return { asked: 0, missing: 0 };
  const paths = pathsOf(design);
  const looks = await loadLooksOf(db, paths);
  let [asked, missing] = [0, 0];
  for (const { url } of design.images ?? []) {
    const path = imagePathOf(url);
    if (!paths.includes(path) || looks.has(path) || !URL.canParse(url)) continue;
    const kept = await loadPicture(db, path);
    if (kept === undefined) asked += 1;
    try {
      const { bytes } = kept ?? (await fetchPicture(url, signal));
      await keepLooks(db, looker, path, bytes);
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error;
      missing += 1;
    }
  }
  return { asked, missing };
}

function isWithoutDecoder(error: unknown): error is TipstaffError {
  return error instanceof TipstaffError && error.code === 'looks.noDecoder';
}
