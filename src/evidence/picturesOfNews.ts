import { type ChannelConfig, kindOf } from '../channels/kinds.ts';
import type { FetchPicture } from '../channels/pictures/pictures.ts';
import type { FoundChange, KeepPictures } from '../check/checkParts.ts';
import type { Db, Store } from '../database/store.ts';
import { movedPictures } from '../diff/movedPictures.ts';
import type { Design } from '../records/design.ts';
import { listChanges, type StoredChange } from '../snapshot/changesTable.ts';

/** How many pictures a mail shows of one design, and how many one check fetches in all. */
const picturesOfADesign = 8;
const picturesAtMost = 80;
const timeoutMs = 10_000;

/**
 * Keeps the pictures of new and changed designs on the day they are found, where a mail will show them: a digest goes out later, and
 * by then the service may show other pictures. Those before and after a change of pictures come first, and are kept wherever they are
 * shown, because the service may drop the old ones at any time. What cannot be fetched is tried again when it is shown.
 */
export function keepingPicturesOfNews({ db }: Pick<Store, 'db'>, fetchPicture: FetchPicture): KeepPictures {
  return async ({ config, watches }, changes, signal) => {
    const mailed = (watchId: string) =>
      watches.get(watchId)?.notify.some((name) => embedsPictures(config.channels[name])) ?? false;
    const urls = await urlsOfNews(db, changes, mailed);
    const limit = AbortSignal.timeout(timeoutMs);
    const ending = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    for (const url of urls) {
      if (ending.aborted) return;
      await fetchPicture(url, ending).catch(() => undefined);
    }
  };
}

async function urlsOfNews(
  db: Db,
  changes: readonly FoundChange[],
  mailed: (watchId: string) => boolean,
): Promise<string[]> {
  const beforeAndAfter = new Set<string>();
  const shown = new Set<string>();
  for (const { id, kind, watchIds } of changes) {
    if (kind !== 'design.new' && kind !== 'design.updated') continue;
    const [change] = await listChanges(db, { id, limit: 1 });
    if (change?.record.type !== 'design') continue;
    for (const url of movedUrls(change, change.record)) beforeAndAfter.add(url);
    if (watchIds.some(mailed)) for (const url of urlsOf(change.record)) shown.add(url);
    if (beforeAndAfter.size + shown.size >= picturesAtMost) break;
  }
  return [...new Set([...beforeAndAfter, ...shown])].slice(0, picturesAtMost);
}

function embedsPictures(channel: ChannelConfig | undefined): boolean {
  return channel !== undefined && kindOf(channel.type).embedsPictures;
}

function movedUrls(change: StoredChange, record: Design): string[] {
  const moved = movedPictures(change.fields, record);
  const [gone, come] = [moved?.gone ?? [], moved?.come ?? []].map((side) => side.slice(0, picturesOfADesign));
  return [...(gone ?? []), ...(come ?? [])].flatMap(({ url }) => url ?? []);
}

function urlsOf(record: Design): string[] {
  return (record.images ?? []).slice(0, picturesOfADesign).map((image) => image.url);
}
