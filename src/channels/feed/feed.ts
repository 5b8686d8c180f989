import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sandboxMark } from '../../words/sandboxMark.ts';
import { alertKey } from '../alertKey.ts';
import type { Channel } from '../channel.ts';
import { errorMessage } from '../errorMessage.ts';
import type { OpeningParts } from '../kind.ts';
import type { Message } from '../message/message.ts';
import { atomEntry, atomFeed, escapeXml } from './atom.ts';
import type { FeedChannelConfig } from './definition.ts';

const longestFeed = 100;
/** The most entries of one alert, so that it does not push out all earlier ones; the last of them has the rest. */
const mostOfOneAlert = 50;

/** An Atom feed in a file, newest first, for people who live in a reader. The file is its own store: our entries are read back. */
export function openFeed(config: FeedChannelConfig, parts: Pick<OpeningParts, 'installation' | 'clock'>): Channel {
  const feedId = `urn:tipstaff:${parts.installation}:${config.name}`;

  return {
    name: config.name,
    async send(message, signal) {
      try {
        signal.throwIfAborted();
        const alertId = `${feedId}:${alertKey(message.content)}`;
        const others = (await readEntries(config.file)).filter((entry) => !isOf(alertId, entry));
        const fresh = entriesOf(message, alertId, Math.max(parts.clock().getTime(), newestOf(others) + mostOfOneAlert));
        const entries = [...fresh.entries, ...others].slice(0, longestFeed);
        const title = message.content.sandbox ? sandboxMark + config.name : config.name;
        const head = {
          title,
          id: feedId,
          updated: fresh.updated,
          selfUrl: config.servedAt,
          pageUrl: message.content.pageUrl,
        };
        await replaceFile(config.file, atomFeed(head, entries));
        return { outcome: 'sent', response: `written to ${config.file}` };
      } catch (error) {
        return { outcome: 'retry', response: errorMessage(error) };
      }
    },
    async close() {},
  };
}

/** One entry per record and check, each a millisecond older than the one before it: readers sort by `updated` and recognise changes by it. */
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

async function readEntries(file: string): Promise<string[]> {
  try {
    // Everything inside an entry is escaped: the next end tag is its own.
    return (await readFile(file, 'utf8')).match(/<entry>.*?<\/entry>/gs) ?? [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A reader never sees half a file. */
async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, text);
  await rename(fresh, file);
}
