import { type ChannelConfig, kindOf } from '../../channels/kinds.ts';
import type { SearchRecord } from '../../records/record.ts';
import { listChanges } from '../../store/snapshot/changes.ts';
import type { CheckParts, CheckSummary } from '../parts.ts';

/** What a mail shows of one design, and what one check may fetch in all. */
const picturesOfADesign = 8;
const picturesAtMost = 80;
const timeoutMs = 10_000;

/**
 * Has the pictures of new and changed designs kept on the day when they are found, where a mail will show them: a digest goes
 * out later, and the service may show others by then. What cannot be had is tried again when the alert goes out.
 */
export async function keepPictures(
  { store, config, watches, fetchPicture }: CheckParts,
  summary: CheckSummary,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (fetchPicture === undefined) return;
  const mailed = (watchId: string) =>
    watches.get(watchId)?.notify.some((name) => embedsPictures(config.channels[name])) ?? false;
  const found = summary.changes.filter(
    ({ kind, watchIds }) => (kind === 'design.new' || kind === 'design.updated') && watchIds.some(mailed),
  );
  const urls = new Set<string>();
  for (const { id } of found) {
    const [change] = await listChanges(store.db, { id, limit: 1 });
    if (change !== undefined) for (const url of urlsOf(change.record)) urls.add(url);
    if (urls.size >= picturesAtMost) break;
  }
  const limit = AbortSignal.timeout(timeoutMs);
  const ending = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  for (const url of [...urls].slice(0, picturesAtMost)) {
    if (ending.aborted) return;
    await fetchPicture(url, ending).catch(() => undefined);
  }
}

function embedsPictures(channel: ChannelConfig | undefined): boolean {
  return channel !== undefined && kindOf(channel.type).embedsPictures;
}

function urlsOf(record: SearchRecord): string[] {
  return record.type === 'design' ? (record.images ?? []).slice(0, picturesOfADesign).map((image) => image.url) : [];
}
