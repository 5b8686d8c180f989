import { SaxesParser } from 'saxes';
import { messageOf, TipstaffError } from '../../../base/errors.ts';

/** The texts of a feed as they stand, by the names of their elements. */
export interface RawFeed {
  readonly channel: RawTexts;
  readonly items: readonly RawTexts[];
}

export type RawTexts = Partial<Readonly<Record<string, string>>>;

/** The largest feed that is read, in bytes; busy courts have a tenth of that. */
export const largestFeedBytes = 2 * 1024 * 1024;

const mostItems = 5_000;
const deepest = 16;
const channelPath = 'rss/channel';
const itemPath = `${channelPath}/item`;

/**
 * The channel and items of an RSS document. Of XML only what feeds need: no DTD, so no entities but the five of XML;
 * limits on size, depth and number of items.
 *
 * @throws TipstaffError `nudges.feed` with what it is instead, or where it breaks off.
 */
export function readXml(bytes: Uint8Array): RawFeed {
  if (bytes.length > largestFeedBytes) throw unreadable(`it is over ${largestFeedBytes} bytes`);
  const text = decode(bytes);
  if (text.trim() === '') throw unreadable('it is empty');
  if (/^<(?:!doctype\s+html|html)\b/i.test(behindComments(text))) {
    throw unreadable('it is an HTML page, such as courts show while their feed is not available');
  }
  const collector = collect();
  parse(text, collector);
  return collector.end();
}

/** The beginning of a text, without the comments that stand there. */
function behindComments(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
    const end = text.startsWith('<!--', at) ? text.indexOf('-->', at + 4) : -1;
    if (end < 0) return text.slice(at, at + 100);
    at = end + 3;
  }
}

function parse(text: string, { open, add, close }: ReturnType<typeof collect>): void {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw unreadable('it has a document type (DTD), which feeds of courts do not have and which is not read');
  });
  parser.on('opentagstart', ({ name }) => open(name));
  parser.on('closetag', close);
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(text).close();
  } catch (error) {
    throw error instanceof TipstaffError ? error : unreadable(`it is no XML: ${messageOf(error).slice(0, 200)}`);
  }
}

function collect() {
  const path: string[] = [];
  const channel: Record<string, string> = Object.create(null);
  const items: Record<string, string>[] = [];
  let hasChannel = false;

  /**
   * Where the text of the element that is open goes, and under which name. What an element holds inside belongs to its
   * text.
   */
  const target = (): [Record<string, string>, string] | undefined => {
    const [, , third = '', fourth = ''] = path;
    if (path[0] !== 'rss' || path[1] !== 'channel') return undefined;
    const item = third === 'item' ? items.at(-1) : undefined;
    if (item !== undefined) return fourth === '' ? undefined : [item, fourth];
    return path.length === 3 ? [channel, third] : undefined;
  };

  return {
    open: (name: string) => {
      path.push(name);
      if (path.length > deepest) throw unreadable(`its elements are nested more than ${deepest} deep`);
      if (path.length === 1 && name !== 'rss')
        throw unreadable(`it begins with <${name.slice(0, 40)}>, not with <rss>`);
      const where = path.length > 3 ? '' : path.join('/');
      if (where === channelPath) hasChannel = true;
      if (where !== itemPath) return;
      items.push(Object.create(null));
      if (items.length > mostItems) throw unreadable(`it has more than ${mostItems} items`);
    },
    add: (text: string) => {
      const [texts, name] = target() ?? [];
      if (texts !== undefined && name !== undefined) texts[name] = (texts[name] ?? '') + text;
    },
    close: () => void path.pop(),
    end: (): RawFeed => {
      if (!hasChannel) throw unreadable('it has no <channel>');
      return { channel, items };
    },
  };
}

/**
 * As text, by the encoding that it declares; courts declare ISO-8859-1. Control characters, which XML forbids, are left
 * out.
 */
function decode(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
  try {
    const decoder = new TextDecoder(declared ?? (head.startsWith('\u00ff\u00fe') ? 'utf-16le' : 'utf-8'));
    return decoder
      .decode(bytes)
      .trimStart()
      .replace(/[\p{Cc}--[\t\n\r]]/gv, '');
  } catch {
    throw unreadable(`its encoding, ${declared?.slice(0, 40)}, is not known`);
  }
}

function unreadable(what: string): TipstaffError {
  return new TipstaffError(
    'nudges.feed',
    `The feed cannot be read: ${what}. Open its address in a browser to see what the court shows.`,
    { retryable: true },
  );
}
