export interface FeedItem {
  readonly caseId: string;
  readonly caseNumber: string;
  readonly caseName: string;
  /** '' for an entry without a number. */
  readonly document: string;
  readonly event: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Faults of a feed, each with what a reader sees. */
export const FEED_FAULTS = {
  stale: 'stands still from now on',
  gap: 'goes back only ten minutes, so that polls do not overlap',
  retyped: 'has orders only, and says so',
  'equal-guids': 'guids name the case alone, as nyed has them',
  twice: 'entries of two events stand there twice, with one guid',
  'wobbling-date': 'the date at which it was made differs by a minute from call to call',
  'no-date': 'does not say when it was made',
  accents: 'names of cases hold letters of ISO-8859-1',
  'no-items': 'has no items',
  empty: 'is an empty body',
  html: 'is an HTML page',
  doctype: 'has a document type',
  forbidden: 'is refused (403)',
  redirect: 'leads to another host',
} as const;

export type FeedFault = keyof typeof FEED_FAULTS;

export interface FeedToWrite {
  readonly court: string;
  /** Newest first. */
  readonly items: readonly FeedItem[];
  readonly now: Date;
  /** Absent: all types. */
  readonly types?: readonly string[] | undefined;
  readonly faults: readonly FeedFault[];
  readonly call: number;
}

/** Writes a feed as the courts' software does. It must be sent in ISO-8859-1. */
export function writeFeed({ court, items, now, types, faults, call }: FeedToWrite): string {
  const has = (name: FeedFault) => faults.includes(name);
  const site = `https://ecf.${court}.uscourts.gov`;
  const built = new Date(now.getTime() - (has('wobbling-date') && call % 2 === 0 ? 60_000 : 0));
  const shown = has('no-items') ? [] : items;
  const body = shown.flatMap((item, index) => {
    const text = writeItem(site, item, has);
    return has('twice') && index % 3 === 0 ? [text, text.replace('[', '[Notice - ')] : [text];
  });
  return [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    ...(has('doctype') ? ['<!DOCTYPE rss [<!ENTITY more "more">]>'] : []),
    '<rss version="2.0">',
    '<channel>',
    `<title>${court} - Recent Entries</title>`,
    `<link>${site}</link>`,
    `<description>Docket entries of type: ${types === undefined ? 'all' : types.join(',')}</description>`,
    ...(has('no-date') ? [] : [`<lastBuildDate>${built.toUTCString()}</lastBuildDate>`]),
    ...body,
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function writeItem(site: string, item: FeedItem, has: (name: FeedFault) => boolean): string {
  const { caseId, caseNumber, caseName, document, event, at } = item;
  const link = `${site}/cgi-bin/DktRpt.pl?${caseId}`;
  const serial = document === '' ? Math.round(at / 60_000) : document;
  const name = has('accents') ? `${caseName} à Genève` : caseName;
  const href = `${site}/doc1/0${serial}?caseid=${caseId}&de_seq_num=${serial}`;
  const linked = document === '' ? '' : ` (<a href="${href}" >${document}</a>)`;
  return [
    '<item>',
    `<title>${escaped(`${caseNumber} ${escaped(name)}`)}</title>`,
    `<link>${link}</link>`,
    `<description>${escaped(`[${escaped(event)}]${linked}`)}</description>`,
    `<guid isPermaLink="true">${escaped(has('equal-guids') ? link : `${link}&${serial}`)}</guid>`,
    `<pubDate>${new Date(at).toUTCString()}</pubDate>`,
    '</item>',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
