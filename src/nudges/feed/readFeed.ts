import { cleanText } from '../../words/cleanText.ts';
import { type FeedItem, readItem, readMoment } from './feedItem.ts';
import { readXml } from './readXml.ts';

/** A court's feed as it was at one moment. */
export interface CourtFeed {
  /** What it says of itself, such as `Docket entries of type: all`; '' where it says nothing. */
  readonly coverage: string;
  /** ISO moment at which the court made it; it may differ by a minute between two equal ones. null where unstated. */
  readonly builtAt: string | null;
  /** For so long the court wants it not to be asked for again; undefined where unstated. */
  readonly ttlMinutes: number | undefined;
  /** As the court orders them, newest first; equal ones are not merged. */
  readonly items: readonly FeedItem[];
}

/**
 * Reads an RSS feed of a court.
 *
 * @param court the id of the court whose feed it is; without it, the feed's own links tell.
 * @throws TipstaffError `nudges.feed` where it is none.
 */
export function readFeed(bytes: Uint8Array, court?: string): CourtFeed {
  const { channel, items } = readXml(bytes);
  return {
    coverage: cleanText(channel.description ?? ''),
    builtAt: readMoment(channel.lastBuildDate ?? '') ?? readMoment(channel.pubDate ?? ''),
    ttlMinutes: /^\s*\d{1,5}\s*$/.test(channel.ttl ?? '') ? Number(channel.ttl) : undefined,
    items: items.map((raw) => readItem(raw, court, channel.link ?? '')),
  };
}
