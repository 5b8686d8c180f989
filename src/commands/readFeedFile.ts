import { readFile, stat } from 'node:fs/promises';
import { messageOf, TipstaffError } from '../errors.ts';
import { readFeed } from '../nudges/feed/readFeed.ts';
import { largestFeedBytes } from '../nudges/feed/readXml.ts';
import { courtCalled } from '../records/courts.ts';
import { printJsonLines, printTable } from './output.ts';

/** Prints the items of a feed: a row per item, or JSON lines. @throws TipstaffError `usage.*`, `nudges.feed`. */
export async function readFeedFile(
  file: string,
  options: { readonly court?: string; readonly json?: boolean },
): Promise<void> {
  const { items } = readFeed(await readBytes(file), courtAsked(options.court));
  if (options.json) {
    printJsonLines(items.map(({ key: _, ...item }) => item));
    return;
  }
  printTable(
    ['COURT', 'CASE', 'NUMBER', 'PUBLISHED', 'DOC', 'TEXT', 'TITLE'],
    items.map((item) => [
      item.court ?? '-',
      item.pacerCaseId ?? '-',
      item.docketNumber ?? '-',
      item.publishedAt ?? '-',
      item.document ?? '-',
      item.text,
      item.title,
    ]),
  );
}

function courtAsked(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const court = courtCalled(name);
  if (court !== undefined) return court;
  throw new TipstaffError(
    'usage.court',
    `--court takes the id of a federal court such as nysd, not ${JSON.stringify(name)}.`,
  );
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    // One byte more than is read, so that what is too large is told by the reader.
    if (size > largestFeedBytes) return new Uint8Array(largestFeedBytes + 1);
    return await readFile(file);
  } catch (error) {
    throw new TipstaffError('usage.file', `${file} cannot be read: ${messageOf(error)}. Name the file of a feed.`);
  }
}
