import type { WebLink } from '../../words/webLink.ts';

/**
 * Somebody else's text for the fallback of a message, which Slack parses even where it is not markup: `&`, `<`, `>` escaped, so that no
 * mention or link can result, and an `@here` replaced by one that only looks the same.
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
