import type { WebLink } from '../../words/webLink.ts';

/**
 * Somebody else's text for the fallback of a message, which Slack reads even where it is no markup: `&`, `<`, `>` escaped, so that no
 * mention or link can come of it, and an `@here` changed into one that looks alike.
 */
export function escapeFallback(text: string): string {
  return escaped(text).replace(/@(?=(?:here|channel|everyone|group)\b)/gi, '＠');
}

/** A link of our own words as mrkdwn, `<url|words>`; the address is percent-encoded where it could end the link or mention somebody. */
export function slackLink({ words, url }: WebLink): string {
  return `<${escaped(url.replace(/[<>|@]/g, encodeURIComponent))}|${escaped(words)}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
