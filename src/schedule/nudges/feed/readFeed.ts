import { hash } from 'node:crypto';
import { SaxesParser } from 'saxes';
import { messageOf, TipstaffError } from '../../../base/errors.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import type { Signal } from '../signals.ts';

/** @param court the feed's court; default: from its links @throws TipstaffError `nudges.feed` if it is no feed */
export function readFeed(bytes: Uint8Array, court?: string) {
  const { channel, items } = readXml(bytes);
  return {
    coverage: cleanText(channel.description ?? ''),
    /** How long the court asks readers to wait; undefined if not stated. */
    ttlMinutes: /^\s*\d{1,5}\s*$/.test(channel.ttl ?? '') ? Number(channel.ttl) : undefined,
    items: items.map((raw) => readItem(raw, court, channel.link ?? '')),
  };
}

interface FeedItem extends Signal {
  /** The court's id, `nysd`; null if neither the caller nor a link gives it. */
  readonly court: string | null;
  readonly title: string;
  readonly text: string; // On one line.
}

const longestText = 4_000;

const cut = (text = '') => text.slice(0, longestText);

function readItem(raw: RawTexts, court: string | undefined, channelLink: string): FeedItem {
  const [link, pubDate] = [cut(raw.link), cut(raw.pubDate)];
  const heading = readTitle(cut(raw.title));
  const { document, text } = readDescription(cut(raw.description));
  const publishedAt = readMoment(pubDate);
  // Not the guid, because some courts give one guid to a whole case.
  const key = [link.trim(), document ?? '', publishedAt ?? pubDate.trim(), text].join('\n');
  return {
    court: court ?? courtOf(link) ?? courtOf(channelLink) ?? null,
    pacerCaseId: caseIdOf(link) ?? null,
    docketNumber: heading.docketNumber ?? numberOf(link),
    title: heading.name,
    document,
    text,
    publishedAt,
    key: hash('sha256', key, 'base64url').slice(0, 22),
  };
}

/** Reads the court from `ecf.<court>.uscourts.gov`. */
function courtOf(link: string): string | undefined {
  return /^\s*https?:\/\/(?:ecf|tdi)\.([a-z0-9]{2,5})\.uscourts\.gov(?=[/:?#\s]|$)/i.exec(link)?.[1]?.toLowerCase();
}

/** Reads the case id from `…/DktRpt.pl?492165`. */
function caseIdOf(link: string): string | undefined {
  return /\.pl\?(?:case_?id=)?(\d{1,12})(?=\D|$)/i.exec(link)?.[1];
}

/** Reads a court of appeals' number: `…/TransportRoom?servlet=DocketReportFilter.jsp&caseNum=22-1214`. */
function numberOf(link: string): string | null {
  return /[?&]caseNum=(\d\d-\d{1,6})(?=&|\s|$)/i.exec(link)?.[1] ?? null;
}

/** Docket number, without the initials of judges and the number of a defendant behind it. */
const number = /^((?:\d{1,2}[:-])?\d\d-(?:[a-z]{1,4}-)?\d{1,7})(?:-[a-z\d]+)*(?=\s|$)/i;

function readTitle(title: string): { readonly docketNumber: string | null; readonly name: string } {
  const words = cleanText(title);
  const [whole, docketNumber] = number.exec(words) ?? [];
  if (whole !== undefined && docketNumber !== undefined)
    return { docketNumber, name: words.slice(whole.length).trim() };
  // Some titles begin with a broken number: `5:18-~gr-00001 `.
  return { docketNumber: null, name: words.replace(/^\d+:\d\d-\S*\s*/, '') };
}

/** `[Notice of Appearance] (<a href="…">3</a>)`, in some feeds after `Type: … Office: …` or before the case name. */
function readDescription(description: string): Pick<FeedItem, 'document' | 'text'> {
  const words = cleanText(description.replace(/<[^<>]*>/g, ''));
  const event = bracketed(words);
  const linked = /<a\s[^<>]*>\s*(\d{1,7})\s*<\/a\s*>/i.exec(description)?.[1];
  const bare = event && /^\s*\((\d{1,7})\)/.exec(words.slice(event.end))?.[1];
  const shown = /show_case_doc\?(\d{1,7}),/i.exec(description)?.[1];
  const withoutLink = words.replace(/\s*\((?:\d{1,7}|Document)?\)$/, '');
  return { document: linked ?? shown ?? bare ?? null, text: event?.text ?? withoutLink };
}

function bracketed(words: string): { readonly text: string; readonly end: number } | undefined {
  const start = words.indexOf('[');
  let depth = 0;
  for (let at = start; start >= 0 && at < words.length; at += 1) {
    if (words[at] === '[') depth += 1;
    if (words[at] === ']') depth -= 1;
    if (depth === 0) return { text: words.slice(start + 1, at).trim(), end: at + 1 };
  }
  return undefined;
}

/** Names of zones that some courts of appeals use and `Date.parse` does not know. */
// biome-ignore format: a list of words
const zones: Readonly<Record<string, string>> = {
  AST: '-0400', AKDT: '-0800', AKST: '-0900', HST: '-1000', CHST: '+1000',
};

const rfc822 = new RegExp(
  String.raw`^\s*(?:[a-z]{3,9},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\.?\s+(\d{4})\s+(\d{1,2}):(\d\d(?::\d\d)?)\s*` +
    String.raw`(UTC?|GMT|Z|[ECMP][SD]T|AST|AK[SD]T|HST|CHST|[+-]\d{4})\s*$`,
  'i',
);

/** Converts `Wed, 18 Apr 2018 00:09:55 GMT` to ISO; null if it is no date or its zone is unknown. */
export function readMoment(text: string): string | null {
  const [, day, month, year, hour, minute, zone = ''] = rfc822.exec(text) ?? [];
  const local = new Date(`${day} ${month} ${year} ${hour}:${minute} UTC`);
  const moment = new Date(`${day} ${month} ${year} ${hour}:${minute} ${zones[zone.toUpperCase()] ?? zone}`);
  // Date.parse turns a day or hour that does not exist into another one.
  const isReal = local.getUTCDate() === Number(day) && local.getUTCHours() === Number(hour);
  return isReal && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null;
}

type RawFeed = Readonly<{ channel: RawTexts; items: readonly RawTexts[] }>;

type RawTexts = Partial<Readonly<Record<string, string>>>;

/** Largest feed that is read. Busy courts have a tenth of this. */
export const largestFeedBytes = 2 * 1024 * 1024;

const mostItems = 5_000;
const deepest = 16;
/** Accepts no DTD, so only XML's five entities; limits size, depth and items. @throws TipstaffError `nudges.feed` */
function readXml(bytes: Uint8Array): RawFeed {
  if (bytes.length > largestFeedBytes) throw unreadable(`it is over ${largestFeedBytes} bytes`);
  const text = decode(bytes);
  if (text.trim() === '') throw unreadable('it is empty');
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof TipstaffError
      ? error
      : unreadable(`it is no XML at ${messageOf(error).slice(0, 200).replace(/\.$/, '')}`);
  }
}

function parse(text: string): RawFeed {
  const path: string[] = [];
  let channel: Record<string, string> | undefined;
  const items: Record<string, string>[] = [];
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw unreadable('it has a document type (DTD), which feeds of courts do not have and which is not read');
  });
  parser.on('opentagstart', ({ name }) => {
    path.push(name);
    if (path.length > deepest) throw unreadable(`its elements are nested more than ${deepest} deep`);
    if (path[0] !== 'rss') throw unreadable(`it begins with <${name.slice(0, 40)}>, not with <rss>`);
    if (path.join('/') === 'rss/channel') channel ??= Object.create(null);
    if (path.join('/') === 'rss/channel/item') items.push(Object.create(null));
    if (items.length > mostItems) throw unreadable(`it has more than ${mostItems} items`);
  });
  parser.on('closetag', () => void path.pop());
  const add = (words: string) => {
    const [, top, part, ofItem] = path;
    const [texts, name] = part === 'item' ? [items.at(-1), ofItem] : [channel, path.length === 3 ? part : undefined];
    if (top === 'channel' && texts && name) texts[name] = (texts[name] ?? '') + words;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text).close();
  if (channel === undefined) throw unreadable('it has no <channel>');
  return { channel, items };
}

/** Courts declare ISO-8859-1. Control characters are removed, since XML forbids them. */
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
