/** An item of a court's feed as CM/ECF writes it. */
export interface WrittenItem {
  readonly caseId: number;
  readonly number: string;
  readonly name: string;
  readonly event: string;
  readonly document?: number | undefined;
  readonly at: Date;
}

/** Escapes the text once, as in XML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;').replaceAll('>', '&#x3E;');
}

/** Returns a feed of made-up items in the form of the courts' software. */
export function writeFeed(court: string, items: readonly WrittenItem[], types = 'all'): string {
  const site = `https://ecf.${court}.uscourts.gov`;
  const built = items[0]?.at ?? new Date(0);
  return `<?xml version="1.0" encoding="ISO-8859-1"?>

<rss version="2.0"
 xmlns:blogChannel="http://backend.userland.com/blogChannelModule"
>

<channel>
<title>District of ${court} - Recent Entries</title>
<link>${site}</link>
<description>Docket entries of type: ${types}</description>
<lastBuildDate>${built.toUTCString()}</lastBuildDate>
${items.map((item, index) => writeItem(site, item, index)).join('')}</channel>
</rss>
`;
}

function writeItem(site: string, { caseId, number, name, event, document, at }: WrittenItem, index: number): string {
  const link = `${site}/cgi-bin/DktRpt.pl?${caseId}`;
  const shown = `${site}/doc1/127122264358?caseid=${caseId}&de_seq_num=${index}`;
  const linked = document === undefined ? '' : ` (<a href="${shown}" >${document}</a>)`;
  return `
<item>
<title>${escaped(`${number} ${escaped(name)}`)}</title>
<link>${link}</link>
<description>${escaped(`[${escaped(event)}]${linked}`)}</description>
<guid isPermaLink="true">${escaped(`${link}&${index}`)}</guid>
<pubDate>${at.toUTCString()}</pubDate>
</item>
`;
}
