import { dayMs, hourMs, minuteMs } from '../../base/time.ts';
import { type ChannelConfig, kindOf } from '../../config/channels.ts';
import { watchesById } from '../../config/config.ts';
import { type Design, type FetchPicture, imagePathOf, NoPicture } from '../../records/design.ts';
import { movedPictures } from '../../records/diff/compareDesigns.ts';
import type { Job } from '../../schedule/jobs.ts';
import { listChanges, type StoredChange } from '../../store/snapshot/changesTable.ts';
import { isOnlyCompared } from '../../store/snapshot/findsTable.ts';
import { isWatched } from '../../store/snapshot/membershipsTable.ts';
import {
  type DueDesign,
  keptPictureBytes,
  loadRecords,
  picturesKept,
  postponePictures,
  takeDueDesign,
} from '../../store/snapshot/recordsTable.ts';
import type { Db, Store } from '../../store/store.ts';
import type { CheckParts, FoundChange, KeepPictures } from '../checkParts.ts';

type FirstPicturesParts = Pick<CheckParts, 'store' | 'config' | 'clock' | 'log'> & {
  readonly fetchPicture: FetchPicture;
};

/** `asked`: number of requested pictures. `nothing`: no design is due. `rest`: the service cannot be asked now. */
type PicturesLook = { readonly asked: number } | 'nothing' | 'rest';

const takenMs = 10 * minuteMs;
/** Delays before missing pictures are requested again. After the last one, the design is given up. */
export const retriesMs = [10 * minuteMs, hourMs, 6 * hourMs, dayMs, 3 * dayMs] as const;
/** Delay for a design without a watch. No other delay of first pictures is longer. */
export const unwatchedMs = 7 * dayMs;

/** Keeps pictures before a register drops them. They cost no credits, and each waits for the key's rate limit. */
export async function keepFirstPictures(parts: FirstPicturesParts, signal: AbortSignal): Promise<PicturesLook> {
  const { store, config, clock, fetchPicture } = parts;
  const { perDesign } = config.keepPictures;
  if (perDesign === 0) return 'nothing';
  const now = clock();
  const due = await takeDueDesign(store.db, { now: now.toISOString(), until: later(now, takenMs) });
  if (due === undefined) return 'nothing';
  const missing = await missingPictures(parts, due, perDesign);
  if (missing === 'unwatched') {
    await postponePictures(store.db, due, later(now, unwatchedMs));
    return { asked: 0 };
  }
  const result = await fetchEach(missing, fetchPicture, signal);
  if (result.rest) return 'rest';
  await settle(parts, due, result.refused > 0);
  return { asked: missing.length };
}

async function missingPictures({ store, config }: FirstPicturesParts, { recordId }: DueDesign, perDesign: number) {
  const record = (await loadRecords(store.db, [recordId])).get(recordId)?.record;
  if (record?.type !== 'design') return [];
  const comparing = config.watches.filter(({ similarTo }) => similarTo !== undefined).map(({ id }) => id);
  if (!(await isWatched(store.db, recordId))) return 'unwatched';
  if (await isOnlyCompared(store.db, recordId, comparing)) return [];
  return urlsNotKept(store.db, record, perDesign);
}

/** Returns the addresses of those of a design's first pictures that are not stored. */
export async function urlsNotKept(db: Db, { images = [] }: Design, most: number): Promise<string[]> {
  const urls = images.slice(0, most).map((image) => image.url);
  const kept = await picturesKept(db, urls.map(imagePathOf));
  return urls.filter((url) => URL.canParse(url) && !kept.has(imagePathOf(url)));
}

/** Stops if the service cannot be asked (`rest`). A design then stays due, and the attempt is not counted. */
export async function fetchEach(urls: readonly string[], fetchPicture: FetchPicture, signal: AbortSignal) {
  let refused = 0;
  for (const url of urls) {
    try {
      await fetchPicture(url, signal);
    } catch (error) {
      if (!(error instanceof NoPicture)) return { refused, rest: true };
      refused += 1;
    }
  }
  return { refused, rest: false };
}

async function settle({ store, clock }: FirstPicturesParts, due: DueDesign, isMissingSome: boolean): Promise<void> {
  const waitMs = isMissingSome ? retriesMs[due.tries] : undefined;
  const nextAt = waitMs === undefined ? null : later(clock(), waitMs);
  await postponePictures(store.db, { ...due, tries: due.tries + 1 }, nextAt);
}

/** The part of the key's rate limit that pictures fetched in advance may use. */
export const partOfPace = 1 / 4;
/** The pause after the service could not be reached. */
export const restMs = 10 * minuteMs;
const countedAgainMs = 10 * minuteMs;

/** Keeps first pictures, one design at a time, until the space is used up. A stop waits for the current picture. */
export function firstPicturesJob(parts: FirstPicturesParts): Job {
  const { store, config, log } = parts;
  const { perDesign, megabytes } = config.keepPictures;
  const ending = new AbortController();
  let restUntil = 0;
  let countAt = 0;
  const work = async () => {
    if (performance.now() < restUntil) return;
    if (performance.now() >= countAt) {
      countAt = performance.now() + countedAgainMs;
      if ((await keptPictureBytes(store.db)) >= megabytes * 1e6) {
        restUntil = countAt;
        log.warn({ megabytes }, 'no more pictures are kept in advance: they have reached keepPictures.megabytes');
        return;
      }
    }
    let result: PicturesLook = { asked: 0 };
    while (!ending.signal.aborted && typeof result === 'object' && result.asked === 0) {
      result = await keepFirstPictures(parts, ending.signal);
    }
    if (result === 'rest') restUntil = performance.now() + restMs;
  };
  const when = Math.max(1, perDesign / (config.service.requestsPerSecond * partOfPace));
  return { name: 'first pictures', when, work, breakOff: () => ending.abort(new Error('Tipstaff is stopping')) };
}

function later(moment: Date, ms: number): string {
  return new Date(moment.getTime() + ms).toISOString();
}

/** Pictures per design that an email shows, and pictures that one check fetches in total. */
const picturesOfADesign = 8;
const picturesAtMost = 80;
const timeoutMs = 10_000;

/** Keeps pictures for digests, because the service may show others by then. Changed pictures come first. */
export function keepingPicturesOfNews({ db }: Pick<Store, 'db'>, fetchPicture: FetchPicture): KeepPictures {
  return async ({ channels, watches }, changes, signal) => {
    const known = watchesById(watches);
    const mailed = (watchId: string) =>
      known.get(watchId)?.notify.some((name) => embedsPictures(channels[name])) ?? false;
    const urls = await urlsOfNews(db, changes, mailed);
    const limit = AbortSignal.timeout(timeoutMs);
    const ending = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    for (const url of urls) {
      if (ending.aborted) return;
      await fetchPicture(url, ending).catch(() => undefined);
    }
  };
}

async function urlsOfNews(db: Db, changes: readonly FoundChange[], mailed: (watchId: string) => boolean) {
  const beforeAndAfter = new Set<string>();
  const shown = new Set<string>();
  for (const { id, kind, watchIds } of changes) {
    if (kind !== 'design.new' && kind !== 'design.updated') continue;
    const [change] = await listChanges(db, { ids: [id], limit: 1 });
    if (change?.record.type !== 'design') continue;
    for (const url of movedUrls(change, change.record)) beforeAndAfter.add(url);
    if (watchIds.some(mailed)) for (const url of urlsOf(change.record)) shown.add(url);
    if (beforeAndAfter.size + shown.size >= picturesAtMost) break;
  }
  return [...new Set([...beforeAndAfter, ...shown])].slice(0, picturesAtMost);
}

function embedsPictures(channel: ChannelConfig | undefined): boolean {
  return channel !== undefined && kindOf(channel.type).embedsPictures === true;
}

function movedUrls(change: StoredChange, record: Design): string[] {
  const { gone = [], come = [] } = movedPictures(change.fields, record) ?? {};
  return [gone, come].flatMap((side) => side.slice(0, picturesOfADesign).flatMap(({ url }) => url ?? []));
}

function urlsOf(record: Design): string[] {
  return (record.images ?? []).slice(0, picturesOfADesign).map((image) => image.url);
}
