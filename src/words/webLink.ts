/** A link that a message may have: words, and an address that is certainly a web address. */
export interface WebLink {
  readonly words: string;
  readonly url: string;
}

const longestUrl = 1500;

/** The link, or undefined where the address is blank, not http(s), carries a login, or is too long to be one. */
export function webLink(words: string, address: string | null | undefined): WebLink | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username !== '' || url.href.length > longestUrl) return undefined;
  return { words, url: url.href };
}
