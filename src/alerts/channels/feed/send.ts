import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorMessage } from '../../../base/http/serverResponse.ts';
import { sandboxMark } from '../../../base/words/sentence.ts';
import type { FeedChannelConfig } from '../../../config/channels/feed.ts';
import type { Message } from '../../message/message.ts';
import { alertKey, type Channel, type OpeningParts } from '../channel.ts';
import { atomEntry, atomFeed, escapeXml } from './draw.ts';

const longestFeed = 100;
/** The most entries of one alert, so that it does not push out all earlier ones; the last of them has the rest. */
const mostOfOneAlert = 50;

/**
 * An Atom feed in a file, newest first, for people who live in a reader. The file is its own store: our entries are
 * read back.
 */
export function openFeed(config: FeedChannelConfig, parts: Pick<OpeningParts, 'installation' | 'clock'>): Channel {
  const feedId = `urn:tipstaff:${parts.installation}:${config.name}`;

  return {
    name: config.name,
    async send(message, signal) {
      try {
        await rewriteFile(config.file, signal, (before) => {
          const alertId = `${feedId}:${alertKey(message.content)}`;
          const others = entriesIn(before).filter((entry) => !isOf(alertId, entry));
          const newestMs = Math.max(parts.clock().getTime(), newestOf(others) + mostOfOneAlert);
          const fresh = entriesOf(message, alertId, newestMs);
          const head = {
            title: message.content.sandbox ? sandboxMark + config.name : config.name,
            id: feedId,
            updated: fresh.updated,
            selfUrl: config.servedAt,
            pageUrl: message.content.pageUrl,
          };
          return atomFeed(head, [...fresh.entries, ...others].slice(0, longestFeed));
        });
        return { outcome: 'sent', response: `written to ${config.file}` };
      } catch (error) {
        return { outcome: 'retry', response: errorMessage(error) };
      }
    },
  };
}

/**
 * One entry per record and check, each a millisecond older than the one before it: readers sort by `updated` and
 * recognise changes by it.
 */
function entriesOf(message: Message, alertId: string, newestMs: number): { updated: string; entries: string[] } {
  const updatedAt = (index: number) => new Date(newestMs - index).toISOString();
  const entries = message
    .parts(mostOfOneAlert)
    .map((part, index) => atomEntry(part.message, { id: entryId(alertId, part.key), updated: updatedAt(index) }));
  return { updated: updatedAt(0), entries };
}

function entryId(alertId: string, key: string): string {
  return key === '' ? alertId : `${alertId}:${key}`;
}

function isOf(alertId: string, entry: string): boolean {
  const id = escapeXml(alertId);
  return entry.includes(`<id>${id}</id>`) || entry.includes(`<id>${id}:`);
}

/** In milliseconds; 0 for an empty feed. */
function newestOf(entries: readonly string[]): number {
  const times = entries.map((entry) => Date.parse(/<updated>([^<]*)/.exec(entry)?.[1] ?? ''));
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}

function entriesIn(feed: string): string[] {
  // Everything inside an entry is escaped: the next end tag is its own.
  return feed.match(/<entry>.*?<\/entry>/gs) ?? [];
}

const lookMs = 20;
const patienceMs = 10_000;
/** Writing takes moments: who began so long ago has died. */
const deadAfterMs = 60_000;

/**
 * Replaces a file by what `write` makes of its text ('' where there is none). Several processes take turns, so that
 * none undoes what another wrote: the new file, which only one can make, is the turn. A reader never sees half a file.
 */
export async function rewriteFile(file: string, signal: AbortSignal, write: (before: string) => string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  const made = await makeInTurn(fresh, signal);
  try {
    await made.writeFile(write(await readIfAny(file)));
    await made.close();
    await rename(fresh, file);
  } catch (error) {
    await made.close();
    await rm(fresh, { force: true });
    throw error;
  }
}

async function makeInTurn(fresh: string, signal: AbortSignal) {
  const giveUpAtMs = performance.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await open(fresh, 'wx');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || performance.now() > giveUpAtMs) throw error;
    }
    await removeOfTheDead(fresh);
    await wait(lookMs, undefined, { signal });
  }
}

async function removeOfTheDead(fresh: string): Promise<void> {
  const made = await stat(fresh).catch(() => undefined);
  if (made !== undefined && Math.abs(Date.now() - made.mtimeMs) > deadAfterMs) await rm(fresh, { force: true });
}

async function readIfAny(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
