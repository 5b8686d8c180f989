import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sandboxMark } from '../../words/sandboxMark.ts';
import { alertKey } from '../alertKey.ts';
import type { Channel } from '../channel.ts';
import { errorMessage } from '../errorMessage.ts';
import type { OpeningParts } from '../kind.ts';
import { atomEntry, atomFeed, escapeXml } from './atom.ts';
import type { FeedChannelConfig } from './definition.ts';

const longestFeed = 100;

/** An Atom feed in a file, newest first, for people who live in a reader. The file is its own store: our entries are read back. */
export function openFeed(config: FeedChannelConfig, parts: Pick<OpeningParts, 'installation' | 'clock'>): Channel {
  const feedId = `urn:tipstaff:${parts.installation}:${config.name}`;

  return {
    name: config.name,
    async send(message, signal) {
      try {
        signal.throwIfAborted();
        const updated = parts.clock().toISOString();
        const entryId = `${feedId}:${alertKey(message.content)}`;
        const others = (await readEntries(config.file)).filter(
          (entry) => !entry.includes(`<id>${escapeXml(entryId)}</id>`),
        );
        const title = message.content.sandbox ? sandboxMark + config.name : config.name;
        const entries = [atomEntry(message, entryId, updated), ...others].slice(0, longestFeed);
        await replaceFile(config.file, atomFeed(title, feedId, updated, entries));
        return { outcome: 'sent', response: `written to ${config.file}` };
      } catch (error) {
        return { outcome: 'retry', response: errorMessage(error) };
      }
    },
    async close() {},
  };
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
